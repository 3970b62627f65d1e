"""Texts of actions, in and out, what others read of hidden ones, and the sentences that explain a refusal."""

from __future__ import annotations

import re
from typing import Any

from branchline.games.central_pacific import placement, rules
from branchline.games.central_pacific.board import (
    CLAIM_IDS,
    COMPASS,
    DISCARD_IDS,
    DONE,
    DRAW_IDS,
    FIRST_IDS,
    FORM_EXITS,
    FORM_KIND,
    FORMS,
    GRANT_IDS,
    KIND_NAMES,
    RETURN_IDS,
    SQUARE_NAMES,
)
from branchline.games.central_pacific.state import (
    CLAIM,
    DISCARD,
    DISCARDS,
    FIRST,
    FOREST,
    LAY,
    LAYS,
    SACRIFICE_NEEDS,
    TAKE,
    TUNNEL,
)
from branchline.kernel import Board

HIDDEN = ("draw ", "take ", "discard ", "return ")
ONLY_ORIENTATION = {"cross": "nesw", "city2": "nesw", "city3": "nesw", "city4": "nesw"}
"""Exits that may be left out when a text is typed."""


def parse(text: str, board: Board) -> int | None:
    """The id of a text, in any case, with exits in any order; those of crosses and four-exit cities may be left out."""
    words = text.casefold().split()
    if words[:1] == ["lay"] and len(words) in (3, 4):
        exits = words[3] if len(words) == 4 else ONLY_ORIENTATION.get(words[2], "")
        if not re.fullmatch(r"[nesw]*", exits) or len(set(exits)) != len(exits):
            return None
        letters = "".join(letter for letter in COMPASS if letter.casefold() in exits)
        return board.ids.get(f"lay {words[1].upper()} {words[2]} {letters}".strip())
    if words[:1] == ["claim"] and len(words) == 2:
        return board.ids.get(f"claim {words[1].upper()}")
    return board.ids.get(" ".join(words))


def veil(text: str) -> str:
    """CP 1.6: others see that a tile was drawn, taken or put back, not which.

    >>> veil("draw tee"), veil("lay E4 tee NES")
    ('draw', 'lay E4 tee NES')
    """
    return text.split()[0] if text.startswith(HIDDEN) else text


def explain(state: Any, board: Board, action: int, code: int) -> str:
    """The fact behind a refusal, as a sentence without its full stop."""
    if code == rules.GAME_OVER:
        return "The game is over"
    if code in (rules.SET_UP, rules.CHANCE_ONLY):
        return _explain_chance(state, action)
    if code == rules.CHOOSE_CLAIM:
        return _explain_claim(state)
    if code == rules.RETURN_RULE:
        return _explain_return(state, action)
    if action < DISCARD_IDS:
        return _explain_lay(state, action // FORMS, action % FORMS, code)
    if action < RETURN_IDS:
        return _explain_discard(state, action - DISCARD_IDS, code)
    return _explain_turn(state, action, code)


def _explain_chance(state: Any, action: int) -> str:
    if state.phase > FIRST:
        if action >= DONE:
            return "Hands are kept or redrawn before the first turn only"
        if DRAW_IDS <= action < GRANT_IDS or FIRST_IDS <= action < CLAIM_IDS:
            return "Chance draws the tiles and names the first seat, not a player"
        return "Choose first whether to redraw or to keep the hand"
    if state.phase == FIRST:
        return f"Chance names one of the seats 0 to {state.players - 1} to be first"
    if DRAW_IDS <= action < GRANT_IDS:
        kind = KIND_NAMES[(action - DRAW_IDS) % len(KIND_NAMES)]
        source = "the opponent's hand" if state.phase == TAKE else "the pool"
        return f"There is no {kind} to come out of {source} now"
    return "A tile is being drawn"


def _explain_claim(state: Any) -> str:
    if state.phase != CLAIM:
        return "There is no choice of lines to claim now: claims are automatic while the trains suffice"
    names = ", ".join(sorted(SQUARE_NAMES[square - 1] for square in state.claims[: state.claim_count]))
    return f"Choose one of the lines that start at {names}"


def _explain_return(state: Any, action: int) -> str:
    held = int(state.hand_size[state.turn])
    if not RETURN_IDS <= action < DRAW_IDS:
        return f"You hold {held} tiles and return tiles until five are left"
    kind = KIND_NAMES[action - RETURN_IDS]
    if state.hand[state.turn, action - RETURN_IDS] == 0:
        return f"You hold no {kind}"
    return f"You hold {held} tiles; only above five, at the end of a turn, tiles are returned"


def _explain_lay(state: Any, square: int, form: int, code: int) -> str:
    name, kind = SQUARE_NAMES[square], int(FORM_KIND[form])
    tile = KIND_NAMES[kind]
    if code == placement.NOT_NOW:
        return "Tiles are being discarded in this turn, not laid"
    if code == placement.NOT_A_TILE:
        return f"The tile {tile} has {state.city_exits} exits in this game, not {int(FORM_EXITS[form]).bit_count()}"
    if code == placement.LAID_ENOUGH:
        if state.hand[state.turn, kind] == 0:
            return f"You hold no {tile}"
        used = placement.tiles_used(state, square, kind)
        return f"{state.laid} tiles laid and {used} to lay are more than {LAYS}" if state.laid else f"You laid {LAYS} tiles"
    if code == placement.NOT_CONNECTED:
        if state.exits[square]:
            return f"{name} is taken by a {KIND_NAMES[state.tiles[square] - 1]}"
        return f"No rail exit of the {tile} on {name} would meet a rail exit of your network"
    if code == placement.NO_MATCH:
        return f"The {tile} does not match on {name}: rail must meet rail, and blank sides blank ones"
    if code == placement.TOO_NEAR:
        return f"The {tile} on {name} would join two cities by fewer track tiles than the higher number asks for"
    return _explain_terrain(state, square, kind, code)


def _explain_terrain(state: Any, square: int, kind: int, code: int) -> str:
    name, tile = SQUARE_NAMES[square], KIND_NAMES[kind]
    if code == placement.NOT_FACED:
        if state.tiles[square]:
            return f"{name} is not empty: a {KIND_NAMES[state.tiles[square] - 1]} is there"
        return f"No rail exit faces {name}"
    if code == placement.NOT_OWN:
        return f"No rail exit of your network faces {name}"
    terrain = KIND_NAMES[state.tiles[square] - 1]
    if code == placement.CITY_ON_TERRAIN:
        return f"There is a {terrain} on {name}: a city never replaces terrain"
    if kind == TUNNEL and state.tiles[square] - 1 == FOREST:
        return f"A tunnel replaces a mountain, and on {name} is a forest"
    used, held = placement.tiles_used(state, square, kind), int(state.hand[state.turn, kind])
    return f"The {terrain} on {name} takes {used} tiles of the kind {tile}, and you hold {held}"


def _explain_discard(state: Any, kind: int, code: int) -> str:
    if code == rules.WRONG_TIME:
        return "Tiles are being laid in this turn, not discarded"
    if state.barred:
        return "The pool was empty at the start of the turn: nothing can be discarded"
    if state.discarded >= DISCARDS:
        return f"You discarded {DISCARDS} tiles"
    return f"You hold no {KIND_NAMES[kind]}"


def _explain_turn(state: Any, action: int, code: int) -> str:
    side = int(placement.side_of(state, state.turn))
    if code == rules.NO_PASS:
        return "There is no pass: lay a tile or discard one" if not state.barred else "There is no pass: you can lay a tile"
    if code == rules.SACRIFICE_RULE:
        if state.lost[side]:
            return "A train was sacrificed already"
        if state.trains[side] < SACRIFICE_NEEDS:
            return f"A sacrifice needs {SACRIFICE_NEEDS} trains in supply, and there is 1"
        return "Nothing could be discarded: the pool was empty at the start of the turn or the hand is"
    if code == rules.TOKEN_RULE:
        return _explain_token(state, action, side)
    if state.phase == DISCARD and action == DONE:
        return "Discard at least one tile"
    what = "laid" if state.phase == LAY else "discarded"
    return f"Tokens and a sacrifice come first in a turn, and tiles are already being {what}"


def _explain_token(state: Any, action: int, side: int) -> str:
    if state.token_used:
        return "One token was used in this turn"
    if GRANT_IDS <= action < FIRST_IDS:
        victim = action - GRANT_IDS
        if not state.grant[side]:
            return "The Land Grant was used already"
        if victim >= state.players:
            return f"There is no seat {victim}: seats run from 0 to {state.players - 1}"
        if placement.side_of(state, victim) == side:
            return "A Land Grant takes from an opponent"
        return f"Seat {victim} has no tile"
    if not state.stock[side]:
        return "The Stock Market was used already"
    return "The pool is empty"
