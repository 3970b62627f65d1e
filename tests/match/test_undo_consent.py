"""Undo by consent: further back than is free, if all persons at the table agree."""

from __future__ import annotations

import random

import pytest

from branchline.kernel import CHANCE
from branchline.match import Clock, Match, NotAllowed, NotYourSeat
from branchline.match.notices import Notice
from tests.match.tables import GAMES, asked, do, play_out, step, table, until


@pytest.mark.parametrize("game", GAMES)
def test_further_back_when_all_persons_agree(game: str) -> None:
    rng, match = random.Random(7), table(game)
    for _ in range(25):
        step(match, rng)
    to = next(ply for ply, past in enumerate(match.played) if past.seat != CHANCE)
    ask = asked(match, to)
    undo = match.view(1, 2.0)["undo"]
    assert undo["ask"] == {"id": ask, "seat": 0, "to": to, "waiting_for": [1, 2]}
    assert match.answer_undo(0, ask, True, 2.0) == ()
    assert [entry.kind for entry in do(match, match.answer_undo(1, ask, True, 2.0))] == ["consent"]
    assert match.answer_undo(1, ask, True, 2.0) == (), "to agree twice is harmless"
    assert [entry.kind for entry in do(match, match.answer_undo(2, ask, True, 2.0))] == ["consent", "undo"]
    assert (match.ply, match.ask) == (to, None)
    assert "undo-consent" in match.marks
    play_out(match, rng)


def test_bots_consent() -> None:
    match = table("northern-pacific", "pbp")
    rng = random.Random(1)
    until(match, rng, seat=2)
    ask = asked(match, 0)
    assert [entry.kind for entry in match.answer_undo(2, ask, True, 2.0)] == ["consent", "undo"]
    with pytest.raises(NotYourSeat):
        match.answer_undo(1, ask, True, 2.0)


def test_one_refusal_is_enough_and_who_asked_may_withdraw() -> None:
    match, rng = table("northern-pacific"), random.Random(1)
    for _ in range(4):
        step(match, rng)
    for seat, why in ((1, "refused"), (0, "withdrawn")):
        ask = asked(match, 0)
        assert [entry.kind for entry in do(match, match.answer_undo(seat, ask, False, 2.0))] == ["refuse"]
        assert match.ask is None
        assert match.notices[-1] == Notice(match.ply, "refuse", seat, why)
        with pytest.raises(NotAllowed, match="no longer open"):
            match.answer_undo(2, ask, True, 2.0)
    assert Match.restore(match.setup, match.snapshot()).notices == match.notices


def test_a_move_ends_a_request_and_an_old_consent_does_not_fit_a_new_one() -> None:
    match, rng = table("northern-pacific"), random.Random(1)
    for _ in range(4):
        step(match, rng)
    first = asked(match, 0)
    step(match, rng)
    assert match.ask is None
    asked(match, 1)
    with pytest.raises(NotAllowed, match="no longer open"):
        match.answer_undo(1, first, True, 2.0)


def test_one_request_at_a_time() -> None:
    match, rng = table("northern-pacific"), random.Random(1)
    for _ in range(4):
        step(match, rng)
    asked(match, 0)
    assert match.ask_undo(0, 0, match.ply, 2.0) == ()
    with pytest.raises(NotAllowed, match="answer that first"):
        match.ask_undo(1, 1, match.ply, 2.0)


def test_consent_gives_the_time_back() -> None:
    match = table("northern-pacific", clock=Clock("bank", 60.0))
    do(match, match.play(0, "extend Fargo", 0, 10.0))
    rng = random.Random(1)
    step(match, rng, 30.0)
    step(match, rng, 35.0)
    assert [match.clocks.remaining(seat, 35.0) for seat in range(3)] == [50.0, 40.0, 55.0]
    do(match, match.ask_undo(1, 1, match.ply, 36.0))
    assert match.ask is not None
    ask = match.ask.id
    do(match, match.answer_undo(0, ask, True, 40.0))
    do(match, match.answer_undo(2, ask, True, 40.0))
    assert [match.clocks.remaining(seat, 40.0) for seat in range(3)] == [50.0, 60.0, 60.0]
    assert match.clocks.remaining(1, 43.0) == 57.0
    assert Match.restore(match.setup, match.snapshot()).times == match.times == {0: (60.0, 60.0, 60.0), 1: (50.0, 60.0, 60.0)}


def test_asking_for_what_is_free_does_it() -> None:
    match = table("northern-pacific")
    do(match, match.play(0, "extend Fargo", 0, 1.0))
    assert [entry.kind for entry in match.ask_undo(0, 0, 1, 1.0)] == ["undo"]


def test_who_gets_up_takes_the_request_along() -> None:
    match, rng = table("northern-pacific"), random.Random(1)
    for _ in range(4):
        step(match, rng)
    asked(match, 0)
    do(match, match.leave(2, 2.0))
    assert match.ask is None
