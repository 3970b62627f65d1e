import json
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import branchline as bl
import choices
import report
import reuse
import scaling
import searches
import strength
import yardstick
from branchline import speed
from branchline.bots import Strength

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
