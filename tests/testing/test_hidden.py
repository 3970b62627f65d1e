"""The law on blanks, on made-up samples: a number that only `hide` writes must not stay in them."""

from __future__ import annotations

from typing import Any

import pytest

import branchline as bl
from branchline.kernel.contract import Bytes
from branchline.testing import LawBroken
from branchline.testing.broken import RandomGame
from branchline.testing.hidden import SAMPLES, HiddenLaws, Sampled

GAME = bl.game("northern-pacific", 3)
BLANK = -2


def position(good: list[int]) -> Bytes:
    """A position with these numbers in one field; they stand for something hidden."""
    raw = GAME.start()._raw.copy()
    fields: Any = raw.view(GAME.spec.rules.layout.dtype)[0]
    fields.good[:3] = good
    return raw


def laws(sampled: list[list[int]], cases: int = 12) -> HiddenLaws:
    """The laws after a game in which seat 0 did not know the numbers of the others, and `resample` gave these."""
    found = HiddenLaws(RandomGame(GAME, seed=5))
    truth, seen = position([1, 2, 3]), position([1, BLANK, BLANK])
    found.reached = [truth]
    samples = [position(sampled[number % len(sampled)]) for number in range(SAMPLES)]
    found.sampled = [Sampled(ply, 0, truth, seen, samples) for ply in range(4, 4 + cases)]
    return found


def test_samples_without_blanks_are_right() -> None:
    laws([[1, 3, 2], [1, 2, 3]]).check_filled()


def test_a_blank_that_stays_is_told_with_field_seed_and_ply() -> None:
    with pytest.raises(LawBroken, match="seed 5, ply 4: resample for seat 0 leaves -2 in the field good") as caught:
        laws([[1, 3, BLANK], [1, 2, BLANK]]).check_filled()
    assert caught.value.command == "branchline show northern-pacific --players 3 --seed 5 --ply 4 --open"


def test_samples_in_which_everything_stays_blank_are_told() -> None:
    with pytest.raises(LawBroken, match="resample fills nothing of what hide blanks for seat 0"):
        laws([[1, BLANK, BLANK]]).check_filled()


def test_a_blank_that_is_also_a_value_in_play_may_stay() -> None:
    found = laws([[1, 3, BLANK], [1, BLANK, 3]])
    found.reached.append(position([BLANK, 1, 1]))
    found.check_filled()


def test_few_samples_prove_nothing() -> None:
    laws([[1, 3, BLANK]], cases=1).check_filled()
