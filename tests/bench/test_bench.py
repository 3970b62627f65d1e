import asyncio
import json
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

import branchline as bl
import choices
import cost
import cost_rows
import envs
import first_start
import learning
import openspiel
import report
import reuse
import reviews
import scaling
import searches
import serving
import strength
import targets
import timed_bots
import wheels
import yardstick
from branchline import speed
from branchline.bots import Strength
from branchline.server.base.settings import Settings

RUN = Path(yardstick.__file__).parent / "run.py"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if yardstick.compiler() is None:
        pytest.skip("There is no C compiler here.")
    return yardstick.build(tmp_path_factory.mktemp("yardstick"))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_c_plays_the_same_games_as_the_kernel(program: Path, players: int) -> None:
    in_c, seconds = yardstick.play_in_c(program, players, games=1500, seed=3)
    assert in_c == yardstick.play_in_kernel(players, games=1500, seed=3)
    assert seconds > 0


def test_c_refuses_seven_players_with_a_sentence(program: Path) -> None:
    done = subprocess.run([str(program), "7", "10", "0"], capture_output=True, text=True)
    assert done.returncode == 2
    assert "2 to 6 players" in done.stderr


def test_every_figure_is_a_positive_number() -> None:
    game = bl.game("northern-pacific", players=4)
    measures = (
        speed.kernel_rate,
        speed.copy_seconds,
        speed.play_rate,
        speed.choose_and_play_rate,
        speed.push_rate,
    )
    assert all(measure(game, seconds=0.01) > 0 for measure in measures)
    assert speed.simulate_rate(game, threads=2, seconds=0.01) > 0


def test_rate_counts_only_the_last_and_longest_call() -> None:
    now = 0.0
    calls = []

    def work(times: int) -> int:
        nonlocal now
        calls.append(times)
        now += 0.001 * times
        return 5 * times

    assert speed.rate(work, seconds=0.1, clock=lambda: now) == pytest.approx(5000)
    assert calls == sorted(calls)
    assert calls[-1] * 0.001 >= 0.05


def test_searches_are_counted() -> None:
    assert searches.search_rate(bl.game("northern-pacific", players=4), seconds=0.01) > 0
    for peer in searches.peers():
        if peer.version is not None and "C++" in peer.label:
            assert peer.prepare()(1) == searches.SIMULATIONS


def test_scaling_plays_the_same_games_with_any_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scaling, "BOTS", "a=easy:2,b=easy:2")
    assert all(figure > 0 for figure in scaling.scaling(bl.game("np", 3, rounds=1), games=3, workers=2, rounds=1))


def test_strength_keeps_finished_steps_and_writes_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readme = tmp_path / "README.md"
    other = "| Central Pacific | hard over medium | 60 | **73%** |"
    rows = f"| Northern Pacific | greedy over random | old |\n{other}"
    readme.write_text(f"before\n<!-- strength: written by strength.py -->\n{rows}\n<!-- end of strength -->\nafter\n")
    monkeypatch.setattr(strength, "README", readme)
    words = ["--game", "np", "--step", "greedy", "--games", "6", "--keep", str(tmp_path / "kept"), "--write"]
    for _ in range(2):
        assert CliRunner().invoke(strength.main, words, catch_exceptions=False).exit_code == 0
    assert len(list((tmp_path / "kept").iterdir())) == 1
    text = readme.read_text()
    assert "| Northern Pacific | greedy over random | 6 | **100%** |" in text
    assert "old" not in text
    assert text.index("Northern Pacific") < text.index(other), "what was not played stays, in the order of games"


def test_expert_and_openspiel_play_and_finished_games_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspiel")
    readme, kept = tmp_path / "README.md", tmp_path / "kept"
    other = "| Central Pacific | 60 | **97%** |"
    marks = "<!-- openspiel: written by openspiel.py -->", "<!-- end of openspiel -->"
    readme.write_text(f"{marks[0]}\n| Northern Pacific | old |\n{other}\n{marks[1]}\n")
    monkeypatch.setattr(openspiel, "README", readme)
    words = ["--game", "np", "--seconds", "0.002", "--games", "3", "--workers", "0", "--keep", str(kept), "--write"]
    shown = CliRunner().invoke(openspiel.main, words, catch_exceptions=False).stdout.splitlines()[-1]
    assert shown.startswith("| Northern Pacific | 3 | **")
    assert re.search(r"\| \d\.\d{3} / \d\.\d{3} \| 0 \|$", shown)
    text = readme.read_text()
    assert shown in text
    assert "old" not in text
    assert text.index("Northern Pacific") < text.index(other), "what was not played stays, in the order of games"
    (file,) = kept.iterdir()
    lines = file.read_text().strip().splitlines()
    file.write_text(f"{lines[0]}\n{lines[1]}\n{lines[2][:40]}")
    asked: list[int] = []

    def play_again(job: dict[str, Any]) -> Any:
        asked.append(job["number"])
        return json.loads(lines[2])

    monkeypatch.setattr(openspiel, "play_one", play_again)
    for _ in range(2):
        assert CliRunner().invoke(openspiel.main, words, catch_exceptions=False).stdout.splitlines()[-1] == shown
    assert asked == [json.loads(lines[2])["played"]["number"]], "only the game that an interrupt cut off, and once"


def test_expert_has_its_time_of_the_processor_whatever_else_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that only searches move on, less than they were given."""
    now = 0.0

    def run_until(tree: Any, deadline: float) -> None:
        nonlocal now
        tree.run(8)
        now += 0.03

    monkeypatch.setattr("timed_bots.time.process_time", lambda: now)
    monkeypatch.setattr("timed_bots.SearchTree.run_until", run_until)
    view = bl.game("northern-pacific", 3).start().view(0)
    assert timed_bots.expert_100ms(1).choose(view) in view["legal"]
    assert now == pytest.approx(0.12)
    with pytest.raises(AttributeError, match="hint: expert_200ms"):
        timed_bots.expert_soon  # noqa: B018


def test_the_example_learns_and_its_table_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readme = tmp_path / "README.md"
    readme.write_text("<!-- learning: written by learning.py -->\n<!-- end of learning -->\n")
    monkeypatch.setattr(learning, "README", readme)
    small = {"ENVIRONMENTS": 8, "STEPS": 40, "MINIBATCH": 32, "EPOCHS": 1, "HIDDEN": 8, "RANDOM_STEPS": 9}
    for name, value in small.items():
        monkeypatch.setattr(learning.ppo, name, value)
    monkeypatch.setenv(learning.ppo.FILE, "")
    monkeypatch.setitem(sys.modules, "ppo", learning.ppo)
    words = ["--minutes", "0.0001", "--games", "3", "--workers", "0", "--save", str(tmp_path / "policy.npz"), "--write"]
    assert CliRunner().invoke(learning.main, words, catch_exceptions=False).exit_code == 0
    rows = [line.split(" | ")[:3] for line in readme.read_text().splitlines() if line.startswith("| 0.0001 min")]
    assert rows == [["| 0.0001 min", rival, "3"] for rival in ("random", "greedy", "medium")]


def test_choices_are_valued_for_each_budget_and_settings() -> None:
    words = ["np", "--positions", "1", "--budget", "20", "--valued-by", "300", "--exploration", "1.6", "--outcome-visits", "4"]
    done = CliRunner().invoke(choices.main, [*words, "--outcome-visits", "5"], catch_exceptions=False)
    head, _, first, second = done.stdout.splitlines()
    assert head == "| exploration | outcome visits | 20 simulations |"
    assert (first.split("|")[1:3], second.split("|")[1:3]) == ([" 1.6 ", " 4 "], [" 1.6 ", " 5 "])
    assert first.split("|")[3] == second.split("|")[3], "NP: nothing is drawn in play"
    assert 0 <= float(first.split("|")[3]) < 1


def test_positions_near_draws_have_draws_in_their_trees() -> None:
    (state,) = choices.positions(bl.game("last-train-to-wensleydale", 3), 1, near_draws=True)
    for _ in range(30):
        state.push(state.random_move(bl.seeded(1)).id)
        if state.is_chance:
            break
    assert state.is_chance


def test_the_first_page_shows_figures_with_a_headline() -> None:
    rows = [report.Row("s", "long label", 2e6, report.per_second, headline="short"), report.Row("s", "other", 1, report.times)]
    assert report.headlines(rows, "Here.") == "Here.\n\n| what | figure |\n|---|--:|\n| short | 2.0 M/s |"


def test_further_decisions_of_a_turn_are_measured_with_kept_trees_and_without() -> None:
    """LW: a seat builds several links in a row."""
    game = bl.game("last-train-to-wensleydale", 3)
    for kind in (Strength, reuse.WithoutReuse):
        assert kind(seconds=0.002).reuses_trees is (kind is Strength)
        found = reuse.further(game, kind(seconds=0.002), seed=1)
        assert len(found) > 10
        assert all(one.visits > 0 for one in found)


COMMANDS = sorted(one for one in RUN.parent.glob("*.py") if 'if __name__ == "__main__":' in one.read_text(encoding="utf-8"))


@pytest.mark.parametrize("script", COMMANDS, ids=lambda script: script.stem)
def test_scripts_have_help_with_an_example(
    script: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All in this process: a start of each takes seconds."""
    monkeypatch.setattr(sys, "argv", [str(script), "--help"])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(script), run_name="__main__")
    assert end.value.code == 0
    text = capsys.readouterr().out
    assert text.startswith(("Usage:", "usage:"))
    assert re.search(rf"^ +python bench/{script.name}\b", text, re.MULTILINE)


def test_the_kernel_is_measured_against_c_in_fresh_processes(tmp_path: Path, program: Path) -> None:
    """Its targets are those of a whole run."""
    words = ["--only", "kernel", "--runs", "2", "--rounds", "1", "--seconds", "0.01", "--json", str(tmp_path / "figures.json")]
    subprocess.run([sys.executable, str(RUN), *words], check=True, capture_output=True)
    (row,) = json.loads((tmp_path / "figures.json").read_text())["rows"]
    assert row["label"] == "kernel / C, the median of 2 runs"
    assert (row["target"], row["met"]) == (0.75, row["value"] >= 0.75)
    assert row["note"].startswith("from ")
    assert row["value"] > 0


# -- the server -------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_costs_are_measured_beside_a_bare_post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"TABLES": 2, "PLIES": 3, "WATCHERS": 3}.items():
        monkeypatch.setattr(cost, name, value)
    with serving.serving(Settings(data=str(tmp_path), **serving.UNLIMITED)) as server:
        found = asyncio.run(cost.costs(server, 60))
    rows = {row.label: row for row in cost_rows.cost_rows(found)}
    assert rows["a move / a bare post"].target == 2.5
    assert rows["moves by the clock"].value > 0
    assert re.fullmatch(r"the client took \d\.\d\d of a core", rows["moves by the clock"].note)


def test_two_workers_are_compared_by_processor_and_by_the_clock() -> None:
    one, two = cost.Costs(move=0.004, rate=200, client=0.2), cost.Costs(move=0.005, rate=250, client=0.25)
    cheaper, first, second, faster = cost_rows.speed_rows(one, two)
    assert cheaper.value == pytest.approx(1.6)
    assert (first.value, second.value) == (200, 250)
    assert second.note == "the client took 0.25 of a core"
    assert (faster.value, faster.met) == (1.25, False)


def test_an_error_of_the_server_ends_a_measurement_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [httpx.Response(503), httpx.Response(200), httpx.Response(500, text="a fault")]
    visitor = first_start.Visitor("http://server", process=0, begun=0.0)
    visitor.http = httpx.Client(base_url="http://server", transport=httpx.MockTransport(lambda request: answers.pop(0)))
    assert visitor.get("/") is None, "one asks again"
    assert visitor.get("/") is not None
    with pytest.raises(SystemExit, match="The server answers /t/abc with 500: a fault"):
        first_start.until(lambda: visitor.get("/t/abc"))


def test_a_first_start_has_targets() -> None:
    rows = first_start.game_rows("Northern Pacific", [2.0, 2.5, 3.5, 3.0, 1.0, 2.0])
    assert [(row.target, row.met) for row in rows] == [(3, True), (None, None), (3, False), (None, None), (3, True), (3, True)]
    rules, search = {"np": 9.0, "cp": 40.0}, {"np": 16.0, "cp": 80.0}
    *each, all_of_them = first_start.compiled_rows(rules, search, busy=110.0)
    assert [row.value for row in each] == [16, 80]
    assert all_of_them.value == 80
    assert all_of_them.met in (False, None), "None on one core"


def test_the_first_move_with_a_wheel_has_a_target() -> None:
    row = wheels.row(bl.game("np", 2), [(2.5, 2.0), (1.5, 1.4), (1.6, 1.5)])
    assert (row.value, row.target, row.met) == (1.6, 2, True)
    assert row.note == "median of 2.50 s, 1.50 s, 1.60 s; 1.50 s of processor"


def test_reviews_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    review = bl.review
    monkeypatch.setattr(reviews, "SEEDS", (1,))
    monkeypatch.setattr(bl, "review", lambda record, depth=0: review(record, depth=120))
    done = CliRunner().invoke(reviews.main, ["--game", "np"], catch_exceptions=False)
    assert re.search(
        r"^\| Northern Pacific, 3 players \| .* s \| ≤ 10\.0 s \| (yes|no) \| worst of ", done.stdout, re.MULTILINE
    )


@pytest.mark.parametrize("part", ["vector", "search"])
def test_vectors_and_batched_searches_are_measured(part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(envs, "games", lambda: [bl.game("northern-pacific", 4)])
    monkeypatch.setitem(targets.TARGETS, "northern-pacific", targets.Targets(sizes=(8,)))
    monkeypatch.setattr(envs, "SIMULATIONS", 2)
    monkeypatch.setattr(envs, "version", lambda package: None)
    words = ["--quick", "--only", part, "--json", str(tmp_path / "figures.json")]
    CliRunner().invoke(envs.main, words, catch_exceptions=False)
    rows = json.loads((tmp_path / "figures.json").read_text())["rows"]
    assert all(row["value"] > 0 and row["label"].startswith("Northern Pacific, 4 players, ") for row in rows)
    assert rows
