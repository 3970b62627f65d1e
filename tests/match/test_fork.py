"""Forks and imported records: tables that begin in the middle."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import branchline as bl
from branchline.errors import BadRecord
from branchline.match import BadSetup, Match, NotAllowed, NotYourSeat, Setup, imported, read_record
from tests.match.tables import GAMES, do, play_out, seats, step, table


@pytest.mark.parametrize("game", GAMES)
def test_from_a_finished_game_anybody_forks_at_any_ply(game: str) -> None:
    rng, match = random.Random(3), table(game)
    play_out(match, rng)
    for ply in range(0, match.ply, 7):
        for seat in (None, 1):
            setup = match.fork(ply, seat, "Eve", level="hard", of="table 5")
            assert Setup.from_dict(setup.to_dict()) == setup
            fork = Match(setup)
            assert not setup.public
            assert fork.state.key() == match.state.back(match.ply - ply).key()
            assert [chair.kind for chair in fork.seats].count("person") == 1
            assert seat is None or fork.seats[seat].name == "Eve"
            assert setup.origin is not None
            assert (setup.origin.of, setup.origin.ply) == ("table 5", ply)
            assert fork.marks == {"fork"}
    with pytest.raises(NotAllowed, match="earlier ply"):
        match.fork(match.ply, None, "Eve")
    with pytest.raises(NotAllowed, match="no ply"):
        match.fork(-1, None, "Eve")
    with pytest.raises(NotYourSeat):
        match.fork(1, 7, "Eve")


@pytest.mark.parametrize("game", GAMES)
def test_a_fork_plays_on(game: str) -> None:
    rng, match = random.Random(3), table(game)
    play_out(match, rng)
    ply = match.ply // 2
    fork = Match(match.fork(ply, None, "Eve"))
    do(fork, fork.begin(5.0, rng))
    assert fork.decider is not None
    play_out(fork, rng)
    assert fork.record().actions[:ply] == match.record().actions[:ply]
    assert Match.restore(fork.setup, fork.snapshot()).snapshot() == fork.snapshot()


def test_a_fork_on_a_chance_node_draws_when_it_begins() -> None:
    rng, match = random.Random(3), table("central-pacific")
    play_out(match, rng)
    ply = next(ply for ply, past in enumerate(match.played) if past.seat < 0 and ply > 30)
    fork = Match(match.fork(ply, None, "Eve"))
    assert do(fork, fork.begin(5.0, rng))[1].data["by"] == "chance"


@pytest.mark.parametrize("kinds", ["pbb", "ppb"])
def test_a_running_open_game_is_forked_by_who_plays_there_alone(kinds: str) -> None:
    match, rng = table("northern-pacific", kinds), random.Random(1)
    for _ in range(5):
        step(match, rng)
    mine = match.persons
    assert Match(match.fork(5, 0, "Ann", mine=mine)).state.key() == match.state.key()
    assert match.record(mine).state() == match.state
    for seat in (None, 2):
        with pytest.raises(NotAllowed, match="Only who sits"):
            match.fork(5, seat, "Eve")


@pytest.mark.parametrize("game", ["northern-pacific", "last-train-to-wensleydale"])
def test_a_running_game_among_people_gives_no_fork_and_no_record(game: str) -> None:
    """Somebody could ask for hints in the fork, or import the record and ask there."""
    match, rng = table(game, "ppb"), random.Random(1)
    for _ in range(5):
        step(match, rng)
    do(match, match.take_over(1, 1.0))
    for ply in (0, 5, match.ply):
        with pytest.raises(NotAllowed, match="while others play"):
            match.fork(ply, 0, "Ann")
    for mine in ((), (0,), (1,), (2,)):
        with pytest.raises(NotAllowed, match="while others play"):
            match.record(mine)
    do(match, match.leave(1, 2.0))
    assert Match(match.fork(5, 0, "Ann")).ply == 5
    assert match.record((0,)).state() == match.state
    with pytest.raises(NotAllowed, match="while others play"):
        match.record()


@pytest.mark.parametrize("kinds", ["ppp", "pbb"])
def test_a_running_game_with_hidden_hands_is_not_forked(kinds: str) -> None:
    match, rng = table("central-pacific", kinds), random.Random(1)
    for _ in range(5):
        step(match, rng)
    for ply in (0, 10, match.ply):
        with pytest.raises(NotAllowed, match="hidden"):
            match.fork(ply, 0, "Ann")
    with pytest.raises(NotAllowed, match="hidden"):
        match.record()
    assert match.record(hidden=True).state() == match.state


def test_the_record_of_an_open_game_against_bots_is_there_at_any_time() -> None:
    match, rng = table("northern-pacific", "pbb"), random.Random(1)
    step(match, rng)
    assert match.record([0]).seats == ("Person 0", "bot easy", "bot easy")
    assert match.record([0]).date == "1970-01-01"


@pytest.mark.parametrize("game", GAMES)
def test_a_record_becomes_a_finished_table_and_the_same_record_again(game: str) -> None:
    match = table(game)
    play_out(match, random.Random(3))
    text = match.record().dumps()
    again = Match.of_record(text)
    assert again.phase == "over"
    assert again.begin(5.0) == ()
    assert again.record().dumps() == text
    assert again.marks == {"record"}
    assert len(again.view(None, 1.0)["log"]) == match.ply


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_replayed_once_and_gives_the_match_of_its_setup(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = table(game)
    play_out(match, random.Random(4))
    text, pushed, push = match.record().dumps(), list[int](), bl.State.push

    def counted(state: bl.State, action: int, *listed: int) -> None:
        pushed.append(action)
        push(state, action, *listed)

    monkeypatch.setattr(bl.State, "push", counted)
    again = Match.of_record(text, public=True)
    assert pushed == [past.action for past in again.played]
    plain = Match(replace(imported(read_record(text)), public=True))
    assert again.setup == plain.setup
    assert (again.state, again.played, again.seats, again.phase) == (plain.state, plain.played, plain.seats, plain.phase)
    assert again.snapshot() == plain.snapshot()
    assert again.state.actions == plain.state.actions
    assert again.view_at(5, 0) == plain.view_at(5, 0)


def test_an_unfinished_record_waits_for_people() -> None:
    state = bl.game("northern-pacific", players=3).start().play("extend Fargo")
    match = Match(imported(bl.Record.of(state, ["Ann", "", "x" * 60], "2020-01-02")))
    assert match.phase == "waiting"
    for name in ("Ann", "Bo", "Cy"):
        do(match, match.join(None, name, 5.0))
    assert (match.phase, match.ply, match.decider) == ("playing", 1, 1)
    assert match.record((0, 1, 2)).date == "2020-01-02"


def test_names_of_a_record_fit_a_table() -> None:
    state = bl.game("northern-pacific", players=3).start().play_out(1)
    record = replace(bl.Record.of(state, ["Ann", "", "x" * 60]), date="")
    match = Match(imported(record))
    assert [seat.name for seat in match.seats] == ["Ann", "Seat 1", "x" * 40]
    assert match.record().date == ""


def test_an_opening_that_cannot_be_played_is_refused() -> None:
    for move in ("extend Seattle", "castle"):
        with pytest.raises(BadSetup, match="opening"):
            Match(Setup.of("northern-pacific", seats("ppp"), opening=(move,)))


def test_a_strangers_record_is_checked() -> None:
    with pytest.raises(BadRecord):
        read_record("hello")
