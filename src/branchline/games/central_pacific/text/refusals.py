"""The sentences that explain why an action is refused."""

from __future__ import annotations

from typing import Any

from branchline.games.central_pacific.rules import actions, placement
from branchline.games.central_pacific.rules.board import (
    CLAIM_IDS,
    DISCARD_IDS,
    DONE,
    DRAW_IDS,
    FIRST_IDS,
    FORM_EXITS,
    FORM_KIND,
    FORMS,
    GRANT_IDS,
    KIND_NAMES,
    REDRAW,
    RETURN_IDS,
    SQUARE_NAMES,
)
from branchline.games.central_pacific.rules.layout import (
    CLAIM,
    DISCARD,
    DISCARDS,
    FIRST,
    FOREST,
    HAND,
    LAY,
    LAYS,
    SACRIFICE_NEEDS,
    TAKE,
    TUNNEL,
)
from branchline.games.central_pacific.text.names import kind_name
from branchline.kernel import Board
from branchline.texts import say, seat, sentence


def explain(state: Any, board: Board, action: int, code: int) -> str:
    """The fact behind a refusal, as a sentence without its full stop."""
    if code == actions.GAME_OVER:
        return say("The game is over")
    if code in (actions.SET_UP, actions.CHANCE_ONLY):
        return _explain_chance(state, action)
    if code == actions.CHOOSE_CLAIM:
        return _explain_claim(state)
    if code == actions.RETURN_RULE:
        return _explain_return(state, action)
    if action < DISCARD_IDS:
        return _explain_lay(state, action // FORMS, action % FORMS, code)
    if action < RETURN_IDS:
        return _explain_discard(state, action - DISCARD_IDS, code)
    return _explain_turn(state, action, code)


def _tile(kind: int) -> str:
    return kind_name(KIND_NAMES[kind])


def _explain_chance(state: Any, action: int) -> str:
    if state.phase > FIRST:
        if action >= REDRAW:
            return say("Hands are kept or redrawn before the first turn only")
        if DRAW_IDS <= action < GRANT_IDS or FIRST_IDS <= action < CLAIM_IDS:
            return say("Chance draws the tiles and names the first seat, not a player")
        return say("Choose first whether to redraw or to keep the hand")
    if state.phase == FIRST:
        return say("Chance names one of the seats 0 to {last} to be first", last=int(state.players) - 1)
    if DRAW_IDS <= action < GRANT_IDS:
        tile = _tile((action - DRAW_IDS) % len(KIND_NAMES))
        if state.phase == TAKE:
            return say("There is no such tile in the opponent's hand: {tile}", tile=tile)
        return say("There is no such tile in the pool: {tile}", tile=tile)
    return say("A tile is being drawn")


def _explain_claim(state: Any) -> str:
    if state.phase != CLAIM:
        return say("There is no choice of lines to claim now: claims are automatic while the trains suffice")
    names = ", ".join(sorted(SQUARE_NAMES[square - 1] for square in state.claims[: state.claim_count]))
    return say("Choose one of the lines that start at {squares}", squares=names)


def _explain_return(state: Any, action: int) -> str:
    held = int(state.hand_size[state.turn])
    if not RETURN_IDS <= action < DRAW_IDS:
        if held > HAND:
            return say("You hold {held} tiles and return tiles until five are left", held=held)
        return say("You hold no more than five tiles: there is nothing to return")
    if state.hand[state.turn, action - RETURN_IDS] == 0:
        return _not_held(action - RETURN_IDS)
    return say("You hold {held} tiles; only above five, at the end of a turn, tiles are returned", held=held)


def _not_held(kind: int) -> str:
    return say("You hold no {tile}", tile=_tile(kind))


def _explain_lay(state: Any, square: int, form: int, code: int) -> str:
    name, kind = SQUARE_NAMES[square], int(FORM_KIND[form])
    tile = _tile(kind)
    if code == placement.NOT_NOW:
        return say("Tiles are being discarded in this turn, not laid")
    if code == placement.NOT_A_TILE:
        exits, wanted = int(state.city_exits), int(FORM_EXITS[form]).bit_count()
        return say("Numbered cities have {exits} exits in this game, not {wanted}", exits=exits, wanted=wanted)
    if code == placement.LAID_ENOUGH:
        if state.hand[state.turn, kind] == 0:
            return _not_held(kind)
        laid, used = int(state.laid), int(placement.tiles_used(state, square, kind))
        return say("{laid} tiles laid and {used} to lay are more than {most}", laid=laid, used=used, most=LAYS)
    if code == placement.NOT_CONNECTED:
        if state.exits[square]:
            return say("{square} is taken: {tile}", square=name, tile=_tile(state.tiles[square] - 1))
        return say("On {square} no rail exit of this tile would meet one of your network: {tile}", square=name, tile=tile)
    if code == placement.NO_MATCH:
        return say("This does not match on {square}: rail must meet rail, and blank sides blank ones", square=name)
    if code == placement.TOO_NEAR:
        return say("On {square} it would join two cities by fewer track tiles than the higher number asks for", square=name)
    return _explain_terrain(state, square, kind, code)


def _explain_terrain(state: Any, square: int, kind: int, code: int) -> str:
    name = SQUARE_NAMES[square]
    if code == placement.NOT_FACED:
        if state.tiles[square]:
            return say("{square} is taken: {tile}", square=name, tile=_tile(state.tiles[square] - 1))
        return say("No rail exit faces {square}", square=name)
    if code == placement.NOT_OWN:
        return say("No rail exit of your network faces {square}", square=name)
    terrain = _tile(state.tiles[square] - 1)
    if code == placement.CITY_ON_TERRAIN:
        return say("A city never replaces terrain, and on {square} is some: {tile}", square=name, tile=terrain)
    if kind == TUNNEL and state.tiles[square] - 1 == FOREST:
        return say("A tunnel replaces a mountain, and on {square} is a forest", square=name)
    used, held = int(placement.tiles_used(state, square, kind)), int(state.hand[state.turn, kind])
    return say(
        "Clearing {square} takes {used} tiles of one kind, and you hold {held}: {tile}",
        square=name,
        used=used,
        held=held,
        tile=_tile(kind),
    )


def _explain_discard(state: Any, kind: int, code: int) -> str:
    if code == actions.WRONG_TIME:
        return say("Tiles are being laid in this turn, not discarded")
    if state.barred:
        return say("The pool was empty at the start of the turn: nothing can be discarded")
    if state.discarded >= DISCARDS:
        return say("You discarded {most} tiles, and more is not allowed", most=DISCARDS)
    return _not_held(kind)


def _explain_turn(state: Any, action: int, code: int) -> str:
    side = int(placement.side_of(state, state.turn))
    if code == actions.NO_PASS:
        if state.barred:
            return say("There is no pass: you can lay a tile")
        return say("There is no pass: lay a tile or discard one")
    if code == actions.SACRIFICE_RULE:
        if state.lost[side]:
            return say("A train was sacrificed already")
        if state.trains[side] < SACRIFICE_NEEDS:
            return say("A sacrifice needs {needed} trains in supply, and there is 1", needed=SACRIFICE_NEEDS)
        return say("Nothing could be discarded: the pool was empty at the start of the turn or the hand is")
    if code == actions.TOKEN_RULE:
        return _explain_token(state, action, side)
    if state.phase == DISCARD and action == DONE:
        return say("Discard at least one tile")
    if state.phase == LAY:
        return say("Tokens and a sacrifice come first in a turn, and tiles are already being laid")
    return say("Tokens and a sacrifice come first in a turn, and tiles are already being discarded")


def _explain_token(state: Any, action: int, side: int) -> str:
    if state.token_used:
        return say("One token was used in this turn")
    if GRANT_IDS <= action < FIRST_IDS:
        victim = action - GRANT_IDS
        if not state.grant[side]:
            return say("The Land Grant was used already")
        if victim >= state.players:
            return say("There is no seat {seat}: seats run from 0 to {last}", seat=victim, last=int(state.players) - 1)
        if placement.side_of(state, victim) == side:
            return say("A Land Grant takes from an opponent")
        return sentence(say("{player} has no tile", player=seat(victim)))
    if not state.stock[side]:
        return say("The Stock Market was used already")
    return say("The pool is empty")
