"""Small tournaments: pairing, standings, and six people from the link to the last round."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from branchline.server.accounts.requester import Requester
from branchline.server.services import tournaments
from branchline.server.services.container import Services
from branchline.server.services.pairing import (
    Game,
    circle,
    draw,
    draw_of_circle,
    rounds_of_robin,
    sizes_of,
    standings,
)
from branchline.server.services.tournaments import Tournament
from branchline.server.store import tournament_rows
from tests.server.running import Client, Running, wait_until

QUICK: dict[str, Any] = {"game": "northern-pacific", "options": {"rounds": 1}}


@pytest.mark.parametrize("people", [2, 3, 6, 7, 8])
def test_everybody_meets_everybody_once(people: int) -> None:
    met: Counter[frozenset[int]] = Counter()
    for turn in range(rounds_of_robin(people, 2)):
        drawn = draw_of_circle(range(people), people, turn)
        assert sorted([number for pair in drawn.tables for number in pair] + drawn.byes) == list(range(people))
        met.update(frozenset(pair) for pair in drawn.tables)
    assert set(met) == {frozenset(pair) for pair in combinations(range(people), 2)}
    assert set(met.values()) == {1}


def test_who_is_out_leaves_a_bye() -> None:
    drawn = draw_of_circle([0, 1, 2, 4, 5], 6, 0)
    assert (len(drawn.tables), len(drawn.byes)) == (2, 1)
    assert 3 not in [number for pair in drawn.tables for number in pair]
    assert all(3 in pair for pair in circle(6, 0) if drawn.byes[0] in pair)


def test_sizes_of_tables() -> None:
    allowed = [2, 3, 4, 5]
    assert sizes_of(6, 3, allowed) == ([3, 3], 0)
    assert sizes_of(7, 3, allowed) == ([4, 3], 0), "one table has one more"
    assert sizes_of(7, 2, allowed) == ([2, 2, 2], 1)
    assert sizes_of(2, 3, allowed) == ([2], 0), "people went home"
    assert sizes_of(1, 3, allowed) == ([], 1)
    assert sizes_of(11, 5, allowed) == ([5, 5], 1)


def test_three_at_a_table_meet_as_evenly_as_possible() -> None:
    games: list[Game] = []
    for number in range(1, rounds_of_robin(9, 3) + 1):
        drawn = draw(range(9), 3, [2, 3, 4], games, [], swiss=False)
        games += [Game(number, table) for table in drawn.tables]
    met = Counter(frozenset(pair) for game in games for pair in combinations(game.people, 2))
    assert max(met.values()) <= 2
    assert len(met) >= 30, "of 36 pairs"


def test_swiss_pairs_neighbours_who_have_not_met() -> None:
    games = [Game(1, (0, 1), (1, 2)), Game(1, (2, 3), (1, 2))]
    order = [line.number for line in standings(range(4), games)]
    assert order == [0, 2, 1, 3]
    assert [set(table) for table in draw(order, 2, [2], games, [], swiss=True).tables] == [{0, 2}, {1, 3}]
    assert draw([0, 1, 2], 2, [2], games, [2], swiss=True).byes == [1], "the last one who has had no bye"


def test_standings() -> None:
    games = [Game(1, (0, 1, 2), (1, 2, 2)), Game(1, (3, 4), (1, 2), frozenset({3})), Game(2, (0, 3))]
    lines = {line.number: line for line in standings(range(6), games, byes=[5])}
    assert {number: line.points for number, line in lines.items()} == {0: 1.0, 1: 0.25, 2: 0.25, 3: 0.0, 4: 0.0, 5: 0.5}
    assert [lines[number].rank for number in (0, 5, 1, 2)] == [1, 2, 3, 3]
    assert (lines[3].wins, lines[3].played, lines[0].played) == (0, 1, 1), "a bot had won it; one game is still on"


def play_all(people: list[Client], tables: list[str], begins: int = 0) -> None:
    """Play the tables to their end: whoever is to decide makes the first legal move, on seat 0 the one with index `begins`."""
    for table in tables:
        seats = {seat: person for person in people for seat in person.table(table)["you"]["seats"]}
        seen = people[0].table(table)
        while seen["phase"] == "playing":
            waiting = seen["view"]["waiting_for"]
            if waiting["by"] == "person":
                mover = seats[waiting["seat"]]
                choice = 0 if waiting["seat"] else begins
                mover.move(table, mover.table(table)["view"]["legal"][choice], seen["ply"])
            seen = people[0].table(table)


def tables_of(seen: Any, number: int) -> list[str]:
    return [table["path"].removeprefix("/t/") for table in seen["tables"] if table["round"] == number]


def test_six_people(shared: Running) -> None:
    people = [shared.client() for _ in range(6)]
    host = people[0]
    made = host.post("/api/tournaments", {**QUICK, "title": "Winter", "rounds": 2, "name": "P0"}, 201)
    path = f"/api/tournaments/{made['id']}"
    host.post(f"{path}/begin", expect=403)
    for number, person in enumerate(people[1:], 1):
        seen = person.post(f"{path}/join", {"name": f"P{number}"})
        person.post(f"{path}/join")  # twice is once
    assert [line["name"] for line in seen["people"]] == [f"P{number}" for number in range(6)]
    people[1].post(f"{path}/begin", expect=403)
    begun = host.post(f"{path}/begin")
    assert (begun["status"], begun["round"], len(begun["tables"])) == ("playing", 1, 3)
    assert host.post(f"{path}/begin")["round"] == 1, "twice is once"
    shared.client().post(f"{path}/join", {"name": "Late"}, 403)
    first = tables_of(begun, 1)
    assert f'href="/tournaments/{made["id"]}"' in host.http.get(f"/t/{first[0]}").text, "the way back"
    absent = next(person for person in people[1:] if person.table(first[0])["you"]["seats"])
    absent.post(f"/api/tables/{first[0]}/away")  # and never comes back
    play_all(people, first)
    second = wait_until(lambda: (seen := host.get(path))["round"] == 2 and len(seen["tables"]) == 5 and seen)
    gone = next(line for line in second["people"] if line["status"] == "out")
    assert (gone["number"], gone["points"]) == (people.index(absent), 0.0)
    assert second["byes"][-1]["round"] == 2, "whoever would have met them has half a point"
    assert "You take no part in the next round." in absent.http.get(f"/tournaments/{made['id']}").text
    back = absent.post(f"{path}/join")
    assert next(line for line in back["people"] if line["number"] == gone["number"])["status"] == "in"
    play_all(people, tables_of(second, 2))
    over = wait_until(lambda: (seen := host.get(path))["status"] == "over" and seen)
    assert sum(line["points"] for line in over["people"]) == pytest.approx(5.0 + 0.5 - lost_to_absence(over, gone["number"]))
    assert [line["rank"] for line in over["people"]] == sorted(line["rank"] for line in over["people"])
    page = shared.client().http.get(f"/tournaments/{made['id']}", headers={"accept-language": "de"}).text
    assert "Das Turnier ist zu Ende." in page
    assert "Runde 2 von 2" in page
    host.post(f"{path}/join", expect=409)


def test_swiss_draws_by_standing(shared: Running) -> None:
    """After the first round the two leaders meet."""
    people = [shared.client() for _ in range(4)]
    wanted = {**QUICK, "title": "Ladder", "pairing": "swiss", "seats": 2, "rounds": 2, "name": "P0"}
    path = f"/api/tournaments/{people[0].post('/api/tournaments', wanted, 201)['id']}"
    for number, person in enumerate(people[1:], 1):
        person.post(f"{path}/join", {"name": f"P{number}"})
    play_all(people, tables_of(people[0].post(f"{path}/begin"), 1), begins=-1)  # which wins, while all first moves tie
    second = wait_until(lambda: (seen := people[0].get(path))["round"] == 2 and len(seen["tables"]) == 4 and seen)
    assert [line["points"] for line in second["people"]] == [1.0, 1.0, 0.0, 0.0]
    order = [line["number"] for line in second["people"]]
    met = {frozenset(table["people"]) for table in second["tables"] if table["round"] == 2}
    assert met == {frozenset(order[:2]), frozenset(order[2:])}
    german = people[0].http.get(path.removeprefix("/api"), headers={"accept-language": "de"}).text
    assert "<td>1,00</td>" in german


def lost_to_absence(over: Any, number: int) -> float:
    """The points of the game in which a bot played for somebody, if that bot had won or tied it."""
    game = next(table for table in over["tables"] if table["round"] == 1 and number in table["people"])
    rank = game["ranks"][game["people"].index(number)]
    return 0.0 if rank == 2 else 0.5 if game["ranks"] == [1, 1] else 1.0


def test_bad_requests(shared: Running, ann: Client) -> None:
    assert ann.post("/api/tournaments", {**QUICK, "title": "x", "clock": {"kind": "none"}}, 422)["kind"] == "bad-setup"
    ann.post("/api/tournaments", {**QUICK, "title": "x", "seats": 8}, 422)
    ann.post("/api/tournaments", {**QUICK, "title": "x", "game": "chess"}, 422)
    ann.get("/api/tournaments/nosuchone", 404)
    ann.post("/api/tournaments/nosuchone/join", {"name": "Ann"}, 404)
    assert ann.http.post("/tournaments", data={"title": "", "game": "northern-pacific"}).status_code == 422
    made = ann.http.post("/tournaments", data={"title": "Club", "game": "northern-pacific", "name": "Ann"})
    address = made.headers["location"]
    stranger = shared.client()
    for what in ("begin", "close", "leave"):
        assert stranger.http.post(f"{address}/{what}").status_code in (401, 403)
        stranger.post(f"/api{address}/{what}", expect=401)
    assert ann.http.post(f"{address}/begin").status_code == 422, "alone"
    assert ann.http.post(f"{address}/dance").status_code == 404
    assert ann.post(f"/api{address}/leave")["people"][0]["status"] == "out"
    assert ann.post(f"/api{address}/close")["status"] == "closed"
    ann.post(f"/api{address}/begin", expect=409)


def test_a_round_is_drawn_while_the_host_closes(shared: Running, ann: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    made = ann.post("/api/tournaments", {**QUICK, "title": "x", "name": "Ann"}, 201)
    read = tournaments._owned

    async def outdated(services: Services, requester: Requester, tournament: str) -> Tournament:
        found = await read(services, requester, tournament)
        async with services.store.write() as db:
            assert await tournament_rows.change(db, tournament, 0, round=1)
        return found

    monkeypatch.setattr(tournaments, "_owned", outdated)
    assert ann.post(f"/api/tournaments/{made['id']}/close")["status"] == "closed"


def test_a_round_whose_tables_have_just_been_opened_is_not_over(shared: Running, ann: Client, bo: Client) -> None:
    made = ann.post("/api/tournaments", {**QUICK, "title": "x", "name": "Ann", "rounds": 1}, 201)
    bo.post(f"/api/tournaments/{made['id']}/join", {"name": "Bo"})
    ann.post(f"/api/tournaments/{made['id']}/begin")

    async def go_on_late() -> None:
        """What the server does if it had found the tournament ready before its tables were there."""
        await tournaments._go_on(shared.services, await tournaments.read(shared.services, made["id"]))

    asyncio.run_coroutine_threadsafe(go_on_late(), shared.services.loop).result(60)
    assert ann.get(f"/api/tournaments/{made['id']}")["status"] == "playing"


def test_who_deletes_everything_leaves_a_number(shared: Running, ann: Client, bo: Client) -> None:
    made = ann.post("/api/tournaments", {**QUICK, "title": "x", "name": "Annabel Lee"}, 201)
    bo.post(f"/api/tournaments/{made['id']}/join", {"name": "Bo"})
    table = ann.open(seats="me open", name="Annabel Lee")["id"]
    bo.post(f"/api/tables/{table}/join", {"name": "Bo"})
    ann.post(f"/api/tables/{table}/notes", {"ply": 0, "text": "A secret of Annabel"})
    ann.post("/api/me/holiday", {"days": 1}, 201)
    assert ann.http.post("/me/account/delete", data={"sure": "yes"}).status_code == 200
    seen = bo.get(f"/api/tournaments/{made['id']}")
    assert (seen["status"], sorted(line["status"] for line in seen["people"])) == ("closed", ["in", "out"])
    assert "Annabel" not in bo.http.get(f"/tournaments/{made['id']}").text
