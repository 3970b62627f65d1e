"""Spoilt positions are refused by a sentence, or they can be played.  Rules are compiled with every index checked."""

from __future__ import annotations

import json

import pytest

import branchline as bl
from tests.hostile.fuzz import fuzz
from tests.hostile.marks import bounds_checked
from tests.hostile.spoilt import check_sentence

GAMES = [spec.name for spec in bl.specs()]
FEW, MANY = 2500, 2_000_000
FEW_HYPOTHESES, MANY_HYPOTHESES = 60, 30_000


def check(name: str, count: int) -> None:
    """A good share gets past the reader, and a fair share past the rules: otherwise the texts would prove nothing."""
    found = fuzz(f"positions:{name}", count)
    assert found["refused by the reader"] < 0.6 * count, found
    assert 0.05 * count < found["accepted"] < 0.5 * count, found


def check_hypotheses(name: str, count: int) -> None:
    found = fuzz(f"hypotheses:{name}", count)
    assert found["accepted"], found
    assert found["refused by the rules"], found


@bounds_checked
@pytest.mark.parametrize("name", GAMES)
def test_spoilt_positions_do_no_harm(name: str) -> None:
    check(name, FEW)


@bounds_checked
@pytest.mark.parametrize("name", GAMES)
def test_hypothesis_finds_no_position_that_does_harm(name: str) -> None:
    check_hypotheses(name, FEW_HYPOTHESES)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_two_million_spoilt_positions_do_no_harm(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    with capfd.disabled():  # shows the progress
        check(name, MANY)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_hypothesis_finds_no_position_that_does_harm_in_many(name: str) -> None:
    check_hypotheses(name, MANY_HYPOTHESES)


@pytest.mark.parametrize(
    ("name", "fields", "sentence"),
    [
        ("northern-pacific", {"x" * 5000: 1}, "has no field 'xxxxx"),
        ("central-pacific", {"homes": [2**63 - 1, 95, 0, 0]}, f"has homes [{2**63 - 1}, 95, 0, 0], this game"),
    ],
)
def test_a_refusal_is_one_short_line(name: str, fields: dict[str, object], sentence: str) -> None:
    game = bl.game(name)
    with pytest.raises(bl.BadPosition) as caught:
        game.position(json.dumps({"fields": game.start().fields() | fields}))
    assert sentence in str(caught.value)
    check_sentence(str(caught.value))
