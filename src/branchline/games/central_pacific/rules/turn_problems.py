"""What is impossible at a point of the game: the part of `problems.py` about phases and turns."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from branchline.games.central_pacific.rules.grant_problems import bad_limits
from branchline.games.central_pacific.rules.hand_problems import bad_blanks, bad_hand, most_at_start
from branchline.games.central_pacific.rules.layout import (
    ASK,
    BEGIN,
    CLAIM,
    DISCARD,
    DRAW,
    FIRST,
    HAND,
    KINDS,
    LAST_TRAIN,
    LAY,
    REFILL,
    RETURN,
    SEATS,
    STALL,
    STALL_ROUNDS,
    STOCK_DRAWS,
    STUCK,
    TAKE,
    THEN_ASK,
    THEN_BEGIN,
    THEN_DEAL,
    THEN_END,
    THEN_LAY,
    TRAINS,
    TUNNEL,
    Fields,
)

IN_TURN = ("barred", "token_used", "sacrificing", "laid", "discarded", "stall", "spike", "spike_new", "settled", "new_count")
PACKED_BITS = 5 * KINDS
"""Bits of a packed multiset of tiles, five a kind."""


def bad_course(state: Any, count: int) -> list[str]:
    """Sentences on what cannot be at this point of the game; trusts ranges, tiles and conservation.

    `count` is the number of sides.
    """
    plain = SimpleNamespace(**{name: np.asarray(state[name]).tolist() for name in Fields.fields})
    plain.side = plain.turn % 2 if plain.teams else plain.turn
    plain.held = plain.hand_size[plain.turn]
    plain.dealing = plain.phase in (ASK, FIRST) or (
        plain.phase == DRAW and not plain.over and plain.afterwards in (THEN_DEAL, THEN_ASK)
    )
    plain.ending = plain.phase in (CLAIM, RETURN, REFILL) or (plain.phase == DRAW and plain.afterwards == THEN_END)
    if hidden := bad_blanks(plain):
        return [hidden]
    for part in (
        _bad_end,
        _bad_draws,
        _bad_dealing,
        _bad_turn,
        _bad_tokens,
        bad_hand,
        bad_limits,
        _bad_settling,
        _bad_claims,
        _bad_knowledge,
    ):
        if found := part(plain, count):
            return [found]
    return []


def _bad_end(state: Any, count: int) -> str:
    last = not state.trains[state.side]
    if any(not state.trains[side] for side in range(count) if side != state.side) or last != (state.over == LAST_TRAIN):
        return "The game ends with the last train, and only a mover can use it."
    if (state.over == LAST_TRAIN and state.phase not in (CLAIM, REFILL)) or (
        state.phase == REFILL and state.over != LAST_TRAIN
    ):
        return "The last train ends the game when lines are claimed."
    if state.over == STUCK and not (state.phase == BEGIN and state.barred):
        return "Nobody is stuck but at the start of a turn before an empty pool."
    most = STALL_ROUNDS * state.players
    if (state.stall == most) != (state.over == STALL) or state.stall > most:
        return f"{state.stall} turns without a tile do not fit the end of the game."
    if state.over == STALL and (state.phase != DRAW or state.laid):
        return "A stall ends the game after a turn without a tile."
    return ""


def _bad_draws(state: Any, count: int) -> str:
    if state.phase != DRAW or state.over:
        return "There is nothing to draw now." if state.to_draw or state.afterwards else ""
    if state.afterwards in (THEN_DEAL, THEN_ASK):
        wanted = HAND - state.held
    elif state.afterwards == THEN_BEGIN:
        most = most_at_start(state, state.turn) + STOCK_DRAWS
        wanted = min(state.to_draw, STOCK_DRAWS, most - state.held, state.pool_size)
    else:
        wanted = min(HAND - state.held, state.pool_size)
    if not 0 < state.to_draw == wanted <= state.pool_size:
        return f"{state.to_draw} tiles cannot be drawn now."
    return ""


def _bad_dealing(state: Any, count: int) -> str:
    if not state.dealing:
        return ""
    if any(getattr(state, name) for name in IN_TURN) or any(map(any, (state.latest, state.out, state.marks, state.limited))):
        return "The hands are still being dealt, but the game has begun."
    if sum(map(bool, state.tiles)) != count or any(state.lost) or not all(state.stock[:count] + state.grant[:count]):
        return "The hands are still being dealt, but tiles, trains or tokens have been used."
    if state.phase == FIRST and state.turn:
        return "Nobody has the turn while chance names who is first."
    for seat, size in enumerate(state.hand_size[: state.players]):
        later = state.phase == DRAW and state.afterwards == THEN_DEAL and seat > state.turn
        if size != (0 if later else HAND) and not (state.phase == DRAW and seat == state.turn):
            return f"Seat {seat} has not been dealt {HAND} tiles."
    return ""


def _bad_turn(state: Any, count: int) -> str:
    """CP 5.0–5.2: what has been laid and discarded at this point of a turn."""
    laying = state.phase == LAY or state.ending
    if (state.laid and not laying) or state.new_count > state.laid:
        return "Tiles have been laid at the wrong time."
    after = state.afterwards if state.phase == DRAW else -1
    if state.discarded and not (laying or state.phase == DISCARD or after == THEN_LAY or state.over == STALL):
        return "Tiles have been discarded at the wrong time."
    if state.sacrificing and (
        not state.lost[state.side] or not (laying or state.phase == DISCARD or after == THEN_LAY or state.over == STALL)
    ):
        return "A train has been sacrificed at the wrong time."
    if state.sacrificing and not state.discarded and not (state.phase == DISCARD and state.held):
        return "A sacrifice needs a tile to discard."
    if state.discarded and state.laid and not state.sacrificing:
        return "Nobody lays and discards in one turn without a sacrifice."
    if state.phase == DISCARD and not state.discarded and not state.sacrificing:
        return "Nobody has discarded anything yet."
    if (state.phase == LAY and not state.laid and not state.sacrificing) or (after == THEN_LAY and not state.sacrificing):
        return "Nobody has laid anything yet."
    if state.phase in (CLAIM, REFILL) and not state.new_count:
        return "Lines are claimed after track was laid."
    if any(size > HAND for seat, size in enumerate(state.hand_size) if seat != state.turn):
        return "A hand has too many tiles."
    return "There is nothing to return." if state.phase == RETURN and state.held <= HAND else ""


def _bad_tokens(state: Any, count: int) -> str:
    """CP 5.1, 5.3: tokens used, and a pool that was empty at the start of the turn."""
    if any(state.stock[count:] + state.grant[count:]):
        return "There are tokens of a side that does not exist."
    if state.token_used and state.stock[state.side] and state.grant[state.side]:
        return "The mover has used no token."
    if state.phase == DRAW and state.afterwards == THEN_BEGIN and (not state.token_used or state.stock[state.side]):
        return "The mover draws without their token."
    if state.phase == TAKE:
        opponent = (state.victim - state.turn) % 2 if state.teams else state.victim != state.turn
        if not opponent or not state.hand_size[state.victim] or not state.token_used or state.grant[state.side]:
            return "Nothing can be taken from this seat."
    elif state.victim:
        return "Nobody takes a tile now."
    if state.barred and (state.pool_size or state.phase not in (TAKE, BEGIN, LAY, CLAIM, REFILL)):
        return "The pool was not empty at the start of this turn."
    if state.phase == BEGIN and not state.pool_size and not state.token_used and not state.barred:
        return "The pool was empty at the start of this turn."
    return ""


def _bad_settling(state: Any, count: int) -> str:
    """CP 4: the spike and the trains of before."""
    if state.settled != int(state.ending and state.new_count > 0) or (not state.settled and any(state.marks_before)):
        return "Trains have been moved at the wrong time."
    if any(state.marks_before.count(1 + side) > (TRAINS if side < count else 0) for side in range(SEATS)):
        return "There were more trains than there are."
    if state.spike_new and not ((state.ending or state.over == STALL) and state.spike == 1 + state.side):
        return "The Golden Spike was taken at the wrong time."
    if len(set(state.new[: state.new_count])) < state.new_count:
        return "A square has been laid twice."
    latest = [square for square in state.latest if square]
    if state.latest[: len(latest)] != latest or any(not state.tiles[square - 1] for square in latest):
        return "The last tiles laid are not on the board."
    return ""


def _bad_claims(state: Any, count: int) -> str:
    """CP 4.7: the mover chooses if the lines outnumber their trains."""
    claims = state.claims[: state.claim_count]
    if any(state.claims[state.claim_count :]) or len(set(claims)) < len(claims):
        return "The claims are wrongly noted."
    if state.phase != CLAIM or state.over:
        return "There is nothing to claim now." if claims else ""
    if len(claims) <= state.trains[state.side]:
        return "The mover has trains for all claims."
    for square in claims:
        if not 0 < state.tiles[square - 1] <= TUNNEL + 1 or state.marks[square - 1]:
            return "A claim names a square without track, or with a train."
    return ""


def _bad_knowledge(state: Any, count: int) -> str:
    """CP 1.6: a seat knows things about other seats only, and only seats of this game know anything."""
    for observer in range(SEATS):
        if observer >= state.players and (state.city_held[observer] or any(state.shown[observer])):
            return "Something is known of a seat that does not exist."
        if sum(state.shown[observer]) not in (0, HAND):
            return f"A hand shown to redraw has {HAND} tiles."
        for holder in range(SEATS):
            books = state.put_back[observer][holder]
            if max(books) >> PACKED_BITS:
                return "The field put_back has a value that is too large."
            used = observer != holder and max(observer, holder) < state.players
            if not used and (any(books) or state.known[observer][holder]):
                return "A seat keeps books on itself, or on one that does not exist."
    return ""
