"""The work of a review: a record cut into decisions and runs of draws, each a task of its own."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.core.record import Record
from branchline.core.state import State
from branchline.errors import BadRecord
from branchline.texts import say


@dataclass(frozen=True)
class Event:
    """A decision, or a run of draws without a decision between them."""

    first: int
    last: int
    """The first and the last ply; they differ only for draws."""
    before: State
    after: State
    is_chance: bool
    action: int
    """The decision; of a run the last draw."""

    @property
    def is_forced(self) -> bool:
        """Whether there was nothing to choose, so that nothing can have changed."""
        return not self.is_chance and len(self.before.ids()) == 1


def events_of(record: Record) -> list[Event]:
    """The events of a finished game; raises BadRecord if the game is not over."""
    found = events_so_far(record)
    if not found or not found[-1].after.is_over:
        raise BadRecord(
            say("The game is not over after {plies} actions: only a finished game is reviewed.", plies=len(record.actions))
        )
    return found


def events_so_far(record: Record) -> list[Event]:
    """The events of a game that may have been broken off.  A run of draws that did not come to its end is left out."""
    states = list(record.states())
    found: list[Event] = []
    for ply, action in enumerate(record.actions):
        before, after, drawn = states[ply], states[ply + 1], states[ply].is_chance
        if drawn and found and found[-1].is_chance:
            run = found.pop()
            found.append(Event(run.first, ply, run.before, after, True, action))
        else:
            found.append(Event(ply, ply, before, after, drawn, action))
    return found[:-1] if found and found[-1].after.is_chance and found[-1].is_chance else found
