"""Whole tournaments in processes of this machine, with losses on the way."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import signal
import subprocess
import sys
import time
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import branchline as bl
from branchline import arena
from branchline.arena import export, tournament, worker
from branchline.arena.child_process import Child
from branchline.arena.local import WorkerPool
from tests.arena import rogues
from tests.arena.common import BOTS, DUEL, GAME, same_everywhere, wait_for_the_end

ROOT = Path(__file__).parents[2]
POSIX = pytest.mark.skipif(os.name != "posix", reason="Processes are ended as on Unix.")


@pytest.mark.parametrize("workers", [1, 2])
def test_totals_are_the_same_whatever_the_number_of_workers(alone: arena.Tournament, workers: int) -> None:
    done = arena.run(GAME, BOTS, 12, seed=4, workers=workers)
    assert same_everywhere(done) == same_everywhere(alone)
    assert [game.actions for game in done.games] == [game.actions for game in alone.games]
    assert done.workers == workers


def test_lost_workers_are_replaced_and_their_games_played_again(alone: arena.Tournament) -> None:
    jobs = arena.schedule(GAME, arena.entrants(BOTS), 12, 4, 60.0)
    with contextlib.closing(WorkerPool(2)) as pool:
        found: list[arena.Played] = []
        killed: set[int] = set()
        for game in pool.play(jobs):
            found.append(game)
            pid = pool.workers[len(found) % 2].pid
            if len(killed) < 3 and pid is not None:
                os.kill(pid, signal.SIGKILL)
                killed.add(pid)
    assert len(killed) == 3
    assert tuple(sorted(found, key=lambda game: game.number)) == alone.games


@pytest.mark.parametrize(
    ("bot", "name", "kind", "reason"),
    [
        (rogues.Hanging, "hanging", "stall", "did not answer within 2 s"),
        (rogues.Dying, "dying", "crash", "ended its process 3 times: exit code 9"),
        (rogues.Interrupting, "interrupting", "crash", "raised KeyboardInterrupt: me"),
        *(
            pytest.param(rogues.program(name), name, "crash", "ended its process 3 times: signal SIGKILL", marks=POSIX)
            for name in ("parricide", "parricide-at-hello")
        ),
    ],
)
def test_a_bot_that_takes_its_process_along_forfeits_and_the_rest_goes_on(bot: Any, name: str, kind: str, reason: str) -> None:
    jobs = arena.schedule(DUEL, arena.entrants([rogues.Good, bot, "random"]), 4, seed=1, move_seconds=2.0)
    with contextlib.closing(WorkerPool(1)) as pool:
        failed, other = pool.play(jobs[1:3])
    assert (failed.bots, other.bots) == ((name, "good"), ("good", "random"))
    assert failed.forfeit == {"seat": 0, "bot": name, "kind": kind, "reason": reason}
    assert other.forfeit is None


def test_games_are_kept_when_a_lost_worker_cannot_be_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Any] = []

    class Scarce(Child):
        def __init__(self, words: list[str]) -> None:
            if started:
                raise BlockingIOError(11, "Resource temporarily unavailable")
            started.append(words)
            super().__init__(words)

    monkeypatch.setattr(worker, "Child", Scarce)
    done = arena.run(DUEL, [rogues.Good, "random", rogues.Dying], 6, workers=1)
    assert not done.is_complete
    assert done.failure == "A worker could not be started: [Errno 11] Resource temporarily unavailable."
    assert len(done.games) > 0


@POSIX
def test_a_program_that_takes_its_process_along_after_the_game_changes_nothing() -> None:
    done = arena.run(DUEL, [rogues.program("parricide-at-over"), "random"], 2, workers=1)
    assert done.is_complete
    assert not done.forfeits
    assert all(game.record(DUEL).state().is_over for game in done.games)


@pytest.mark.parametrize(("bot", "seconds"), [(rogues.HangingLater, 2.0), (rogues.DyingLater, 0.0)])
def test_what_was_played_before_a_process_was_lost_is_kept(bot: type[rogues.Good], seconds: float, tmp_path: Path) -> None:
    whole = arena.run(DUEL, [rogues.Good, "random"], 2, seed=0, workers=0)
    done = arena.run(DUEL, [bot, "random"], 2, seed=0, workers=2, move_seconds=2.0)
    export.write_csv(tmp_path / "a.csv", done)
    with (tmp_path / "a.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for game, full in zip(done.games, whole.games, strict=True):
        assert game.forfeit is not None
        seat = game.forfeit["seat"]
        record = bl.Record.loads(game.record_text(DUEL))
        assert record.actions == game.actions == full.actions[: game.plies]
        last = record.state()
        assert (last.actor, last.ply, tuple(last.scores)) == (seat, game.plies, game.scores)
        assert game.moves[seat] == 3
        assert sum(game.moves) == game.plies + 1, "the move that never came counts, as one that is refused does"
        assert game.seconds[seat] >= seconds
        assert all(value > 0 for value in game.seconds)
        mine = [row for row in rows if int(row["game"]) == game.number]
        assert [int(row["moves"]) for row in mine] == list(game.moves)
        assert {int(row["plies"]) for row in mine} == {game.plies}
    assert [game["plies"] for game in arena.to_json(done)["games"]] == [game.plies for game in done.games]


@POSIX
@pytest.mark.parametrize("bot", [rogues.Hanging, rogues.Dying])
def test_no_program_outlives_its_worker(bot: type[rogues.Good], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROGUE_LOG", str(tmp_path / "log"))
    jobs = arena.schedule(DUEL, arena.entrants([bot, rogues.program("stubborn")]), 1, seed=1, move_seconds=2.0)
    with contextlib.closing(WorkerPool(1)) as pool:
        (game,) = pool.play(jobs[:1])
    assert game.forfeit is not None
    assert game.forfeit["bot"] == bot.name
    wait_for_the_end(tmp_path / "log", 2)


def test_a_fault_of_the_arena_loses_no_game_that_was_played(tmp_path: Path) -> None:
    done = arena.run(DUEL, [rogues.Good, "random", rogues.Breaking], 6, workers=1)
    assert done.failure == "A worker could not play: RuntimeError: all is lost"
    assert [one.bots for one in done.games] == [("good", "random"), ("random", "good")]
    assert not done.is_complete
    assert arena.to_json(done)["failure"] == done.failure


def test_a_module_is_found_where_the_arena_finds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("elsewhere", "here"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"bot_from_{folder}.py").write_text("from tests.arena.rogues import Good as Bot\n")
    monkeypatch.syspath_prepend(str(tmp_path / "elsewhere"))
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.syspath_prepend(str(ROOT))
    bots = ["py:bot_from_elsewhere:Bot", "py:bot_from_here:Bot"]
    assert not arena.run(GAME, bots, 3, workers=1).forfeits


def test_a_map_that_a_worker_lacks_ends_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "map.toml"
    file.write_text(resources.files("branchline.games.northern_pacific").joinpath("data/maps/standard.toml").read_text())
    jobs = arena.schedule(bl.game("northern-pacific", 3, map=str(file)), arena.entrants("greedy,random"), 3, 0, 60.0)
    file.unlink()
    with (
        contextlib.closing(WorkerPool(1)) as pool,
        pytest.raises(bl.BranchlineError, match=r"could not play: DataError: .*map"),
    ):
        list(pool.play(jobs))


def test_a_bot_that_prints_and_reads_disturbs_nobody() -> None:
    assert not arena.run(GAME, [rogues.Chatty, "random"], 3, workers=1).forfeits


def test_an_interrupt_ends_with_the_games_so_far() -> None:
    def stop(game: arena.Played, planned: int) -> None:
        raise KeyboardInterrupt

    done = arena.run(GAME, BOTS, 12, workers=2, progress=stop)
    assert (len(done.games), done.planned, done.is_complete) == (1, 12, False)
    assert arena.to_json(done)["complete"] is False


@pytest.mark.skipif(os.name != "posix", reason="Signals are sent as on Unix.")
def test_control_c_on_the_command_line_prints_and_writes_what_there_is(tmp_path: Path) -> None:
    file, out = tmp_path / "figures.json", tmp_path / "out"
    words = ["arena", "np", "--players", "2", "--bots", "greedy,random", "--games", "3000"]
    words += ["--workers", "1", "--json", str(file), "--out", str(out)]
    # A shell's background jobs ignore Ctrl-C, and so would a test among them.
    code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from branchline.cli import main; main()"
    process = subprocess.Popen([sys.executable, "-c", code, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 600  # the first game waits for the search to be compiled
    while len(list(out.glob("records/*.txt"))) < 3 and time.monotonic() < deadline:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    try:
        said, complained = process.communicate(timeout=120)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise
    assert process.returncode == 130, complained
    assert "Interrupted" in said
    assert "Traceback" not in complained
    assert json.loads(file.read_text())["planned"] == 3_000


def test_files(alone: arena.Tournament, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    export.write_json(tmp_path / "a.json", alone)
    export.write_csv(tmp_path / "a.csv", alone)
    export.write_parquet(tmp_path / "a.parquet", alone)
    data = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    assert data["format"] == "branchline-arena"
    assert len(data["games"]) == 12
    assert data["timing"]["games_per_minute"] > 0
    with (tmp_path / "a.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 36
    assert list(rows[0]) == list(export.COLUMNS)
    assert sum(float(row["win_share"]) for row in rows) == pytest.approx(12)
    table = parquet.read_table(tmp_path / "a.parquet")
    assert table.num_rows == 36
    assert table.column("bot").to_pylist() == [row["bot"] for row in rows]
    assert json.loads(table.schema.metadata[b"branchline-arena"])["seed"] == 4


def test_clocks_and_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "cores", lambda: 8)
    assert tournament.usual_workers(arena.entrants("hard,greedy")) == 8
    assert tournament.usual_workers(arena.entrants("expert,greedy")) == 4


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="This system pins no process to cores.")
def test_workers_are_as_many_as_the_cores_of_this_process() -> None:
    mine = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(mine)})
    try:
        assert tournament.usual_workers(arena.entrants("hard,greedy")) == 1
    finally:
        os.sched_setaffinity(0, mine)


def test_a_seed_that_nobody_gave_cannot_be_guessed_and_plays_the_same_again() -> None:
    first = arena.run(GAME, "greedy,random", 3, workers=0)
    second = arena.run(GAME, "greedy,random", 3, workers=0)
    assert first.seed != second.seed
    assert min(first.seed, second.seed) > 2**32, "one in a thousand million runs may fail here"
    again = arena.run(GAME, "greedy,random", 3, seed=first.seed, workers=0)
    assert same_everywhere(again) == same_everywhere(first)


def test_bots_without_dice_play_the_same_games_again() -> None:
    done = arena.run(GAME, [rogues.Good, "other=py:tests.arena.rogues:Good"], 60, workers=0)
    assert len({(one.bots, one.actions) for one in done.games}) == 6
    assert done.figures.repeats == 54
    assert done.figures.pairs["good", "other"].high - done.figures.pairs["good", "other"].low > 0.5


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"games": 0}, "at least one game"),
        ({"workers": -1}, "at least one worker"),
        ({"workers": 0, "on": "ray"}, "Without workers games are played here, not on ray. hint: leave out --workers or --on"),
        ({"move_seconds": 0.0}, "a positive number of seconds"),
        ({"on": "moon"}, "cannot be played on 'moon'. hint: local, ray, or ray://host:port"),
    ],
)
def test_mistakes_end_in_a_sentence(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(bl.BadOption, match=sentence):
        arena.run(GAME, BOTS, **settings)
