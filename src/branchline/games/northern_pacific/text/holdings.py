"""What everybody has, for the players' list and the score sheet of a page."""

from __future__ import annotations

from typing import Any

from branchline.games.northern_pacific.drawing.layers import piece_picture
from branchline.games.northern_pacific.drawing.picks import LARGE, SMALL
from branchline.games.northern_pacific.rules import actions
from branchline.games.northern_pacific.rules.layout import IN_HAND
from branchline.games.northern_pacific.text.names import colour_name
from branchline.games.spec import Holding, SheetRow
from branchline.kernel import Board
from branchline.texts import say


def holdings(state: Any, board: Board) -> list[list[Holding]]:
    """The cubes of every seat: small ones in hand, the large one, those on the map."""
    moving = None if state.over or state.placed < state.players else int(actions.colour_to_move(state))
    players = int(state.players)
    return [
        [
            thing
            for colour in range(seat, int(state.colours), players)
            for thing in _cubes(state, board, colour, colour == moving)
        ]
        for seat in range(players)
    ]


def _cubes(state: Any, board: Board, colour: int, moving: bool) -> list[Holding]:
    small, large_at = int(state.small[colour]), int(state.large_at[colour])
    where = say("in hand") if large_at == IN_HAND else board.data.cities[large_at]
    pick_small, pick_large = moving and small > 0, moving and large_at == IN_HAND
    return [
        Holding(_named(state, say("small cubes"), colour), small, SMALL if pick_small else None, piece_picture(colour, False)),
        Holding(_named(state, say("large cube"), colour), where, LARGE if pick_large else None, piece_picture(colour, True)),
        Holding(_named(state, say("on the map"), colour), int(state.standing[colour])),
    ]


def _named(state: Any, what: str, colour: int) -> str:
    """With the colour where a player has two (NP 5.1)."""
    return what if state.colours == state.players else f"{colour_name(colour)} – {what}"


def score_sheet(state: Any, board: Board) -> list[SheetRow]:
    """NP 4.1–4.3: good and bad of the finished rounds, rounds won."""
    seats = range(int(state.players))
    good, bad, wins = ([int(figure[seat]) for seat in seats] for figure in (state.good, state.bad, state.wins))
    if state.by_wins:
        return [
            SheetRow(say("rounds won"), wins),
            SheetRow(say("good (cubes in hand at the end of a round)"), good, counts=False),
            SheetRow(say("bad (cubes left on the map)"), bad, counts=False),
        ]
    return [
        SheetRow(say("good (cubes in hand at the end of a round)"), good),
        SheetRow(say("bad (cubes left on the map)"), bad, counts=False),
    ]
