"""Holidays: the clock of one person stands still."""

from __future__ import annotations

import random

import pytest

from branchline.errors import NotAllowed
from branchline.match import Absence, Clock, Match
from tests.match.tables import do, step, table, until

HOUR, DAY = 3600.0, 86_400.0


def left(match: Match, now: float) -> list[float | None]:
    return [match.clocks.remaining(seat, now) for seat in range(3)]


def test_the_clock_stands_still_and_goes_on() -> None:
    match, rng = table("northern-pacific", clock=Clock.days(1), on_time_out="bot"), random.Random(1)
    do(match, match.holiday(0, 7 * DAY, 4 * HOUR))
    assert (left(match, 6 * DAY)[0], match.due(), match.tick(7 * DAY)) == (20 * HOUR, 7 * DAY + 20 * HOUR, ())
    match = Match.restore(match.setup, match.snapshot())
    assert match.view(1, 5 * DAY)["clocks"]["resting"] == [7 * DAY, None, None]
    assert [entry.kind for entry in match.tick(7 * DAY + 20 * HOUR)] == ["flag", "take-over"]
    step(match, rng, 2 * DAY)
    assert match.due() == 3 * DAY, "nobody else is on holiday"
    step(match, rng, 2 * DAY)
    step(match, rng, 2 * DAY)
    assert match.due() == 8 * DAY, "a decision that comes due during the holiday has its day after it"
    assert match.notices[0][1:] == ("holiday", 0, "taken", 7)


def test_who_comes_back_early_has_the_time_from_then_on() -> None:
    match = table("northern-pacific", clock=Clock.days(1))
    do(match, match.holiday(0, 7 * DAY, 4 * HOUR))
    do(match, match.holiday(0, 0.0, 2 * DAY))
    assert (match.due(), match.resting[0], match.notices[-1].why) == (2 * DAY + 20 * HOUR, 2 * DAY, "ended")
    assert match.holiday(0, 0.0, 2 * DAY) == (), "only once"


def test_nobody_on_holiday_is_absent() -> None:
    match = table("northern-pacific", clock=Clock.days(30), absence=Absence("vote", 60))
    do(match, match.holiday(0, 7 * DAY, HOUR))
    with pytest.raises(NotAllowed, match="not absent yet"):
        match.vote(1, "take-over 0", 6 * DAY)
    do(match, match.vote(1, "take-over 0", 8 * DAY))
    do(match, match.vote(2, "take-over 0", 8 * DAY))
    assert match.seats[0].away == "vote"


def test_a_pause_a_downtime_and_an_undo_within_a_holiday() -> None:
    match, rng = table("northern-pacific", clock=Clock.days(1)), random.Random(1)
    do(match, match.holiday(1, 9 * DAY, 0.0))
    step(match, rng, HOUR)
    assert match.due() == 10 * DAY
    do(match, match.downtime(2 * DAY, 3 * DAY))
    assert match.due() == 10 * DAY, "that time stood still anyway"
    do(match, match.downtime(3 * DAY, 3 * DAY + 59))
    assert [notice[1:] for notice in match.notices if notice.kind == "downtime"] == [("downtime", -1, "", DAY)]
    match = Match.restore(match.setup, match.snapshot())
    for seat in range(3):
        do(match, match.vote(seat, "pause", 4 * DAY))
    do(match, match.vote(2, "pause", 5 * DAY, yes=False))
    assert match.due() == 10 * DAY
    do(match, match.downtime(8.5 * DAY, 9.5 * DAY))
    assert match.due() == 10.5 * DAY, "half a day of it ran"
    until(match, rng, seat=2, now=9.6 * DAY)
    step(match, rng, 9.7 * DAY)


def test_refused_where_there_are_no_days() -> None:
    with pytest.raises(NotAllowed, match="days for each move"):
        table("northern-pacific", clock=Clock("move", 60.0)).holiday(0, DAY, 0.0)
    match = table("northern-pacific", clock=Clock.days(1))
    with pytest.raises(NotAllowed, match="out already"):
        match.holiday(0, 7 * DAY, 2 * DAY)
