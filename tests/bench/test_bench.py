import subprocess
import sys
from pathlib import Path

import pytest

import branchline as bl
import yardstick
from branchline import speed

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


def test_run_has_help_with_an_example() -> None:
    done = subprocess.run([sys.executable, str(RUN), "--help"], capture_output=True, text=True, check=True)
    assert "python bench/run.py --quick" in done.stdout
