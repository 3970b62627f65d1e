"""Playing one game among bots.  Each bot gets the view of its seat and nothing else."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from branchline.arena.chance import Chance
from branchline.arena.child_process import printable
from branchline.arena.external import ExternalBot
from branchline.arena.forfeit import Forfeit
from branchline.arena.journal import DECISIONS, NOBODY, Event, Kind, Note, forget
from branchline.arena.schedule import Job
from branchline.bots import Bot
from branchline.bots.compiled import compiled_search
from branchline.core.game import Game
from branchline.core.record import Record
from branchline.core.state import State
from branchline.errors import BranchlineError


@dataclass(frozen=True)
class Played:
    """The result of one game."""

    number: int
    deal: int
    bots: tuple[str, ...]
    """The name of the bot in each seat."""
    sides: tuple[int, ...]
    """The side each seat played for; partners have the same side."""
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    """1 is best; ties share a rank.  After a forfeit that side is last and all others share the first rank."""
    plies: int
    actions: tuple[int, ...]
    forfeit: dict[str, Any] | None = None
    """`seat`, `bot`, `kind` and `reason` if a bot failed."""
    seconds: tuple[float, ...] = field(default=(), compare=False)
    """The time that each seat took for all its moves together."""
    moves: tuple[int, ...] = ()
    """The number of decisions of each seat."""

    def record(self, game: Game, date: str | None = None) -> Record:
        """The game as a record, with the bots' names at the seats."""
        state = game.start()
        for action in self.actions:
            state.push(action)
        return Record.of(state, self.bots, date)

    def record_text(self, game: Game, date: str | None = None) -> str:
        """The record as text, with a forfeit as a comment."""
        text = self.record(game, date).dumps()
        if self.forfeit is None:
            return text
        return f"{text}# Forfeit: {self.forfeit['bot']} (seat {self.forfeit['seat']}) {self.forfeit['reason']}\n"

    def to_json(self) -> dict[str, Any]:
        """JSON-safe."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Played:
        """What `to_json` wrote."""
        values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
        return cls(**values)


def play(job: Job, note: Note = forget, announce: Callable[[Played], None] = lambda played: None) -> Played:
    """Play a job to its end, or to the first forfeit.

    `announce` is called with the result before programs are ended, so that nothing they do then can change it.
    """
    game = job.set_up()
    state = game.start()
    if any(entrant.is_ours for entrant in job.seats):
        compiled_search(game)  # loaded or compiled before any bot's time runs
    current, failure = GameInProgress(job, state, note), None
    try:
        try:
            current.open()
            current.run()
        except Forfeit as forfeit:
            failure = forfeit
        played = current.result(failure)
        announce(played)
        current.say_farewell(played)
        return played
    finally:
        current.close()


def forfeited(job: Job, events: list[Event], forfeit: Forfeit) -> Played:
    """The result of a game whose process was lost just now, from the events in its journal."""
    ends = [event.time for event in events[1:]] + [time.monotonic()]
    current = GameInProgress(job, job.set_up().start())
    with contextlib.suppress(BranchlineError, IndexError):  # a hostile program can write into the journal
        for event, end in zip(events, ends, strict=True):
            if event.kind is Kind.PUSHED:
                current.state.play(event.value)
            elif event.kind in DECISIONS:
                current.moves[event.seat] += 1
                current.seconds[event.seat] += end - event.time
    return current.result(forfeit)


class GameInProgress:
    """A game that is being played, with its bots."""

    def __init__(self, job: Job, state: State, note: Note = forget) -> None:
        self.job, self.state, self.note = job, state, note
        self.chance = Chance(job.chance_seed)
        self.bots: list[Bot | None] = []
        self.seconds, self.moves = [0.0] * job.players, [0] * job.players

    def open(self) -> None:
        """Make the bots.  A program is started anew for each game, so that no game depends on another."""
        for seat, (entrant, seed) in enumerate(zip(self.job.seats, self.job.bot_seeds, strict=True)):
            if not self.job.runs(seat):
                self.bots.append(None)
            elif entrant.is_external:
                with self._noted(Kind.STARTING, seat):
                    bot = ExternalBot(entrant, seat, self.job.move_seconds)
                    self.bots.append(bot)
                    self.note(Kind.STARTED, seat, bot.pid)
                    bot.hello(self.state.view(seat), seed)
            else:
                with self._noted(Kind.MAKING, seat), blamed(seat):
                    self.bots.append(entrant.make(seed))

    def run(self) -> None:
        """Play until the game is over, or the trial has ended."""
        while not self.state.is_over:
            if self.job.trial is not None:
                if not self._repeat(self.job.trial):
                    return
            elif self.state.is_chance:
                self._play(self.chance.draw(self.state).id)
            else:
                seat = self.state.actor
                self._make(self._decide(seat), seat)

    def _repeat(self, actions: tuple[int, ...]) -> bool:
        """Repeat the next action of a trial; returns whether there was one.  Bots that take part are asked as before."""
        if self.state.actor >= 0 and self.bots[self.state.actor] is not None:
            self._decide(self.state.actor)
        if self.state.ply >= len(actions):
            time.sleep(self.job.linger)
            return False
        self._play(actions[self.state.ply])
        return True

    def _decide(self, seat: int) -> str:
        view, bot = self.state.view(seat), self.bots[seat]
        assert bot is not None
        self.moves[seat] += 1
        started = time.perf_counter()
        try:
            if isinstance(bot, ExternalBot):
                with self._noted(Kind.ASKED, seat):
                    return bot.choose(view)
            with self._noted(Kind.CHOOSING, seat), blamed(seat):
                return text_of(bot.choose(view), seat)
        finally:
            self.seconds[seat] += time.perf_counter() - started

    def _make(self, move: str, seat: int) -> None:
        try:
            self._play(self.state.game.move(move).id)
        except BranchlineError as error:
            raise Forfeit(seat, "illegal", f"played {printable(move, 60)!r}: {printable(str(error))}") from None

    def _play(self, action: int) -> None:
        self.state.play(action)
        self.note(Kind.PUSHED, NOBODY, action)

    @contextlib.contextmanager
    def _noted(self, kind: Kind, seat: int) -> Iterator[None]:
        """Note which bot is at work, so that the owner knows it if this process is lost."""
        self.note(kind, seat, 0)
        try:
            yield
        finally:
            self.note(Kind.IDLE, NOBODY, 0)

    def result(self, forfeit: Forfeit | None) -> Played:
        """The result of the game."""
        state = self.state
        sides = state.game.spec.rules.sides(state.fields_view)
        names = tuple(entrant.name for entrant in self.job.seats)
        ranks = state.ranks if forfeit is None else ranks_after(sides, sides[forfeit.seat])
        failure = None
        if forfeit is not None:
            failure = {"seat": forfeit.seat, "bot": names[forfeit.seat], "kind": forfeit.kind, "reason": forfeit.reason}
        return Played(
            number=self.job.number,
            deal=self.job.deal,
            bots=names,
            sides=tuple(int(side) for side in sides),
            scores=tuple(state.scores),
            ranks=tuple(ranks),
            plies=state.ply,
            actions=tuple(state.actions),
            forfeit=failure,
            seconds=tuple(self.seconds),
            moves=tuple(self.moves),
        )

    def say_farewell(self, played: Played) -> None:
        """Tell programs how the game ended."""
        for seat, bot in enumerate(self.bots):
            if isinstance(bot, ExternalBot):
                view = self.state.view(seat)
                bot.farewell({"scores": played.scores, "ranks": played.ranks, "forfeit": played.forfeit, "view": view})

    def close(self) -> None:
        """End the programs."""
        for bot in self.bots:
            if isinstance(bot, ExternalBot):
                bot.close()
                self.note(Kind.ENDED, NOBODY, bot.pid)


def text_of(answer: object, seat: int) -> str:
    """A bot's answer as a plain `str`, even if it is a subclass with methods of its own."""
    if not isinstance(answer, str):
        raise Forfeit(seat, "garbage", f"answered {printable(repr(answer), 80)}, which is no text")
    return str.__str__(answer)


@contextlib.contextmanager
def blamed(seat: int) -> Iterator[None]:
    """Whatever a bot in this process raises is its forfeit.

    A KeyboardInterrupt is the person's who pressed Ctrl-C, where Python raises it on that signal.  Where the signal is ignored
    or handled otherwise, as in a worker, only the bot can have raised it.
    """
    try:
        yield
    except Forfeit:
        raise
    except BaseException as error:  # also SystemExit: a bot must not end the arena
        if isinstance(error, KeyboardInterrupt) and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            raise
        raise Forfeit(seat, "crash", f"raised {type(error).__name__}: {printable(str(error))}") from error


def ranks_after(sides: list[int], loser: int) -> list[int]:
    """Ranks after a forfeit: the side that failed is last, all others share the first rank."""
    last = len(set(sides))
    return [last if side == loser else 1 for side in sides]
