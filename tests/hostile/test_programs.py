"""Hostile programs in the arena: whatever they do, they alone lose by it, the tournament ends, and nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import branchline as bl
from branchline import arena
from branchline.arena import descendants, local, worker
from branchline.arena.child_process import KEPT_ERROR_OUTPUT, Child, Ended
from branchline.arena.local import WorkerPool
from tests.arena import rogues
from tests.arena.common import is_running, wait_for_the_end
from tests.hostile.fuzz import fuzz
from tests.hostile.marks import bounds_checked

GAME = bl.game("northern-pacific", 2, rounds=1)
FILE = Path(__file__).with_name("hostile_program.py")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Elsewhere only a program's own session is ended.")


def program(attack: str, name: str = "") -> str:
    return f"{name or attack}=cmd:{sys.executable} {FILE} {attack}"


def played(*bots: str, seconds: float = 20.0) -> arena.Tournament:
    """Two games in which the second bot is honest: it never forfeits."""
    done = arena.run(GAME, bots, 2, workers=1, move_seconds=seconds)
    assert done.is_complete, done.failure
    first = done.bots[0].name
    assert {game.forfeit["bot"] for game in done.forfeits if game.forfeit} <= {first}
    return done


class Shared(WorkerPool):
    """A pool that tournaments cannot close: each goes on with the worker of the one before, unless that was lost."""

    def close(self) -> None:
        pass


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    """One worker for the tests of this file: each takes a second of processor to start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOSTILE_LOG", str(tmp_path_factory.mktemp("hostile") / "log"))
        shared = Shared(1)
        yield shared
        WorkerPool.close(shared)


@pytest.fixture(autouse=True)
def logged(pool: Shared, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which programs note the processes they start.  One life will do."""
    monkeypatch.setattr(worker, "LIVES", 1)
    monkeypatch.setattr(local, "WorkerPool", lambda workers: pool)
    log = Path(os.environ["HOSTILE_LOG"])
    log.unlink(missing_ok=True)
    return log


@pytest.mark.parametrize("attack", ["kill-later", "segv-later"])
def test_a_program_that_kills_the_worker_while_another_bot_thinks_forfeits(attack: str) -> None:
    done = played(program(attack), "expert:0.3s")
    assert len(done.forfeits) == 2
    reason = str((done.forfeits[0].forfeit or {})["reason"])
    assert "made its worker fail while others were at work: signal SIG" in reason


def test_a_program_that_kills_the_worker_while_another_program_is_asked_forfeits() -> None:
    done = played(program("kill-later"), program("slow"))
    assert len(done.forfeits) == 2


def test_a_program_that_stops_the_worker_while_another_bot_thinks_forfeits() -> None:
    done = played(program("stop-later"), "expert:0.3s", seconds=4.0)
    assert len(done.forfeits) == 2


def test_a_program_that_stops_the_worker_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "GRACE_SECONDS", 0.5)
    monkeypatch.setattr(worker, "HELLO_SECONDS", 1.0)
    done = played(program("stop-now"), "random", seconds=1.0)
    assert len(done.forfeits) == 2


def test_a_bot_inside_that_ends_the_worker_beside_a_program_forfeits_itself() -> None:
    for bot, kind in ((rogues.Dying, "crash"), (rogues.Hanging, "stall")):
        done = arena.run(GAME, [bot, program("honest")], 2, workers=1, move_seconds=4.0)
        assert [(game.forfeit["bot"], game.forfeit["kind"]) for game in done.games if game.forfeit] == [(bot.name, kind)] * 2


@pytest.mark.parametrize("attack", ["session", "daemon", "nameless-daemon", "many", "heir", "stubborn"])
def test_no_process_of_a_program_outlives_its_game(attack: str, logged: Path) -> None:
    done = played(program(attack), "random", seconds=60.0 if attack != "stubborn" else 1.0)
    assert len(done.forfeits) == (2 if attack in ("heir", "stubborn") else 0)
    wait_for_the_end(logged, 1)


@pytest.mark.parametrize("attack", ["session", "daemon"])
def test_no_process_of_a_program_outlives_a_worker_that_was_killed(attack: str, logged: Path) -> None:
    done = arena.run(GAME, [rogues.DyingLater, program(attack)], 2, workers=1)
    assert [game.forfeit["bot"] for game in done.games if game.forfeit] == ["dying later"] * 2
    wait_for_the_end(logged, 1)


def test_a_process_that_hides_for_a_moment_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is being executed, or between two forks, a process shows no mark."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
    seen = iter([set[int](), {child.pid}])
    monkeypatch.setattr(descendants, "_marked", lambda mark: next(seen, set[int]()))
    descendants.kill_marked("a mark")
    assert child.wait(60) == -signal.SIGKILL


def test_a_bot_inside_keeps_the_processes_of_its_own(logged: Path) -> None:
    played(program("session"), "py:tests.hostile.test_programs:WithHelper")
    wait_for_the_end(logged, 1)


class WithHelper(rogues.Good):
    """Has a process of its own for all games."""

    name = "with helper"
    helper: Child | None = None

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        if WithHelper.helper is None:
            WithHelper.helper = Child([sys.executable, "-c", "import time; time.sleep(1000)"])
        assert is_running(WithHelper.helper.pid)


@pytest.mark.parametrize(
    ("attack", "kind"),
    [
        ("deep", "garbage"),
        ("huge", "garbage"),
        ("binary", "garbage"),
        ("zero", "garbage"),
        ("number", "garbage"),
        ("list", "garbage"),
        ("surrogate", "illegal"),
        ("long", "illegal"),
        ("blank", "garbage"),
        ("drip", "stall"),
        ("complain-for-ever", "stall"),
        ("stubborn", "stall"),
        ("scribble", "crash"),
    ],
)
def test_a_hostile_program_forfeits(attack: str, kind: str) -> None:
    done = played(program(attack), "random", seconds=2.0 if kind == "stall" else 60.0)
    assert [(game.forfeit["kind"], game.forfeit["bot"]) for game in done.games if game.forfeit] == [(kind, attack)] * 2
    for game in done.games:
        assert str((game.forfeit or {})["reason"]).isprintable()
        assert len(str((game.forfeit or {})["reason"])) < 400
        assert bl.Record.loads(game.record_text(GAME)).actions == game.actions


def test_complaints_are_read_and_all_but_their_end_forgotten() -> None:
    assert not played(program("complain"), "random").forfeits
    child = Child([sys.executable, "-c", "import sys; sys.stderr.write('x' * 3_000_000 + '\\nlast words'); sys.exit(3)"])
    with pytest.raises(Ended):
        child.receive(60.0)
    assert child.how_it_ended() == "exit code 3: last words"
    assert len(child._error_output) <= KEPT_ERROR_OUTPUT
    child.close()


def test_marks_are_no_part_of_the_environment_of_who_calls() -> None:
    played(program("honest"), "random")
    assert not [name for name in os.environ if name.startswith("BRANCHLINE_PROGRAM")]


@bounds_checked
def test_a_spoilt_answer_is_a_move_or_a_reason_to_forfeit() -> None:
    check_answers(1000)


@pytest.mark.slow
def test_each_of_many_spoilt_answers_is_a_move_or_a_reason_to_forfeit() -> None:
    check_answers(200_000)


def check_answers(count: int) -> None:
    found = fuzz("lines", count)
    assert 0.05 * count < found["accepted"] < 0.5 * count, found
    assert found["garbage"] > found["illegal"] > 0, found
