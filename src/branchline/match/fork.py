"""Tables that begin in the middle of a game: forks, and imported records."""

from __future__ import annotations

from collections.abc import Collection

from branchline.core.record import OnAction, Record
from branchline.errors import NotAllowed
from branchline.match.match_state import MatchState
from branchline.match.setup import Origin, Seat, Setup
from branchline.match.validation import NAME_LENGTH
from branchline.match.view import is_open, state_at
from branchline.texts import say


def of(match: MatchState, ply: int, seat: int | None, name: str, level: str, label: str, mine: Collection[int]) -> Setup:
    """The setup of a private table that plays on from a ply.

    Anybody may fork a finished game.  Only a person who plays alone against bots may fork a running game, and only where
    nothing was ever hidden (`mine` are that person's seats).  Otherwise a fork would help against other persons, since a
    fork gives hints, and its end would show what the game still hides.
    """
    state = state_at(match, ply)
    if state.is_over:
        raise NotAllowed(say("There the game was over. hint: fork from an earlier ply."))
    if not match.is_finished:
        if seat is None or not match.seats[seat].is_person:
            raise NotAllowed(say("Only who sits at the table can fork a running game."))
        if not is_open(match, ply):
            raise NotAllowed(say("A fork would tell what is hidden in the running game. hint: fork when it is over."))
        if not match.is_alone(mine):
            raise NotAllowed(say("Nobody forks a game while others play it. hint: fork when it is over."))
        if match.is_contest:
            raise NotAllowed(say("Nobody forks a daily deal that is still on. hint: fork when it is over."))
    kept = seat if seat is not None else _next_seat(match, ply)
    stand_in = level or match.setup.stand_in
    seats = [Seat("person", name) if other == kept else Seat("bot", level=stand_in) for other in range(match.game.players)]
    texts = match.game.board.texts
    return Setup.of(
        match.game.name,
        seats,
        options=match.game.changed_options,
        stand_in=stand_in,
        opening=tuple(texts[past.action] for past in match.played[:ply]),
        origin=Origin("fork", label, ply),
    )


def _next_seat(match: MatchState, ply: int) -> int:
    """The seat that decided next in the game: a spectator who forks gets it."""
    return next((past.seat for past in match.played[ply:] if past.seat >= 0), 0)


def read_record(text: str, on_action: OnAction | None = None) -> Record:
    """Read a record from a stranger.  Files that it names are not opened.  `on_action` as in `Record.loads`."""
    return Record.loads(text, files=False, on_action=on_action)


def imported(record: Record, of: str = "") -> Setup:
    """The setup of a table from a record: finished if the game is, else with open seats for people who play on."""
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
