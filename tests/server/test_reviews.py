"""Reviews on the site: one for each game and depth, for finished games only, and none is lost when the server is killed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape
from sqlalchemy import delete, select

import branchline as bl
from branchline.review.budget import LEAST
from branchline.server.base.rate_limits import RateLimit
from branchline.server.base.settings import Settings
from branchline.server.pages.pictures import shown_layers
from branchline.server.services import reviews
from branchline.server.store import Store, job_rows
from branchline.server.store.engine import blocking_engine
from branchline.server.store.job_rows import Key, NewJob, unpack
from branchline.server.store.migrate import upgrade
from branchline.server.store.schema import jobs
from serving import serving
from tests.server.reviewing import WORKER, in_server, publish, reviewed, sample, take, tell
from tests.server.running import GENEROUS, Client, Running, wait_until

PATHS = ("/api/tables/{}/review", "/t/{}/review", "/t/{}/review/moment", "/t/{}/review/graph.svg", "/t/{}/review/graph.png")
SLOW = 1500
"""Simulations for a review that takes a second or two."""
Stored = tuple[Settings, Callable[[], Any]]
"""The settings of a server, and a look at the row of its job."""


@pytest.fixture(autouse=True)
def _no_jobs_of_other_tests(shared: Running) -> None:
    """Empty the queue of the shared server."""

    async def clear() -> None:
        async with shared.services.store.write() as db:
            await db.execute(delete(jobs))

    in_server(shared, clear())


@pytest.fixture
def opened(ann: Client) -> str:
    """A table with a finished game."""
    table: str = ann.post("/api/import", {"record": sample()}, 201)["id"]
    return table


def state_of(client: Client, table: str) -> tuple[str, list[str]]:
    found = client.get(f"/api/tables/{table}/review")
    return found["state"], found["depths"]


def test_a_review_is_asked_for_made_and_shown(shared: Running, ann: Client, bo: Client, opened: str) -> None:
    path = f"/api/tables/{opened}/review"
    assert ann.get(path) == {"state": "none", "done": 0, "total": 0, "depth": "", "depths": ["quick", "deep"], "review": None}
    assert "Review this game" in ann.get(f"/t/{opened}/review")
    ann.get(f"/t/{opened}/review/graph.svg", 404)
    assert ann.post(path, expect=202)["state"] == "waiting"
    assert bo.post(path, {"depth": "quick"}, 202)["depths"] == ["deep"]
    job = take(shared)
    tell(shared, job, 3, 10)
    assert ann.get(path) == {"state": "running", "done": 3, "total": 10, "depth": "quick", "depths": ["deep"], "review": None}
    assert re.search(r'<progress max="10" value="3"', ann.get(f"/t/{opened}/review"))
    assert job.body["record"]["seats"] == ["", "", ""], "names are nobody's business in a job"
    assert publish(shared, job, reviewed(sample()))
    found = bo.get(path)
    assert (found["state"], found["depths"]) == ("done", ["deep"])
    review = found["review"]
    assert review["names"] == ["Ann", "Bo", "Cy"]
    for seat in review["seats"]:
        parts = sum(seat[part] for part in ("start", "errors", "luck", "gifts", "residue"))
        assert parts == pytest.approx(seat["result"], abs=1e-9)
    assert bo.get(path + "?brief=true")["review"] is None
    page = bo.get(f"/t/{opened}/review")
    assert "Look deeper" in page
    assert page.count('class="moves') == 1
    assert len(re.findall(r'<li[^>]*><a data-move="', page)) >= len(review["steps"])


def test_equal_games_have_one_review(shared: Running, ann: Client, opened: str) -> None:
    other = ann.post("/api/import", {"record": sample(names=("Xenia", "Yuri", "Zoe"))}, 201)["id"]
    ann.post(f"/api/tables/{opened}/review", expect=202)
    assert state_of(ann, other) == ("waiting", ["deep"])
    publish(shared, take(shared), reviewed(sample()))
    assert ann.get(f"/api/tables/{other}/review")["review"]["names"] == ["Xenia", "Yuri", "Zoe"]
    assert "Xenia" in ann.get(f"/t/{other}/review")
    assert "Xenia" not in ann.get(f"/t/{opened}/review")


def test_only_a_deeper_review_replaces_one(shared: Running, ann: Client, opened: str) -> None:
    path = f"/api/tables/{opened}/review"
    ann.post(path, {"depth": "deep"}, 202)
    publish(shared, take(shared), reviewed(sample()))
    assert state_of(ann, opened) == ("done", [])
    assert ann.post(path, {"depth": "quick"}, 202)["state"] == "done"
    with pytest.raises(AssertionError, match="no review to make"):
        take(shared)


def test_while_a_deeper_one_is_made_the_published_one_stays(shared: Running, ann: Client, opened: str) -> None:
    path = f"/api/tables/{opened}/review"
    ann.post(path, expect=202)
    publish(shared, take(shared), reviewed(sample()))
    assert ann.http.post(f"/t/{opened}/review", data={"depth": "deep"}).status_code == 303
    found = ann.get(path)
    assert (found["state"], found["depth"], found["depths"]) == ("waiting", "deep", [])
    assert found["review"] is not None
    page = ann.get(f"/t/{opened}/review")
    assert "A deeper review is being made." in page
    assert "Where the result came from" in page


def test_a_result_that_cannot_be_read_is_made_again(shared: Running, ann: Client, opened: str) -> None:
    path = f"/api/tables/{opened}/review"
    for broken in (b"nothing", job_rows.pack({"steps": []}), job_rows.pack([1])):
        ann.post(path, expect=202)
        publish(shared, take(shared), broken)
        assert state_of(ann, opened) == ("none", ["quick", "deep"])
    ann.post(path, expect=202)
    assert publish(shared, take(shared), reviewed(sample()))
    assert state_of(ann, opened) == ("done", ["deep"])


def test_a_review_that_failed_is_said_and_may_be_asked_for_again(shared: Running, ann: Client, opened: str) -> None:
    path = f"/api/tables/{opened}/review"
    ann.post(path, expect=202)
    job = take(shared)

    async def fail() -> None:
        async with shared.services.store.write() as db:
            await job_rows.fail(db, job.key, WORKER)

    in_server(shared, fail())
    assert state_of(ann, opened) == ("failed", ["quick", "deep"])
    assert "The review failed" in ann.get(f"/t/{opened}/review")
    assert ann.post(path, expect=202)["state"] == "waiting"


# -- doors ------------------------------------------------------------------------------------------------


def refused(client: Client, table: str, status: int) -> None:
    """No way leads to a review."""
    for path in PATHS:
        said = client.get(path.format(table), status, headers={"Accept": "application/json"})
        assert said["message"], path
    client.post(f"/api/tables/{table}/review", expect=status)
    for path, fields in ((f"/t/{table}/review", {}), (f"/t/{table}/review/try", {"ply": 0})):
        assert client.http.post(path, data=fields).status_code == status, path


def test_a_running_game_among_people_has_no_review(ann: Client, bo: Client) -> None:
    table = ann.open(seats="me open bot:random", name="Ann")["id"]
    refused(ann, table, 403)
    bo.post(f"/api/tables/{table}/join", {"name": "Bo"})
    for client in (ann, bo):
        refused(client, table, 403)


def test_a_game_against_bots_is_reviewed_when_it_is_over(shared: Running, ann: Client, bo: Client) -> None:
    opened = ann.open(seats="me me", options={"rounds": 1, "duo": "plain"}, name="Ann")
    table = opened["id"]
    refused(ann, table, 409)  # nobody is helped against others, but there is nothing to review yet
    refused(bo, table, 403)
    while opened["phase"] == "playing":
        opened = ann.move(table, opened["view"]["legal"][0], opened["ply"])
    for client in (ann, bo):
        assert state_of(client, table) == ("none", ["quick", "deep"])
    assert f'action="/t/{table}/review"' in ann.get(f"/t/{table}")


def test_a_game_that_was_broken_off_has_no_review(ann: Client) -> None:
    table = ann.open(name="Ann")["id"]
    ann.post(f"/api/tables/{table}/close")
    refused(ann, table, 409)


def test_bad_requests(ann: Client, opened: str) -> None:
    for path in PATHS:
        ann.get(path.format("nothing9"), 404, headers={"Accept": "application/json"})
    ann.post(f"/api/tables/{opened}/review", {"depth": "endless"}, 422)
    ann.post(f"/api/tables/{opened}/review", {"deep": True}, 422)
    assert ann.http.post(f"/t/{opened}/review", data={"depth": "1000000"}).status_code == 422
    for ply in ("-1", "x", "5000"):
        assert ann.http.post(f"/t/{opened}/review/try", data={"ply": ply}).status_code == 422
    ann.get(f"/t/{opened}/review?move=-1", 422, headers={"Accept": "application/json"})


def test_a_record_is_reviewed_at_once_or_refused_with_a_sentence(shared: Running, ann: Client) -> None:
    unfinished = bl.Record.of(bl.game("northern-pacific", players=3).start().play("extend Fargo")).dumps()
    cases = {
        unfinished: "The game is not over after 1 actions",
        sample().replace("Rules: 1", "Rules: 77"): "77",
        sample().replace("0 extend", "1 extend", 1): "line",
        "": "There is no record in the form.",
    }
    for text, sentence in cases.items():
        page = ann.http.post("/replay", data={"text": text, "then": "review"}, headers={"Accept": "text/html"})
        assert page.status_code == 422
        assert sentence in page.text, sentence
    assert ann.get("/api/me/tables")["tables"] == [], "no table was opened in vain"
    answer = ann.http.post("/replay", data={"text": sample(), "then": "review"})
    assert answer.status_code == 303
    assert answer.headers["location"].endswith("/review")
    assert "The review is being made." in ann.get(answer.headers["location"])
    take(shared)


def test_limits(shared: Running, ann: Client, opened: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = f"/api/tables/{opened}/review"
    with monkeypatch.context() as patch:
        patch.setattr(reviews, "_most", lambda *_: 0)
        assert ann.http.post(path, json={}).headers["retry-after"] == "30"
        assert "network" in ann.post(path, expect=429)["message"]
    with monkeypatch.context() as patch:
        patch.setattr(shared.services, "costly", RateLimit(0.1, 0))
        ann.get(f"/t/{opened}/review/graph.png", 429)
    ann.post(path, expect=202)


# -- the page ---------------------------------------------------------------------------------------------


@pytest.fixture
def shown(shared: Running, ann: Client, opened: str) -> str:
    """A table with a review."""
    ann.post(f"/api/tables/{opened}/review", expect=202)
    publish(shared, take(shared), reviewed(sample()))
    return opened


def test_a_link_opens_at_a_moment(ann: Client, shown: str) -> None:
    worst = max(reviewed(sample())["steps"], key=lambda step: step["error"])
    page = ann.get(f"/t/{shown}/review?move={worst['ply']}")
    assert f'<a data-move="{worst["ply"]}" href="?move={worst["ply"]}" aria-current="true">' in page
    assert f"Move {worst['ply']}: {worst['move']} cost {['Ann', 'Bo', 'Cy'][worst['actor']]}" in page
    (described,) = re.findall(r'og:description" content="([^"]*)"', page)
    assert described.startswith(f"Move {worst['ply']}:")
    assert f'og:url" content="{ann.http.base_url}/t/{shown}/review?move={worst["ply"]}"' in page
    assert f"/t/{shown}/review/graph.png" in page
    piece = ann.get(f"/t/{shown}/review/moment?move={worst['ply']}")
    assert piece.strip() in page
    assert 'class="better"' in piece
    assert ann.get(f"/t/{shown}/review/moment?move=1000000").count("<h2") == 1


def drawn_after(record: bl.Record, ply: int, moves: list[str]) -> list[str]:
    """The layers of the board after some moves that follow a ply, as the seat that decides there sees it."""
    state = record.state(ply)
    actor, states = state.actor, [state]
    for move in moves:
        states.append(states[-1].copy().play(move))
    before = states[-2].hide(actor) if moves else None
    return [svg for svg in shown_layers(state.game.spec, states[-1].hide(actor), actor, before).values() if svg]


def test_the_line_of_a_better_move_is_played_out_on_the_board(ann: Client, shown: str) -> None:
    record = replace(bl.Record.loads(sample()), seats=("", "", ""))
    worst = max(reviewed(sample())["steps"], key=lambda step: step["error"])
    line = worst["line"][:5]
    address = f"/t/{shown}/review/moment?move={worst['ply']}"
    assert f'href="?move={worst["ply"]}&amp;line=1" aria-label="The next move of this line"' in ann.get(address)
    for place in range(1, len(line) + 1):
        piece = ann.get(f"{address}&line={place}")
        assert f'&amp;line={place}" aria-current="true">' in piece
        assert f"The board after {place} of {len(line)} moves of this line" in piece
        assert 'class="better"' not in piece
        for layer in drawn_after(record, worst["ply"], line[:place]):
            assert layer in piece
        assert ("The next move of this line" in piece) == (place < len(line))
        assert "One move back in this line" in piece
    assert piece.strip() in ann.get(f"/t/{shown}/review?move={worst['ply']}&line={len(line)}")
    assert ann.get(f"{address}&line=99") == piece
    quiet = next(step for step in reviewed(sample())["steps"] if not step["error"])
    assert ann.get(f"/t/{shown}/review/moment?move={quiet['ply']}&line=1") == ann.get(
        f"/t/{shown}/review/moment?move={quiet['ply']}"
    )
    ann.get(f"{address}&line=-1", 422, headers={"Accept": "application/json"})


@pytest.mark.parametrize("game", ["central-pacific", "last-train-to-wensleydale"])
def test_games_with_draws(shared: Running, ann: Client, game: str) -> None:
    """Page, moments, graph and mistakes of games with draws; hidden hands are shown to nobody but the seat that decides."""
    text = sample(game=game)
    review, record = reviewed(text, LEAST), bl.Record.loads(text)
    table = ann.post("/api/import", {"record": text}, 201)["id"]
    ann.post(f"/api/tables/{table}/review", expect=202)
    publish(shared, take(shared), review)
    page = ann.get(f"/t/{table}/review")
    assert len(review["turning_points"]) == 3
    assert all(str(escape(point["sentence"])) in page for point in review["turning_points"])
    assert ("what the hands and the pool really held" in page) == review["hidden"] == (game == "central-pacific")
    draw = max((step for step in review["steps"] if step["kind"] == "chance"), key=lambda step: max(map(abs, step["luck"])))
    worst = max(review["steps"], key=lambda step: step["error"])
    run = ann.get(f"/t/{table}/review/moment?move={draw['ply']}")
    assert re.search(r"the draws? (\w+ )*(cost|were worth|was worth)", run)
    assert f"cost {review['names'][worst['actor']]} {worst['error'] * 100:.0f} points" in page
    assert ("What was drawn" in run) == (review["steps"][draw["ply"] - 1]["kind"] == "chance")
    for step in (draw, worst):
        piece = ann.get(f"/t/{table}/review/moment?move={step['ply']}")
        assert f"Move {step['ply']}:" in piece
        assert ("Try it" in piece) == (step is worst)
        for share in step["chances"]:
            assert f"<td>{share * 100:.0f}</td>" in piece
    for layer in drawn_after(record, worst["ply"], worst["line"][:1]):
        assert layer in ann.get(f"/t/{table}/review/moment?move={worst['ply']}&line=1")
    assert ann.get(f"/t/{table}/review/graph.svg").startswith("<svg")
    assert worst["mark"]
    assert f"/t/{table}/mistakes/{worst['ply']}" in ann.get(f"/t/{table}/mistakes?seat={worst['actor']}")


def test_pictures(ann: Client, shown: str) -> None:
    svg = ann.http.get(f"/t/{shown}/review/graph.svg")
    assert (svg.headers["content-type"], svg.text[:4]) == ("image/svg+xml", "<svg")
    png = ann.http.get(f"/t/{shown}/review/graph.png")
    assert (png.headers["content-type"], png.content[:4]) == ("image/png", b"\x89PNG")


def test_in_german(ann: Client, shown: str) -> None:
    page = ann.get(f"/t/{shown}/review", headers={"Accept-Language": "de"})
    assert "Analyse: Northern Pacific" in page
    assert "Woher das Ergebnis kam" in page
    found = ann.get(f"/api/tables/{shown}/review", headers={"Accept-Language": "de"})
    assert all(re.match("Zug|Züge", point["sentence"]) for point in found["review"]["turning_points"])


def test_try_it_again(ann: Client, bo: Client, shown: str) -> None:
    worst = max(reviewed(sample())["steps"], key=lambda step: step["error"])
    answer = bo.http.post(f"/t/{shown}/review/try", data={"ply": worst["ply"]})
    assert answer.status_code == 303
    table = bo.table(answer.headers["location"].removeprefix("/t/"))
    assert table["ply"] == worst["ply"]
    assert table["you"]["seats"] == [worst["actor"]]
    assert worst["best"] in table["view"]["legal"]


# -- the worker -------------------------------------------------------------------------------------------


def test_a_worker_makes_the_reviews(start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "DEPTHS", {"quick": 120, "deep": 150})
    server = start(job_workers=1)
    client = server.client()
    table = client.post("/api/import", {"record": sample()}, 201)["id"]
    path = f"/api/tables/{table}/review"
    for depth, budget in (("quick", 120), ("deep", 150)):
        client.post(path, {"depth": depth}, 202)
        wait_until(lambda: state_of(client, table)[0] == "done", 300)  # at the lowest priority
        found = client.get(path)
        assert found["review"] == reviewed(sample(), budget)
    assert found["depths"] == []


@pytest.fixture
def stored(database: str, tmp_path: Path) -> Iterator[Stored]:
    """A server that is to make a review."""
    more = {**GENEROUS, "job_workers": 1, "job_seconds": 0.0, "warm": False}
    settings = Settings(data=str(tmp_path), database=database, **more)
    upgrade(settings.database_url)
    body = {"record": bl.Record.loads(sample()).to_json(), "depth": SLOW}

    async def add() -> None:
        store = Store(settings.database_url)
        async with store.write() as db:
            await job_rows.add(db, NewJob(Key("review", "a", "quick"), body))
        await store.close()

    asyncio.run(add())
    engine = blocking_engine(settings.database_url)

    def look() -> Any:
        with engine.connect() as connection:
            return connection.execute(select(jobs)).one()

    yield settings, look
    engine.dispose()


@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)], indirect=True)
def test_a_killed_server_goes_on_with_a_review(stored: Stored, tmp_path: Path) -> None:
    settings, look = stored
    with serving(settings) as server:
        wait_until(lambda: look().done > 2)
        server.kill()
    before = look()
    assert before.status == "running"
    with serving(settings):
        assert wait_until(lambda: (found := look()).updated > before.updated and found).done >= before.done
        wait_until(lambda: look().status == "done")
    assert unpack(look().result) == reviewed(sample(), SLOW)
    assert '"a job failed"' not in (tmp_path / "log").read_text()
