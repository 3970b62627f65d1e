"""What every player has, for the players' list and the score sheet of a page."""

from __future__ import annotations

from branchline.games.northern_pacific.drawing.ghosts import cube_picture
from branchline.games.northern_pacific.drawing.picks import LARGE, SMALL
from branchline.games.northern_pacific.rules.layout import IN_HAND
from branchline.games.northern_pacific.text.names import colour_name, has_two_colours
from branchline.games.northern_pacific.text.scene import colour_to_move
from branchline.games.position import Position
from branchline.games.spec import Holding, SheetRow
from branchline.texts import say


def holdings(position: Position) -> list[list[Holding]]:
    """The cubes of every seat: small ones in hand, the large one, those on the map."""
    colours, moving = int(position.fields.colours), colour_to_move(position)
    return [
        [
            thing
            for colour in range(seat, colours, position.players)
            for thing in _cubes(position, colour, moving=colour == moving)
        ]
        for seat in range(position.players)
    ]


def _cubes(position: Position, colour: int, moving: bool) -> list[Holding]:
    fields = position.fields
    small, large_at = int(fields.small[colour]), int(fields.large_at[colour])
    where = say("in hand") if large_at == IN_HAND else position.board.data.cities[large_at]
    pick_small, pick_large = moving and small > 0, moving and large_at == IN_HAND
    # NP 5.1: a player who has two colours needs to know which one is meant.
    whose = f"{colour_name(colour)} – " if has_two_colours(fields) else ""
    return [
        Holding(f"{whose}{say('small cubes')}", small, SMALL if pick_small else None, cube_picture(colour, large=False)),
        Holding(f"{whose}{say('large cube')}", where, LARGE if pick_large else None, cube_picture(colour, large=True)),
        Holding(f"{whose}{say('on the map')}", int(fields.standing[colour])),
    ]


def score_sheet(position: Position) -> list[SheetRow]:
    """NP 4.1–4.3: good and bad of the finished rounds, rounds won."""
    fields, seats = position.fields, slice(position.players)
    good = SheetRow(say("good (cubes in hand at the end of a round)"), fields.good[seats].tolist(), counts=not fields.by_wins)
    bad = SheetRow(say("bad (cubes left on the map)"), fields.bad[seats].tolist(), counts=False)
    if fields.by_wins:
        return [SheetRow(say("rounds won"), fields.wins[seats].tolist()), good, bad]
    return [good, bad]
