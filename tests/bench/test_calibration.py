"""The figures of bench/calibration.py."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import calibration
from branchline.review.values import Calibration, calibrated
from calibration import Row, Settings


def rows(power: float, games: int) -> list[Row]:
    """Games whose predictions become right when they are raised to a power."""
    rng, found = np.random.default_rng(2), []
    for number in range(games):
        right = rng.dirichlet([1.0, 1.0, 1.0], size=4)
        winner = int(rng.choice(3, p=right[-1]))
        told = [[calibrated(one, range(3), 1 / power)] for one in right[-1:].repeat(4, axis=0)]
        result = [float(seat == winner) for seat in range(3)]
        found.append({"number": number, "result": result, "length": 0.5, "plies": [0.1, 0.2, 0.3, 0.45], "moments": told})
    return found


def test_the_map_that_makes_predictions_right_is_found() -> None:
    games = rows(0.5, 120)
    found = calibration.fitted(games)
    assert found.sharpness == pytest.approx([0.5] * 4, abs=0.2)
    before, after = (calibration.error(calibration.pairs(games, one)) for one in (Calibration(), found))
    assert after < 0.8 * before


def test_every_game_is_judged_by_a_map_fitted_to_others() -> None:
    settings = Settings("northern-pacific", 3, "random", "120", 4, 1)
    games = [{**row, "plies": row["plies"] * 2, "moments": row["moments"] * 2} for row in rows(0.5, 40)]
    _, _, points = calibration.report(settings, games)
    crossed = [
        calibration.pairs(games[1::2], calibration.fitted(games[::2])),
        calibration.pairs(games[::2], calibration.fitted(games[1::2])),
    ]
    assert sum(count for *_, count in points) == sum(map(len, crossed))
    told = sum(predicted * count for predicted, _, count in points)
    assert told == pytest.approx(sum(float(half[:, 0].sum()) for half in crossed))


def test_few_games_change_little() -> None:
    (power, *_) = calibration.fitted(rows(0.5, 4)).sharpness
    assert 0.5 < power < 1.5


def test_pairs_are_mapped_as_reviews_are() -> None:
    (game,) = rows(1.0, 1)
    found = calibration.pairs([game], Calibration((0.7,)))
    assert found[:3, 0] == pytest.approx(calibrated(game["moments"][0][0], range(3), 0.7))


def test_games_are_kept(tmp_path: Path) -> None:
    settings = Settings("northern-pacific", 2, "random", "120", 8, 1)
    first = calibration.collect(settings, 2, tmp_path, 0, only_kept=False)
    again = calibration.collect(settings, 3, tmp_path, 0, only_kept=False)
    assert again[:2] == first
    line, data, points = calibration.report(settings, again)
    assert line[0] == "Northern Pacific"
    assert data["games"] == 3
    assert sum(count for *_, count in points) == 3 * 8 * 2
    assert calibration.picture({"Northern Pacific": points}).startswith("<svg")
