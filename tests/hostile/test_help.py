"""Help from outside in a game among people: by forks, records, hints, reviews, stand-ins and imports."""

from __future__ import annotations

from typing import Any

import pytest

import branchline as bl
from branchline.server.accounts.ratings import Player, rated, shown, who_counts
from tests.server.running import Client, Running, wait_until
from tests.server.test_games import play_on

OPEN_GAMES = {"northern-pacific": "me link bot:random", "last-train-to-wensleydale": "me link bot:random"}


def together(ann: Client, bo: Client, game: str = "northern-pacific", seats: str = "me link bot:random", **more: Any) -> str:
    """A running table of Ann and Bo."""
    opened = ann.open(game, seats, name="Ann", **more)
    bo.post(f"/api/tables/{opened['id']}/join", {"secret": opened["links"][1]["secret"], "name": "Bo"})
    return str(opened["id"])


def first_move(ann: Client, table: str) -> None:
    view = ann.table(table)["view"]
    if view["legal"]:
        ann.move(table, view["legal"][0], view["ply"])


@pytest.mark.parametrize("game", OPEN_GAMES)
def test_no_fork_record_or_hint_of_a_running_game_among_people(shared: Running, ann: Client, bo: Client, game: str) -> None:
    table = together(ann, bo, game, OPEN_GAMES[game])
    first_move(ann, table)
    for client in (ann, bo, shared.client()):
        client.post(f"/api/tables/{table}/fork", {"ply": 0}, 403)
        client.post(
            f"/api/tables/{table}/fork", {"ply": 0, "seats": [{"kind": "me"}, *[{"kind": "bot", "level": "easy"}] * 2]}, 403
        )
        for form in (False, True):
            said = client.get(f"/api/tables/{table}/record", 403, params={"json": form})
            assert "hint:" in said["message"]
        client.post(f"/api/tables/{table}/hint", expect=403)
        client.get(f"/api/tables/{table}/review", 403)
        client.post(f"/api/tables/{table}/review", expect=403)
        assert not client.table(table)["you"]["hints"]


def test_somebody_who_is_only_away_still_plays(shared: Running, ann: Client, bo: Client) -> None:
    """Otherwise one could wait until a bot plays for the other, and ask then."""
    table = together(ann, bo)
    bo.post(f"/api/tables/{table}/away")
    ann.get(f"/api/tables/{table}/record", 403)
    ann.post(f"/api/tables/{table}/fork", {"ply": 0}, 403)
    ann.post(f"/api/tables/{table}/hint", expect=403)
    ann.get(f"/api/tables/{table}/review", 403)
    bo.post(f"/api/tables/{table}/leave")
    assert ann.get(f"/api/tables/{table}/record").startswith("branchline-record")
    ann.post(f"/api/tables/{table}/fork", {"ply": 0}, 201)
    assert ann.table(table)["you"]["hints"]


def test_a_table_that_waits_for_people_gives_nothing(ann: Client) -> None:
    table = ann.open(seats="me link bot:random", name="Ann")["id"]
    ann.get(f"/api/tables/{table}/record", 403)
    ann.post(f"/api/tables/{table}/fork", {"ply": 0}, 403)
    ann.post(f"/api/tables/{table}/hint", expect=403)


def test_one_person_on_several_seats_is_alone(shared: Running, ann: Client) -> None:
    table = ann.open(seats="me me bot:random", name="Ann")["id"]
    first_move(ann, table)
    ann.post(f"/api/tables/{table}/fork", {"ply": 1}, 201)
    assert bl.Record.loads(ann.get(f"/api/tables/{table}/record")).actions
    assert ann.table(table)["you"]["hints"]
    shared.client().get(f"/api/tables/{table}/record", 403)


def test_after_the_end_everything_is_there_for_all(shared: Running, ann: Client, bo: Client) -> None:
    table = together(ann, bo, options={"rounds": 1})
    play_on({0: ann, 1: bo}, table)
    guest = shared.client()
    record = guest.get(f"/api/tables/{table}/record")
    assert guest.post("/api/import", {"record": record}, 201)["phase"] == "over"
    guest.post(f"/api/tables/{table}/fork", {"ply": 1, "level": "random"}, 201)
    guest.post(f"/api/tables/{table}/hint?ply=0")


# -- a bot's move as advice -------------------------------------------------------------------------------


def test_a_stand_ins_move_is_not_taken_back(ann: Client, bo: Client) -> None:
    """Away, a strong bot moves, back, undo: so one would see what it thinks and could still choose."""
    table = together(ann, bo, seats="me link", stand_in="greedy")
    ann.post(f"/api/tables/{table}/away")
    wait_until(lambda: ann.table(table)["ply"] == 1)
    undo = ann.post(f"/api/tables/{table}/back")["view"]["undo"]
    assert (undo["step"], undo["turn"], undo["right"]) == (None, None, None)
    for wish in ({"what": "step"}, {"what": "turn"}):
        said = ann.post(f"/api/tables/{table}/undo", {**wish, "ply": 1}, 403)
        assert "A bot has decided for you" in said["message"]
    asked = ann.post(f"/api/tables/{table}/undo", {"to": 0, "ply": 1})
    assert asked["ply"] == 1, "nothing is taken back before the other agrees"
    after = bo.post(f"/api/tables/{table}/undo/answer", {"ask": asked["view"]["undo"]["ask"]["id"], "yes": True})
    assert (after["ply"], "undo-consent" in after["view"]["marks"]) == (0, True)


# -- ratings ----------------------------------------------------------------------------------------------


def members(server: Running, *names: str) -> list[Client]:
    """Persons with new accounts."""
    found = []
    for name in names:
        client = server.client()
        client.post("/api/accounts", {"name": name, "password": "correct horse"}, 201)
        found.append(client)
    return found


def ratings(*clients: Client) -> list[Any]:
    return [client.get("/api/me")["ratings"] for client in clients]


def test_a_record_that_is_played_on_is_not_rated(shared: Running) -> None:
    """Two accounts, and a game that is won but for its last moves."""
    ann, bo = members(shared, "Imported Ann", "Imported Bo")
    state = bl.game("northern-pacific", players=2, rounds=1).start()
    while not state.copy().play(state.legal()[0]).is_over:
        state.play(state.legal()[0])
    opened = ann.post("/api/import", {"record": bl.Record.of(state, ["", ""]).dumps()}, 201)
    ann.post(f"/api/tables/{opened['id']}/join", {"seat": 0})
    bo.post(f"/api/tables/{opened['id']}/join", {"seat": 1})
    play_on({0: ann, 1: bo}, opened["id"])
    assert ann.table(opened["id"])["phase"] == "over"
    assert ratings(ann, bo) == [[], []]
    again = ann.post(f"/api/tables/{opened['id']}/rematch", expect=201)["id"]
    assert ann.table(again)["ply"] == 0, "a rematch begins at the beginning"
    assert bo.post(f"/api/tables/{opened['id']}/rematch", expect=201)["phase"] == "playing"
    play_on({1: ann, 0: bo}, again)
    assert [found[0]["games"] for found in ratings(ann, bo)] == [1, 1]


def test_a_fork_among_people_is_not_rated(shared: Running) -> None:
    ann, bo = members(shared, "Forked Ann", "Forked Bo")
    solo = ann.open(seats="me bot:random", options={"rounds": 1})["id"]
    forked = ann.post(f"/api/tables/{solo}/fork", {"ply": 0, "seats": [{"kind": "me"}, {"kind": "link"}]}, 201)
    bo.post(f"/api/tables/{forked['id']}/join", {"secret": forked["links"][1]["secret"]})
    play_on({0: ann, 1: bo}, forked["id"])
    assert ann.table(forked["id"])["phase"] == "over"
    assert ratings(ann, bo) == [[], []]


def test_who_let_a_bot_decide_gains_nothing(shared: Running) -> None:
    ann, bo = members(shared, "Helped Ann", "Helped Bo")
    table = together(ann, bo, seats="me link", options={"rounds": 1}, stand_in="random")
    ann.post(f"/api/tables/{table}/away")
    bo.post(f"/api/tables/{table}/away")
    wait_until(lambda: ann.table(table)["phase"] == "over")
    ranks = ann.table(table)["view"]["ranks"]
    for rank, found in zip(ranks, ratings(ann, bo), strict=True):
        assert all(row["rating"] < 0 for row in found), "new players begin at 0"
        assert rank > min(ranks) or not found


@pytest.mark.parametrize("ranks", [(1, 2, 3), (3, 2, 1), (2, 1, 3), (1, 1, 1)])
def test_help_never_raises_a_rating(ranks: tuple[int, ...]) -> None:
    before = {"a": (25.0, 25 / 3), "b": (30.0, 2.0), "c": (20.0, 4.0)}
    seats = {0: "a", 1: "b", 2: "c"}
    fair = rated(before, seats, [0, 1, 2], ranks)
    for seat, person in seats.items():
        after = rated(before, seats, [0, 1, 2], ranks, {seat})
        assert after.get(person, before[person]) in (before[person], fair[person])
        assert shown(*after.get(person, before[person])) <= shown(*before[person])
        assert {other: after[other] for other in after if other != person} == {
            other: fair[other] for other in fair if other != person
        }


def test_nobody_leaves_before_a_game_is_rated(shared: Running) -> None:
    ann, bo = members(shared, "Staying Ann", "Leaving Bo")
    table = together(ann, bo, seats="me link", options={"rounds": 1}, stand_in="random")
    left = bo.post(f"/api/tables/{table}/leave")
    assert left["you"]["seats"] == []
    bo.get(f"/api/tables/{table}/links", 403)
    assert table not in [row["id"] for row in bo.get("/api/me/tables")["tables"]]
    play_on({0: ann}, table)
    found = ratings(ann, bo)
    rank = ann.table(table)["view"]["ranks"]
    assert [bool(rows) for rows in found] == [True, rank[1] > rank[0]], "who left can lose and cannot gain"


def test_nobody_signs_in_for_the_games_that_are_won(shared: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("branchline.server.accounts.ratings.LATE_SECONDS", 0.0)  # whatever comes after the start is late
    ann, bo = members(shared, "Honest Ann", "Late Bo")
    guest = shared.client()
    table = together(ann, guest, seats="me link", options={"rounds": 1})
    guest.post("/api/session", {"name": "Late Bo", "password": "correct horse"})
    play_on({0: ann, 1: guest}, table)
    ranks = ann.table(table)["view"]["ranks"]
    assert ann.table(table)["phase"] == "over"
    assert bool(ratings(bo)[0]) is False or ranks[1] > ranks[0]


def test_a_second_seat_of_the_same_person_does_not_undo_a_game() -> None:
    players = [Player(0, "ann", 10.0), Player(1, "bo", 20.0), Player(2, "bo", 900.0)]
    assert who_counts(players, 20.0) == ({0: "ann", 1: "bo"}, set())
    assert who_counts(players[:1] + players[2:], 20.0) == ({0: "ann", 2: "bo"}, {2})
