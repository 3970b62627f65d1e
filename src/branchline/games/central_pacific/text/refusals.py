"""The sentences that say why an action is refused."""

from __future__ import annotations

from typing import Any

from branchline.games.central_pacific.rules import paragraphs
from branchline.games.central_pacific.rules.board import (
    CLAIM_IDS,
    DISCARD_IDS,
    DONE,
    DRAW_IDS,
    FIRST_IDS,
    GRANT_IDS,
    REDRAW,
    RETURN_IDS,
    SQUARE_NAMES,
)
from branchline.games.central_pacific.rules.forms import FORM_EXITS, FORM_KIND, FORMS
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
    VICTIM_DISCARDS,
    VICTIM_LAYS,
)
from branchline.games.central_pacific.rules.placement import tiles_used
from branchline.games.central_pacific.rules.sides import side_of
from branchline.games.central_pacific.rules.tile_mix import KIND_NAMES
from branchline.games.central_pacific.text.names import kind_name
from branchline.games.position import Position
from branchline.texts import say, seat, sentence


def refusal(position: Position, action: int, code: int) -> str:
    """The fact behind a refusal, as a sentence without its full stop."""
    fields = position.fields
    if code == paragraphs.GAME_OVER:
        return say("The game is over")
    if code in (paragraphs.SET_UP, paragraphs.CHANCE_ONLY):
        return _explain_chance(fields, action)
    if code == paragraphs.CHOOSE_CLAIM:
        return _explain_claim(fields)
    if code == paragraphs.RETURN_RULE:
        return _explain_return(fields, action)
    if action < DISCARD_IDS:
        return _explain_lay(fields, action // FORMS, action % FORMS, code)
    if action < RETURN_IDS:
        return _explain_discard(fields, action - DISCARD_IDS, code)
    return _explain_turn(fields, action, code)


def _tile(kind: int) -> str:
    return kind_name(KIND_NAMES[kind])


def _explain_chance(fields: Any, action: int) -> str:
    if fields.phase > FIRST:
        if action >= REDRAW:
            return say("Hands are kept or redrawn before the first turn only")
        if DRAW_IDS <= action < GRANT_IDS or FIRST_IDS <= action < CLAIM_IDS:
            return say("Tiles and the first player are drawn, not chosen")
        return say("Choose first whether to redraw or to keep the hand")
    if fields.phase == FIRST:
        return say("One of the {players} players is drawn to be first", players=int(fields.players))
    if DRAW_IDS <= action < GRANT_IDS:
        tile = _tile((action - DRAW_IDS) % len(KIND_NAMES))
        if fields.phase == TAKE:
            return say("There is no such tile in the opponent's hand: {tile}", tile=tile)
        return say("There is no such tile in the pool: {tile}", tile=tile)
    return say("A tile is being drawn")


def _explain_claim(fields: Any) -> str:
    if fields.phase != CLAIM:
        return say("There is no choice of lines to claim now: claims are automatic while the trains suffice")
    names = ", ".join(sorted(SQUARE_NAMES[square - 1] for square in fields.claims[: fields.claim_count]))
    return say("Choose one of the lines that start at {squares}", squares=names)


def _explain_return(fields: Any, action: int) -> str:
    held = int(fields.hand_size[fields.turn])
    if not RETURN_IDS <= action < DRAW_IDS:
        if held > HAND:
            return say("You hold {held} tiles and return tiles until five are left", held=held)
        return say("You hold no more than five tiles: there is nothing to return")
    if fields.hand[fields.turn, action - RETURN_IDS] == 0:
        return _not_held(action - RETURN_IDS)
    return say("You hold {held} tiles; only above five, at the end of a turn, tiles are returned", held=held)


def _not_held(kind: int) -> str:
    return say("You hold no {tile}", tile=_tile(kind))


def _explain_lay(fields: Any, square: int, form: int, code: int) -> str:
    name, kind = SQUARE_NAMES[square], int(FORM_KIND[form])
    tile, laid, used = _tile(kind), int(fields.laid), int(tiles_used(fields, square, kind))
    if code == paragraphs.WRONG_TIME:
        return say("Tiles are being discarded in this turn, not laid")
    if code == paragraphs.NOT_A_TILE:
        exits, wanted = int(fields.city_exits), int(FORM_EXITS[form]).bit_count()
        return say("Numbered cities have {exits} exits in this game, not {wanted}", exits=exits, wanted=wanted)
    if code == paragraphs.LAID_ENOUGH:
        if fields.hand[fields.turn, kind] == 0:
            return _not_held(kind)
        return say("{laid} tiles laid and {used} to lay are more than {most}", laid=laid, used=used, most=LAYS)
    if code == paragraphs.VICTIM_RULE:
        return say(
            "A Land Grant took a tile from you: {laid} tiles laid and {used} to lay are more than {most}",
            laid=laid,
            used=used,
            most=VICTIM_LAYS,
        )
    if code == paragraphs.NOT_CONNECTED:
        if fields.exits[square]:
            return say("{square} is taken: {tile}", square=name, tile=_tile(fields.tiles[square] - 1))
        return say("On {square} no rail exit of this tile would meet one of your network: {tile}", square=name, tile=tile)
    if code == paragraphs.NO_MATCH:
        return say("This does not match on {square}: rail must meet rail, and blank sides blank ones", square=name)
    if code == paragraphs.TOO_NEAR:
        return say("On {square} it would join two cities by fewer track tiles than the higher number asks for", square=name)
    return _explain_terrain(fields, square, kind, code)


def _explain_terrain(fields: Any, square: int, kind: int, code: int) -> str:
    name = SQUARE_NAMES[square]
    if code == paragraphs.NOT_FACED:
        if fields.tiles[square]:
            return say("{square} is taken: {tile}", square=name, tile=_tile(fields.tiles[square] - 1))
        return say("No rail exit faces {square}, and terrain goes in front of one", square=name)
    if code == paragraphs.NOT_OWN:
        return say(
            "No rail exit of your network faces {square}, and before the Golden Spike terrain goes in front of one", square=name
        )
    terrain = _tile(fields.tiles[square] - 1)
    if code == paragraphs.CITY_ON_TERRAIN:
        return say("A city never replaces terrain, and on {square} is some: {tile}", square=name, tile=terrain)
    if kind == TUNNEL and fields.tiles[square] - 1 == FOREST:
        return say("A tunnel replaces a mountain, and on {square} is a forest", square=name)
    used, held = int(tiles_used(fields, square, kind)), int(fields.hand[fields.turn, kind])
    return say(
        "Clearing {square} takes {used} tiles of one kind, and you hold {held}: {tile}",
        square=name,
        used=used,
        held=held,
        tile=_tile(kind),
    )


def _explain_discard(fields: Any, kind: int, code: int) -> str:
    if code == paragraphs.WRONG_TIME:
        return say("Tiles are being laid in this turn, not discarded")
    if fields.barred:
        return say("The pool was empty at the start of the turn: nothing can be discarded")
    if fields.discarded >= DISCARDS:
        return say("You discarded {most} tiles, and more is not allowed", most=DISCARDS)
    if code == paragraphs.VICTIM_RULE:
        return say(
            "A Land Grant took a tile from you: you discarded {most} tiles, and more is not allowed", most=VICTIM_DISCARDS
        )
    return _not_held(kind)


def _explain_turn(fields: Any, action: int, code: int) -> str:
    side = int(side_of(fields, fields.turn))
    if code == paragraphs.NO_PASS:
        if fields.barred:
            return say("There is no pass: you can lay a tile")
        return say("There is no pass: lay a tile or discard one")
    if code == paragraphs.SACRIFICE_RULE:
        if fields.lost[side]:
            return say("A train was sacrificed already")
        if fields.trains[side] < SACRIFICE_NEEDS:
            return say("A sacrifice needs {needed} trains in supply, and there is 1", needed=SACRIFICE_NEEDS)
        return say("Nothing could be discarded: the pool was empty at the start of the turn or the hand is")
    if code == paragraphs.TOKEN_RULE:
        return _explain_token(fields, action, side)
    if fields.phase == DISCARD and action == DONE:
        return say("Discard at least one tile")
    if fields.phase == LAY:
        return say("Tokens and a sacrifice come first in a turn, and tiles are already being laid")
    return say("Tokens and a sacrifice come first in a turn, and tiles are already being discarded")


def _explain_token(fields: Any, action: int, side: int) -> str:
    if fields.token_used:
        return say("One token was used in this turn")
    if GRANT_IDS <= action < FIRST_IDS:
        victim = action - GRANT_IDS
        if not fields.grant[side]:
            return say("The Land Grant was used already")
        if victim >= fields.players:
            return say("Only {players} players are in this game", players=int(fields.players))
        if side_of(fields, victim) == side:
            return say("A Land Grant takes from an opponent")
        return sentence(say("{player} has no tile", player=seat(victim)))
    if not fields.stock[side]:
        return say("The Stock Market was used already")
    return say("The pool is empty")
