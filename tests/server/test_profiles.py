"""Rated and unrated tables, public profiles, leaderboards."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from branchline.server.accounts import ratings
from branchline.server.pages.rating_graph import bounds, rating_graph
from branchline.server.services import profiles
from branchline.server.store import Store, people, result_rows, rows
from branchline.server.store.migrate import upgrade
from tests.server.running import Client, Running
from tests.server.test_accounts import form, register, sit_together
from tests.server.test_games import play_on

NP = "northern-pacific"


# -- in the database -----------------------------------------------------------------------------------------


async def figures(store: Store) -> None:
    """Three accounts play: Ann and Bo are public, Cid is not."""
    async with store.write() as db:
        for name in ("ann", "bo", "cid"):
            await people.add_person(db, name.title(), name)
            await people.add_account(db, name, name, "hash")
            await people.set_public(db, name, name != "cid")
        setup: dict[str, Any] = {"game": NP, "setup": {}, "owner": None, "public": True, "kind": "new", "version": 0, "ply": 0}
        setup |= {"status": "over", "waits_for": "nobody", "summary": {"seats": []}}
        found: list[dict[str, Any]] = []
        for number, (ranks, company) in enumerate([((1, 2, 3), "people"), ((2, 1, 3), "people"), ((1, 1, 3), "mixed")]):
            table = f"table{number}"
            await rows.add_table(db, table, setup, 3)
            common = {"table_id": table, "game": NP, "players": 3, "moves": 9, "ended": 1e9 + number, "company": company}
            common |= {"rated": True, "others": ""}
            for seat, name in enumerate(("ann", "bo", "cid")):
                found.append({**common, "person_id": name, "seat": seat, "rank": ranks[seat]})
            await ratings.write(db, NP, {0: "ann", 1: "bo", 2: "cid"}, [0, 1, 2], list(ranks))
        await ratings.write(db, NP, {0: "ann", 1: "bo"}, [0, 1], [1, 2])
        await result_rows.add(db, found)
    async with store.read() as db:
        summed = [tuple(row) for row in await result_rows.summed(db, "ann")]
        assert [(*row[:5], float(row[5])) for row in summed] == [(NP, 3, "mixed", 1, 1, 1.0), (NP, 3, "people", 2, 1, 1.5)]
        assert [tuple(row) for row in await result_rows.against(db, "ann", 9)] == [("bo", "Bo", 3, 1, 1)]
        assert [tuple(row) for row in await result_rows.against(db, "ann", 9, "cid")] == [("cid", "Cid", 3, 3, 0)]
        assert len(await result_rows.shared_games(db, "ann", 2)) == 2
        assert [row["name"] for row in await ratings.best(db, NP, 9)] == ["Ann", "Bo"]
        assert [(row["name"], row["games"]) for row in await ratings.best(db, NP, 9, 2)] == [("Ann", 1), ("Bo", 1)]
        assert [row["games"] for row in await ratings.best(db, NP, 9, 3, 3)] == [3, 3]
        assert await ratings.best(db, NP, 9, 3, 4) == []
        steps = await ratings.steps_of(db, "ann", NP, 9)
        assert len(steps) == 4
        assert steps[0].sigma > steps[-1].sigma
        assert len(await ratings.steps_of(db, "cid", NP, 2)) == 2


def test_figures_of_people(database: str, tmp_path: Path) -> None:
    url = database or f"sqlite:///{tmp_path / 'branchline.sqlite'}"
    upgrade(url)

    async def main() -> None:
        store = Store(url)
        try:
            await figures(store)
        finally:
            await store.close()

    asyncio.run(main())


def test_a_graph_shows_the_estimate_in_its_band() -> None:
    steps = [SimpleNamespace(at=1e9 + number, mu=25 + number, sigma=8 - number) for number in range(5)]
    assert bounds(steps) == (9.0, 42.0)
    svg = rating_graph(steps, "A <game>")
    root = ElementTree.fromstring(svg)
    assert root.attrib["aria-label"] == "A <game>: from 25.0 to 29.0 ± 8.0 in 5 games"
    line = next(one for one in root if one.attrib.get("class") == "line").attrib["points"].split()
    band = next(one for one in root if one.attrib.get("class") == "band").attrib["points"].split()
    assert (len(line), len(band)) == (5, 10)
    assert "style=" not in svg, "the site allows no inline style"
    assert rating_graph(steps[:1], "x") == ""


# -- on the site ---------------------------------------------------------------------------------------------


def test_a_profile_is_for_oneself_until_it_is_shown(
    shared: Running, ann: Client, bo: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profiles, "FEWEST_GAMES", 1)
    register(ann, "Profiled Ann")
    register(bo, "Profiled Bo")
    table = sit_together(ann, bo, public=True)
    play_on({0: ann, 1: bo}, table)
    own = ann.get("/me/account").split('href="/people/')[1].split('"')[0]
    assert "Only you see this profile." in ann.get(f"/people/{own}")
    stranger = shared.client()
    hidden = [stranger.http.get(f"/people/{one}") for one in (own, "abcdefgh")]
    assert [answer.status_code for answer in hidden] == [404, 404]
    assert hidden[0].json() == hidden[1].json(), "nobody learns that there is a profile"
    boards = [f"/leaderboards?game={NP}", f"/leaderboards?game={NP}&players=3"]
    assert all("Profiled" not in stranger.get(path) for path in boards)

    assert form(ann, "/me/account/profile", public="yes") == "/me/account?done=profile"
    page = stranger.get(f"/people/{own}")
    for text in ("Profiled Ann", "1 rated game", "people and bots", f'href="/t/{table}"'):
        assert text in page
    assert "Profiled Bo" not in page.split("Listed games")[0], "Bo has not shown a profile"
    assert all("Profiled Ann" in stranger.get(path) for path in boards)
    assert "Profiled Ann" not in stranger.get(f"/leaderboards?game={NP}&players=2")
    stranger.get("/leaderboards?game=chess", 404)
    assert "Against you" in bo.get(f"/people/{own}")
    form(bo, "/me/account/profile", public="yes")
    assert "Head to head" in stranger.get(f"/people/{own}")

    form(ann, "/me/account/profile", public="")
    stranger.get(f"/people/{own}", 404)
    form(shared.client(), "/me/account/profile", 401, public="yes")


def test_rated_and_unrated_tables_are_told_apart(shared: Running, ann: Client, bo: Client) -> None:
    register(ann, "Unrated Ann")
    register(bo, "Unrated Bo")
    assert 'id="rated"' in ann.get("/new")
    form(ann, "/new", game=NP, players="3", seat_0="me", seat_1="open", seat_2="bot-easy", rated="", public="yes")
    listed = ann.get("/api/me/tables")["tables"][0]
    assert listed["rated"] is False
    page = ann.get(f"/t/{listed['id']}")
    assert "This game is unrated." in page
    assert '<span class="chip">unrated</span>' in ann.get("/me")

    table = sit_together(ann, bo, rated=False)
    play_on({0: ann, 1: bo}, table)
    assert ann.get("/api/me")["ratings"] == []
    assert '<span class="chip">rated</span>' not in ann.get("/me/games")
    table = sit_together(ann, bo)
    assert "This game is rated." in ann.get(f"/t/{table}")
    assert "This game is" not in ann.get(f"/t/{ann.open()['id']}"), "nobody is rated alone with bots"
    play_on({0: ann, 1: bo}, table)
    assert len(ann.get("/api/me")["ratings"]) == 1
    assert '<span class="chip">rated</span>' in ann.get("/me/games")
