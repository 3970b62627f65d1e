"""Tables that begin in the middle: forks of a game, and games from records."""

from __future__ import annotations

from collections.abc import Collection

from branchline.core.record import Record
from branchline.errors import NotAllowed
from branchline.match.match_state import MatchState
from branchline.match.setup import Origin, Seat, Setup
from branchline.match.validation import NAME_LENGTH
from branchline.match.view import is_open, state_at
from branchline.texts import say


def of(table: MatchState, ply: int, seat: int | None, name: str, level: str, label: str, mine: Collection[int]) -> Setup:
    """A private table from a ply on.

    From a finished game anybody may fork.  From a running one only the person who plays there alone against bots (`mine`
    are that person's seats), and only where nothing was ever hidden.  In a fork one may ask for hints and try moves: that
    would be help against other persons.  Its end would show what the game still hides.
    """
    state = state_at(table, ply)
    if state.is_over:
        raise NotAllowed(say("There the game was over. hint: fork from an earlier ply."))
    if not table.is_finished:
        if seat is None or not table.seats[seat].is_person:
            raise NotAllowed(say("Only who sits at the table can fork a running game."))
        if not is_open(table, ply):
            raise NotAllowed(say("A fork would tell what is hidden in the running game. hint: fork when it is over."))
        if not table.is_alone(mine):
            raise NotAllowed(say("Nobody forks a game while others play it. hint: fork when it is over."))
    kept = seat if seat is not None else _next_seat(table, ply)
    stand_in = level or table.setup.stand_in
    seats = [Seat("person", name) if other == kept else Seat("bot", level=stand_in) for other in range(table.game.players)]
    texts = table.game.board.texts
    return Setup.of(
        table.game.name,
        seats,
        options=table.game.changed_options,
        stand_in=stand_in,
        opening=tuple(texts[deed.action] for deed in table.deeds[:ply]),
        origin=Origin("fork", label, ply),
    )


def _next_seat(table: MatchState, ply: int) -> int:
    """The seat that decided next in the game, for a spectator to sit on."""
    return next((deed.seat for deed in table.deeds[ply:] if deed.seat >= 0), 0)


def read_record(text: str) -> Record:
    """A record from a stranger: it opens no file that it names."""
    return Record.loads(text, files=False)


def imported(record: Record, of: str = "") -> Setup:
    """The table of a record: finished if its game is, else waiting for people who play on."""
    over = record.state().is_over
    names = [name[:NAME_LENGTH] or f"Seat {seat}" for seat, name in enumerate(record.seats)]
    texts = record.game.board.texts
    return Setup.of(
        record.game.name,
        [Seat("person", name) if over else Seat("open") for name in names],
        options=record.game.changed_options,
        opening=tuple(texts[action] for action in record.actions),
        origin=Origin("record", of, len(record.actions), record.date),
    )
