"""A game of four people over days: another device, undo, absence, a pause; the clock counts only what it should."""

from __future__ import annotations

import random

from branchline.match import Clock, Match
from tests.match.tables import do, step, table

HOUR, DAY = 3600.0, 86_400.0


def left(match: Match, now: float) -> list[float | None]:
    return [match.clocks.remaining(seat, now) for seat in range(4)]


def test_three_days_of_four_people() -> None:
    match, rng = table("northern-pacific", "pppp", clock=Clock.days(1), on_time_out="bot"), random.Random(2)
    step(match, rng, 2 * HOUR)
    step(match, rng, 20 * HOUR)
    do(match, match.change_device(2, "another", 21 * HOUR))
    assert match.waiting_for is not None
    assert match.waiting_for.seat == 2, "a device is no move"
    do(match, match.ask_undo(0, 0, 2, 22 * HOUR))
    assert match.ask is not None
    ask = match.ask.id
    for seat in (1, 2, 3):
        do(match, match.answer_undo(seat, ask, True, 23 * HOUR))
    assert (match.ply, left(match, 23 * HOUR)[0]) == (0, DAY), "the decision has its day again"
    step(match, rng, DAY)
    for seat in range(4):
        do(match, match.vote(seat, "pause", DAY + HOUR))
    assert (match.due(), match.tick(30 * DAY), left(match, 30 * DAY)[1]) == (None, (), 23 * HOUR)
    step(match, rng, 30 * DAY)  # the move ends the pause
    match = Match.restore(match.setup, match.snapshot())
    assert match.due() == 31 * DAY
    assert [entry.kind for entry in do(match, match.tick(31 * DAY))] == ["flag", "take-over"]
    assert match.waiting_for is not None
    assert (match.waiting_for.seat, match.waiting_for.by) == (2, "bot")
    step(match, rng, 31 * DAY)
    assert [entry.kind for entry in do(match, match.hand_back(2, 32 * DAY))] == ["hand-back"]
    assert [(notice.kind, notice.seat) for notice in match.notices] == [
        ("device", 2),
        ("undo", 0),
        ("pause", 3),
        ("flag", 2),
        ("take-over", 2),
        ("hand-back", 2),
    ]
