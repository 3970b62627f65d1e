"""Notes of a person to themselves: at positions of a game, for the holders of the seat only."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from branchline.match import Match, NotAllowed, NotStarted
from branchline.server.base.control_characters import check_texts
from branchline.server.base.inputs import Ply
from branchline.server.services.common import TableContext
from branchline.server.services.requests import SeatOnly
from branchline.server.store import private_rows, rows
from branchline.texts import say

MAX_NOTES = 400
"""The most notes of a seat in a game."""
NoteText = Annotated[str, Field(max_length=500), AfterValidator(lambda text: check_texts(text.strip()))]


class NoteRequest(SeatOnly):
    """A note to yourself."""

    ply: Ply = Field(description="The position that it is about.")
    text: NoteText = Field(description="Empty: the note is removed.")


@dataclass(frozen=True)
class Note:
    """A note at a position."""

    ply: int
    text: str
    taken_back: bool
    """Whether the position was taken back by an undo."""

    def to_dict(self) -> dict[str, Any]:
        """JSON-safe data."""
        return asdict(self)


def _position(match: Match, ply: int) -> int:
    """What tells a position from others at the same ply: the version of the entry that led to it."""
    return match.played[ply - 1].version if ply else 0


async def read(at: TableContext, wanted: int | None = None) -> list[Note]:
    """The notes of a seat in the order of the game; 403 for a seat of somebody else."""
    seat, match = at.rights.acting_seat(at.live, wanted), at.live.match
    async with at.services.store.read_autocommit() as db:
        found = await private_rows.notes_of(db, at.id, seat)
    return [Note(row.ply, row.text, row.ply > match.ply or _position(match, row.ply) != row.version) for row in found]


async def write(at: TableContext, wanted: NoteRequest) -> list[Note]:
    """Write, replace or remove the note at a position."""
    seat, match = at.rights.acting_seat(at.live, wanted.seat), at.live.match
    if match.phase == "waiting":  # the seat may still go to somebody else
        raise NotStarted(say("The game begins when every seat is taken."))
    if wanted.ply > match.ply:
        raise NotAllowed(say("There is no ply {ply!r:.20}: the board is at ply {now}.", ply=wanted.ply, now=match.ply))
    async with at.services.store.write() as db:
        await rows.lock_table(db, at.id)
        await at.check(db)
        if wanted.text and len(await private_rows.notes_of(db, at.id, seat)) >= MAX_NOTES:
            raise NotAllowed(say("A seat has at most {most} notes. hint: remove one.", most=MAX_NOTES))
        await private_rows.keep_note(db, at.id, seat, wanted.ply, _position(match, wanted.ply), wanted.text)
    return await read(at, wanted.seat)
