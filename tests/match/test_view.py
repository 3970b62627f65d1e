"""Views and logs: complete for readers who may see everything, and without what is hidden from the others."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from branchline.match import Entry, Match, NotAllowed, Setup
from tests.match.tables import GAMES, do, play_out, seats, step, table

VIEWERS = (None, 0, 1, 2)


def story(setup: Setup, moves: list[tuple[int, str]], seed: int) -> list[Entry]:
    """The entries of a game whose moves, draws included, are given."""
    match = Match(setup)
    made = list(match.begin(0.0, random.Random(seed)))[:1]
    match.apply(made)
    for ply, (_, move) in enumerate(moves):
        found = match.state.game.move(move).id
        seen = match.state.seen_by(found)
        seen_by = None if all(seen) else [seat for seat in range(3) if seen[seat]]
        actor = match.state.actor
        by = "chance" if actor < 0 else "person"
        data = {"ply": ply, "move": move, "by": by, "level": "", "seen_by": seen_by}
        entry = Entry("action", None if actor < 0 else actor, float(ply), data)
        if not match.state.is_legal(found) or (actor < 0) != (moves[ply][0] < 0):
            raise ValueError("this twin is impossible")
        made.append(entry)
        match.apply([entry])
    return made


def everything(match: Match, entries: list[Entry], viewer: int | None) -> str:
    """All that a viewer can get hold of."""
    found: list[Any] = [match.view(viewer, 9.0), match.log(viewer), [match.told(entry, viewer) for entry in entries]]
    found += [match.view_at(ply, viewer) for ply in range(0, match.ply + 1, 10)]
    found += [match.svg(viewer), match.svg(viewer, match.ply // 2), match.position(viewer).fields.tobytes().hex()]
    return json.dumps(found)


def test_nobody_learns_what_others_drew() -> None:
    """Two games that differ only in draws a viewer did not see look the same to that viewer in every respect."""
    setup = Setup.of("central-pacific", seats("ppp"))
    rng, compared = random.Random(8), dict.fromkeys(VIEWERS, 0)
    for seed in range(7):
        match = table("central-pacific", seed=seed)
        for _ in range(4 + 4 * seed):
            step(match, rng)
        if "redraw" in [line["move"] for line in match.log(None)]:
            continue  # this shows a hand to everybody
        moves = [(past.seat, match.game.board.texts[past.action]) for past in match.played]
        first = story(setup, moves, seed)
        one = Match.restore(setup, None, first)
        for viewer in VIEWERS:
            hidden = [ply for ply, past in enumerate(match.played) if past.seen_by is not None and viewer not in past.seen_by]
            for _ in range(20):
                a, b = rng.sample(hidden, 2)
                swapped = list(moves)
                swapped[a], swapped[b] = moves[b], moves[a]
                if moves[a] == moves[b] or moves[a][0] != moves[b][0]:
                    continue
                try:
                    second = story(setup, swapped, seed)
                except ValueError:
                    continue
                other = Match.restore(setup, None, second)
                if [past.seat for past in one.played] != [past.seat for past in other.played] or one.decider != other.decider:
                    continue
                assert everything(one, first, viewer) == everything(other, second, viewer)
                compared[viewer] += 1
    assert min(compared.values()) >= 10, compared


def test_each_seat_reads_its_own_draws_and_only_those() -> None:
    match = table("central-pacific")
    for viewer in VIEWERS:
        for line, past in zip(match.log(viewer), match.played, strict=True):
            mine = past.seen_by is None or viewer in past.seen_by
            assert (line["move"] != "draw") == mine
    drawn = [line["move"] for line in match.log(1) if line["move"].startswith("draw ")]
    assert len(drawn) >= 5


@pytest.mark.parametrize("game", GAMES)
def test_the_log_grows_and_shrinks_with_the_board(game: str) -> None:
    """The log is kept between views; it must always be what a fresh one would be."""
    rng, setup = random.Random(5), Setup.of(game, seats("pbb"))
    match = Match(setup)
    entries = list(do(match, match.begin(0.0, rng)))
    for turn in range(40):
        entries += step(match, rng)
        if turn % 7 == 6 and match.view(0, 1.0)["undo"]["step"] is not None:
            entries += do(match, match.undo_step(0, match.ply, 1.0))
        for viewer in VIEWERS:
            assert match.log(viewer) == Match.restore(setup, None, entries).log(viewer)
            core = [{"actor": line["actor"], "move": line["move"]} for line in match.log(viewer)]
            assert core == match.state.log(viewer)
    assert match.view(0, 1.0, log_from=10)["log"] == match.log(0)[10:]


@pytest.mark.parametrize("game", GAMES)
def test_when_the_game_is_over_nothing_is_hidden(game: str) -> None:
    rng = random.Random(5)
    match, entries = table(game), list[Entry]()
    while match.phase == "playing":
        entries += step(match, rng)
    for viewer in VIEWERS:
        assert [line["move"] for line in match.log(viewer)] == [line["move"] for line in match.state.log_in_full()]
        assert match.view(viewer, 1.0)["position"] == match.state.fields()
        assert match.view_at(3, viewer)["position"] == match.state.back(match.ply - 3).fields()
        told = [match.told(entry, viewer)["data"]["move"] for entry in entries]
        assert told == [entry.data["move"] for entry in entries]
        assert match.position(viewer, 3).fields.tobytes() == match.state.back(match.ply - 3).key()
    assert match.svg(None) == match.state.svg()


@pytest.mark.parametrize("game", GAMES)
def test_a_view_is_the_cores_view_and_more(game: str) -> None:
    match, rng = table(game), random.Random(2)
    for _ in range(10):
        step(match, rng)
    for viewer in VIEWERS:
        mine, core = match.view(viewer, 5.0), match.state.view(viewer)
        json.dumps(mine, allow_nan=False)
        for key, value in core.items():
            if key not in ("log", "position"):
                assert mine[key] == value
        assert mine["position"] == core["position"]
        assert mine["waiting_for"]["seat"] == match.decider
        assert bool(mine["legal"]) == (viewer == match.decider)


def test_the_past_has_no_legal_moves_and_hides_what_was_hidden() -> None:
    match, rng = table("central-pacific"), random.Random(2)
    for _ in range(10):
        step(match, rng)
    for ply in range(match.ply + 1):
        for viewer in VIEWERS:
            past = match.view_at(ply, viewer)
            assert past["legal"] == []
            assert past["ply"] == ply == len(past["log"])
            assert past["position"] == match.state.back(match.ply - ply).view(viewer)["position"]
    for ply in (-1, match.ply + 1):
        with pytest.raises(NotAllowed, match="no ply"):
            match.view_at(ply, 0)


def test_what_a_table_that_was_given_up_shows() -> None:
    match, rng = table("central-pacific"), random.Random(2)
    step(match, rng)
    hidden = match.view(None, 1.0)["position"]
    do(match, match.close(2.0, "the server moves house"))
    view = match.view(0, 3.0)
    assert (view["phase"], view["closed"], view["legal"], view["waiting_for"]) == ("closed", "the server moves house", [], None)
    assert view["position"] == match.state.fields() != hidden


def test_open_seats_and_names_are_shown() -> None:
    match = table("northern-pacific", "pbo")
    seats_seen = match.view(None, 0.0)["seats"]
    assert [seat["played_by"] for seat in seats_seen] == ["person", "bot", "nobody"]
    assert [seat["name"] for seat in seats_seen] == ["Person 0", "bot easy", ""]
    assert match.view(0, 0.0)["legal"] == []


def test_what_may_be_undone_is_shown() -> None:
    match = table("northern-pacific")
    do(match, match.play(0, "extend Fargo", 0, 1.0))
    mine, other = match.view(0, 1.0)["undo"], match.view(1, 1.0)["undo"]
    assert (mine["step"], mine["turn"], mine["floor"], mine["right"], mine["may_ask"]) == (0, 0, 0, "free", True)
    assert (other["step"], other["turn"], other["floor"], other["right"], other["may_ask"]) == (None, None, None, None, True)
    assert match.view(None, 1.0)["undo"]["may_ask"] is False


def test_a_bot_can_choose_from_a_view() -> None:
    import branchline as bl

    match = table("central-pacific", "bbp")
    waiting = match.waiting_for
    assert waiting is not None
    view = match.view(waiting.seat, 1.0)
    assert bl.bot("greedy", seed=1).choose(view) in view["legal"]


def test_play_out_leaves_a_record_that_reads_back() -> None:
    match = table("last-train-to-wensleydale")
    play_out(match, random.Random(1))
    from branchline.match import read_record

    assert read_record(match.record().dumps()).state() == match.state
