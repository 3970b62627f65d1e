"""Clocks: time is lost only while a seat is to decide, and never won by undo."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from branchline.match import Absence, Clock, Clocks, Match, NotAllowed
from tests.match.tables import do, step, table, until

BANK = Clock("bank", 60.0, 5.0)
MOVE = Clock("move", 30.0)

UNTIMED = settings(deadline=None, max_examples=50)

turns = st.lists(st.tuples(st.integers(0, 3), st.floats(0, 40), st.booleans()), max_size=40)


@UNTIMED
@given(turns)
def test_the_bank_is_what_was_there_less_what_was_used_plus_an_increment_for_every_turn(
    schedule: list[tuple[int, float, bool]],
) -> None:
    clocks, now = Clocks.fresh(BANK, 4), 1000.0
    expected, last = [60.0] * 4, None
    for ply, (seat, used, is_bot) in enumerate(schedule):
        clocks = clocks.at_decision(None if is_bot else seat, ply, now)
        if last is not None and (is_bot or seat != last):
            expected[last] += 5.0
        for other in range(4):
            assert clocks.remaining(other, now) == pytest.approx(expected[other], abs=1e-6)
        now += used
        if not is_bot:
            expected[seat] = max(0.0, expected[seat] - used)
            assert clocks.remaining(seat, now) == pytest.approx(expected[seat], abs=1e-6)
        last = None if is_bot else seat


@UNTIMED
@given(turns, st.floats(0, 40))
def test_time_for_every_decision_is_fresh_at_every_new_ply(schedule: list[tuple[int, float, bool]], wait: float) -> None:
    clocks, now = Clocks.fresh(MOVE, 4), 1000.0
    for ply, (seat, used, _) in enumerate(schedule):
        clocks = clocks.at_decision(seat, ply, now)
        assert clocks.remaining(seat, now) == 30.0
        assert clocks.remaining(seat, now + wait) == pytest.approx(max(0.0, 30.0 - wait), abs=1e-6)
        now += used


@UNTIMED
@given(st.lists(st.floats(0, 10), min_size=2, max_size=20), st.sampled_from([BANK, MOVE]))
def test_playing_and_undoing_wins_no_time(waits: list[float], clock: Clock) -> None:
    clocks, now = Clocks.fresh(clock, 2).at_decision(0, 0, 0.0), 0.0
    clocks = clocks.at_decision(1, 1, 0.0)
    most = clocks.remaining(0, 0.0)
    for number, wait in enumerate(waits):
        now += wait
        clocks = clocks.at_decision(number % 2, number % 2, now)
        left = clocks.remaining(0, now)
        assert left is not None
        assert most is not None
        assert left <= most
        most = left


@UNTIMED
@given(st.floats(-100, 100))
def test_a_computers_clock_that_is_set_back_takes_and_gives_nothing(jump: float) -> None:
    clocks = Clocks.fresh(BANK, 2).at_decision(0, 0, 1000.0)
    left = clocks.remaining(0, 1000.0 + jump)
    assert left == pytest.approx(60.0 - max(0.0, jump) if jump < 60 else 0.0)


def test_without_a_clock_nothing_is_counted() -> None:
    clocks = Clocks.fresh(Clock(), 2).at_decision(0, 0, 5.0)
    assert clocks.remaining(0, 1e9) is None
    assert clocks.time_out(1e9) is None
    assert clocks.out_at() is None


# -- at a table ------------------------------------------------------------------------------------


def test_only_the_seat_to_decide_loses_time() -> None:
    match = table("northern-pacific", "ppb", clock=BANK)
    do(match, match.play(0, "extend Fargo", 0, 10.0))
    assert match.view(0, 17.0)["clocks"]["left"] == [55.0, 53.0, 60.0]
    do(match, match.play(1, "invest Butte", 1, 20.0))
    assert match.view(0, 500.0)["clocks"]["left"] == [55.0, 55.0, 60.0], "a bot has no clock"
    assert match.view(0, 500.0)["clocks"]["running"] is None


def test_the_clock_waits_for_the_start_and_stops_with_the_end() -> None:
    match = table("northern-pacific", "ppo", clock=BANK)
    assert match.view(0, 1000.0)["clocks"]["left"] == [60.0] * 3
    do(match, match.join(2, "Cy", 1000.0))
    assert match.view(0, 1001.0)["clocks"]["left"] == [59.0, 60.0, 60.0]
    do(match, match.close(1010.0))
    assert match.view(0, 2000.0)["clocks"]["left"] == [50.0, 60.0, 60.0]
    assert match.due() is None


def test_an_undo_gives_no_time_back_and_a_repeated_turn_no_second_increment() -> None:
    match = table("northern-pacific", clock=BANK)
    for now in (10.0, 20.0, 30.0):
        do(match, match.play(0, "extend Fargo", 0, now))
        do(match, match.undo(0, 0, 1, now))
    assert match.clocks.remaining(0, 30.0) == 60.0 - 30.0 + 5.0


def test_time_for_a_decision_goes_on_after_a_free_undo() -> None:
    match = table("northern-pacific", clock=MOVE)
    do(match, match.play(0, "extend Fargo", 0, 10.0))
    do(match, match.undo(0, 0, 1, 25.0))
    assert match.clocks.remaining(0, 25.0) == 20.0


def test_time_for_a_decision_is_fresh_after_an_undo_that_all_agreed_to() -> None:
    match = table("northern-pacific", "ppb", clock=MOVE)
    do(match, match.play(0, "extend Fargo", 0, 10.0))
    do(match, match.play(1, "invest Butte", 1, 20.0))
    do(match, match.ask_undo(0, 0, 2, 20.0))
    assert match.ask is not None
    do(match, match.answer_undo(1, match.ask.id, True, 25.0))
    assert match.clocks.remaining(0, 25.0) == 30.0


def test_alone_an_increment_is_earned_again_after_going_back() -> None:
    match, rng = table("northern-pacific", "pbb", clock=BANK), random.Random(1)
    for _ in range(6):
        step(match, rng, 0.0)
    assert match.clocks.remaining(0, 0.0) == 70.0
    do(match, match.undo(0, 0, match.ply, 0.0))
    do(match, match.play(0, "extend Fargo", 0, 0.0))
    assert match.clocks.remaining(0, 0.0) == 75.0


@pytest.mark.parametrize("policy", ["nothing", "bot", "forfeit"])
def test_when_time_is_out(policy: str) -> None:
    match = table("northern-pacific", "ppb", clock=MOVE, on_time_out=policy, stand_in="hard")
    assert match.due() == 30.0
    assert match.tick(29.9) == ()
    made = do(match, match.tick(30.0))
    kinds = {"nothing": ["flag"], "bot": ["flag", "take-over"], "forfeit": ["flag", "forfeit"]}
    assert [entry.kind for entry in made] == kinds[policy]
    assert match.tick(31.0) == ()
    assert match.phase == "playing", "never the whole table"
    waiting = match.waiting_for
    assert waiting is not None
    assert (waiting.seat, waiting.by) == (0, "person" if policy == "nothing" else "bot")
    if policy == "nothing":
        assert match.due() is None
        do(match, match.play(0, "extend Fargo", 0, 40.0))
        assert match.due() == 70.0
    else:
        assert waiting.level == "hard"
        do(match, match.play(0, "extend Fargo", 0, 40.0, by_bot=True))
        assert match.decider == 1


def test_the_last_person_who_forfeits_closes_the_table() -> None:
    match = table("northern-pacific", "pbb", clock=MOVE, on_time_out="forfeit")
    assert [entry.kind for entry in do(match, match.tick(30.0))] == ["flag", "forfeit", "close"]


@pytest.mark.parametrize(("clock", "least"), [(MOVE, 30.0), (BANK, 6.0)])
def test_after_a_time_out_the_bot_makes_the_decision_and_then_one_may_come_back(clock: Clock, least: float) -> None:
    match, rng = table("northern-pacific", clock=clock, on_time_out="bot"), random.Random(1)
    do(match, match.tick(60.0))
    with pytest.raises(NotAllowed, match="come back after it"):
        match.hand_back(0, 61.0)
    with pytest.raises(NotAllowed, match="come back after it"):
        match.play(0, "extend Fargo", 0, 61.0)
    step(match, rng, 62.0)
    do(match, match.hand_back(0, 63.0))
    until(match, rng, seat=0, now=64.0)
    assert match.clocks.remaining(0, 64.0) == least
    waiting = match.waiting_for
    assert waiting is not None
    assert waiting.by == "person"


def test_to_lend_a_seat_to_a_bot_and_take_it_back_wins_no_time() -> None:
    match = table("northern-pacific", clock=BANK)
    for now in (58.0, 58.5, 59.0):
        do(match, match.take_over(0, now))
        do(match, match.hand_back(0, now))
    assert match.clocks.remaining(0, 59.0) == 1.0


def test_nobody_pays_for_the_time_a_server_was_away() -> None:
    match = table("northern-pacific", clock=BANK)
    do(match, match.downtime(20.0, 1000.0))
    assert match.clocks.remaining(0, 1000.0) == 40.0
    assert match.tick(1001.0) == ()
    do(match, match.play(0, "extend Fargo", 0, 1010.0))
    do(match, match.downtime(900.0, 1020.0))
    assert match.clocks.remaining(1, 1025.0) == 55.0, "only from when the decision was due"
    assert match.downtime(1030.0, 1030.0) == ()


def test_a_draw_takes_nobodys_time() -> None:
    match, rng = table("central-pacific", clock=BANK), random.Random(1)
    now = 0.0
    for _ in range(30):
        seat, left = match.decider, list(match.clocks.left)
        assert seat is not None
        now += 0.5
        step(match, rng, now)
        changed = [other for other in range(3) if match.clocks.left[other] != left[other]]
        assert changed in ([seat], [])


@UNTIMED
@given(
    st.lists(st.floats(0, 50), min_size=5, max_size=40),
    st.sampled_from(["nothing", "bot"]),
    st.sampled_from([BANK, MOVE, Clock.days(1)]),
)
def test_schedules(waits: list[float], policy: str, clock: Clock) -> None:
    """Whatever people do: no clock below zero, none that wins but by increments, one running at most."""
    match, rng, now = table("northern-pacific", "ppb", clock=clock, on_time_out=policy), random.Random(2), 0.0
    used = [0.0] * 3
    for wait in waits:
        if match.phase != "playing":
            break
        seat = match.decider
        assert seat is not None
        now += wait
        if match.clocks.running is not None:
            assert match.clocks.running == seat
            used[seat] += wait
        due = match.due()
        assert (due is not None and due <= now) == (do(match, match.tick(now)) != ())
        step(match, rng, now)
        for other in range(3):
            left = match.clocks.remaining(other, now)
            assert left is not None
            assert left >= 0.0
            if clock.kind == "bank":
                assert left >= 60.0 - used[other]
            else:
                assert left <= clock.seconds


def test_a_pause_by_agreement() -> None:
    match = table("northern-pacific", clock=Clock("bank", 60.0, 5.0), on_time_out="forfeit", absence=Absence("vote", 1.0))
    do(match, match.vote(0, "pause", 10.0))
    do(match, match.vote(1, "pause", 10.0))
    assert not match.paused
    do(match, match.vote(2, "pause", 10.0))
    assert match.paused
    assert (match.due(), match.tick(10_000.0), match.clocks.remaining(0, 10_000.0)) == (None, (), 50.0)
    with pytest.raises(NotAllowed, match="nobody is absent"):
        match.vote(1, "take-over 0", 10_000.0)
    again = Match.restore(match.setup, match.snapshot())
    assert again.paused
    do(again, again.vote(1, "pause", 20_000.0, yes=False))
    assert (again.paused, again.clocks.remaining(0, 20_005.0), again.due()) == (False, 45.0, 20_050.0)
    do(match, match.play(0, "extend Fargo", 0, 20_000.0))  # a move goes on, too, and earns its increment
    assert (match.paused, match.clocks.remaining(0, 20_001.0), match.clocks.remaining(1, 20_001.0)) == (False, 55.0, 59.0)
    assert [notice.kind for notice in match.notices] == ["pause"]


def test_without_a_clock_there_is_no_pause() -> None:
    with pytest.raises(NotAllowed, match="no clock"):
        table("northern-pacific").vote(0, "pause", 1.0)
