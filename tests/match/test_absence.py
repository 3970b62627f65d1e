"""Absent people: a bot plays on by the table's rule or by vote, and hands the seat back."""

from __future__ import annotations

import random

import pytest

from branchline.match import Absence, Closed, NotAllowed, NotStarted, NotYourSeat, WrongPly
from tests.match.tables import do, step, table, until

AFTER, VOTE = Absence("after", 5.0), Absence("vote", 2.0)


def test_after_some_minutes_without_a_sign_a_bot_plays_on() -> None:
    match = table("northern-pacific", "ppb", absence=AFTER, stand_in="hard")
    assert match.due() == 300.0
    assert match.tick(299.0) == ()
    do(match, match.tick(300.0))
    waiting = match.waiting_for
    assert waiting is not None
    assert (waiting.seat, waiting.by, waiting.level) == (0, "bot", "hard")
    seat = match.view(1, 300.0)["seats"][0]
    assert (seat["name"], seat["played_by"], seat["away"]) == ("Person 0", "bot", "absent")
    assert "stand-in" in match.marks
    assert match.due() is None


def test_any_sign_counts() -> None:
    match = table("northern-pacific", "ppb", absence=AFTER)
    assert match.tick(301.0, seen={0: 200.0}) == ()
    assert match.due(seen={0: 200.0}) == 500.0
    do(match, match.rename(0, "Ann", 250.0))
    assert match.tick(301.0) == ()
    assert match.due() == 550.0


def test_only_whoever_is_to_decide_can_be_absent() -> None:
    match = table("northern-pacific", "ppb", absence=AFTER)
    do(match, match.play(0, "extend Fargo", 0, 299.0))
    assert match.tick(598.0) == ()
    assert [(entry.kind, entry.seat) for entry in match.tick(599.0)] == [("take-over", 1)]


def test_where_the_table_waits_for_everybody_nobody_is_replaced() -> None:
    match = table("northern-pacific")
    assert match.tick(1e9) == ()
    assert match.due() is None
    with pytest.raises(NotAllowed, match="no vote"):
        match.vote(1, "take-over 0", 1e9)


def test_time_without_a_server_is_no_absence() -> None:
    match = table("northern-pacific", "ppb", absence=AFTER)
    do(match, match.downtime(10.0, 1000.0))
    assert match.due() == 1300.0


def test_a_move_takes_the_seat_back() -> None:
    match = table("northern-pacific", "ppb", absence=AFTER)
    do(match, match.tick(300.0))
    made = do(match, match.play(0, "extend Fargo", 0, 310.0))
    assert [entry.kind for entry in made] == ["hand-back", "action"]
    assert match.seats[0].played_by == "person"
    assert match.play(0, "extend Fargo", 0, 311.0) == ()


def test_the_bots_thought_comes_too_late_once_the_person_is_back() -> None:
    match = table("northern-pacific", "ppb", absence=AFTER)
    do(match, match.tick(300.0))
    asked = match.waiting_for
    assert asked is not None
    do(match, match.hand_back(0, 310.0))
    with pytest.raises(NotYourSeat, match="No bot"):
        match.play(0, "extend Fargo", asked.ply, 311.0, by_bot=True, version=asked.version)
    assert match.hand_back(0, 312.0) == ()


def test_an_undo_takes_the_seat_back_too() -> None:
    match = table("northern-pacific", "ppb")
    do(match, match.play(0, "extend Fargo", 0, 1.0))
    do(match, match.take_over(0, 2.0))
    assert [entry.kind for entry in do(match, match.undo(0, 0, 1, 3.0))] == ["hand-back", "undo"]
    assert (match.ply, match.seats[0].away) == (0, "")


def test_one_can_ask_a_bot_to_go_on_and_come_back() -> None:
    match, rng = table("central-pacific", "ppb"), random.Random(1)
    do(match, match.take_over(0, 1.0))
    assert match.take_over(0, 1.0) == ()
    until(match, rng, seat=1)
    do(match, match.hand_back(0, 2.0))
    until(match, rng, seat=0)
    waiting = match.waiting_for
    assert waiting is not None
    assert waiting.by == "person"


def test_a_late_move_does_not_bring_a_person_back() -> None:
    match = table("northern-pacific", "ppb")
    do(match, match.take_over(0, 1.0))
    do(match, match.play(0, "extend Fargo", 0, 2.0, by_bot=True))
    with pytest.raises(WrongPly):
        match.play(0, "extend Duluth", 0, 3.0)
    assert match.seats[0].away == "asked"


# -- votes -----------------------------------------------------------------------------------------


def test_all_others_must_vote_for_a_bot() -> None:
    match = table("northern-pacific", "pppb", absence=VOTE)
    assert match.tick(1e6) == ()
    with pytest.raises(NotAllowed, match="vote in 60 seconds"):
        match.vote(1, "take-over 0", 60.0)
    with pytest.raises(NotAllowed, match="not absent yet"):
        match.vote(1, "take-over 0", 200.0, seen={0: 150.0})
    assert [entry.kind for entry in do(match, match.vote(1, "take-over 0", 120.0))] == ["vote"]
    assert match.vote(1, "take-over 0", 121.0) == ()
    assert match.view(2, 121.0)["votes"] == {"take-over 0": [1]}
    assert [entry.kind for entry in do(match, match.vote(2, "take-over 0", 130.0))] == ["vote", "take-over"]
    assert match.votes == {}
    assert match.seats[0].away == "vote"


def test_a_vote_can_be_taken_back_and_a_move_ends_it() -> None:
    match = table("northern-pacific", "pppb", absence=VOTE)
    do(match, match.vote(1, "take-over 0", 120.0))
    do(match, match.vote(1, "take-over 0", 120.0, yes=False))
    assert match.votes == {}
    do(match, match.vote(1, "take-over 0", 120.0))
    do(match, match.play(0, "extend Fargo", 0, 121.0))
    assert match.votes == {}


@pytest.mark.parametrize(
    "topic", ["", "take-over", "take-over x", "take-over ²", "take-over 1", "take-over 3", "dance", "take-over -1"]
)
def test_what_cannot_be_voted_on(topic: str) -> None:
    match = table("northern-pacific", "pppb", absence=VOTE)
    with pytest.raises(NotAllowed):
        match.vote(1, topic, 1000.0)


def test_seats_that_cannot_vote() -> None:
    match = table("northern-pacific", "pppb", absence=VOTE)
    with pytest.raises(NotYourSeat):
        match.vote(3, "close", 1.0)
    with pytest.raises(NotYourSeat):
        match.vote(1, "take-over 9", 1000.0)
    with pytest.raises(NotAllowed):
        match.vote(0, "take-over 0", 1000.0)
    with pytest.raises(NotStarted):
        table("northern-pacific", "ppo").vote(0, "close", 1.0)


def test_all_who_are_there_can_close_the_table() -> None:
    match, rng = table("northern-pacific", "pppb"), random.Random(1)
    do(match, match.vote(0, "close", 1.0))
    step(match, rng)
    assert match.votes == {"close": frozenset({0})}, "a move does not end this one"
    do(match, match.take_over(2, 2.0))
    assert [entry.kind for entry in do(match, match.vote(1, "close", 3.0))] == ["vote", "close"]
    assert match.phase == "closed"
    with pytest.raises(Closed, match="by vote"):
        match.play(1, "invest Butte", match.ply, 4.0)
    assert match.close(5.0) == ()
