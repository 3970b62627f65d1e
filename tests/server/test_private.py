"""What a seat keeps to itself: planned moves and notes.  Nobody else can learn of them."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

import branchline as bl
from branchline.kernel.rng import seeded
from branchline.server.pages.choices import in_words
from branchline.texts import speaking
from tests.own_games import SEATED
from tests.server.running import Client, Running, wait_until

NP = "northern-pacific"
GAME: dict[str, Any] = {"options": {"rounds": 1}}


def trio(ann: Client, bo: Client, cy: Client, **more: Any) -> str:
    """A table of three people, each with a seat, on which Ann is to move."""
    table = str(ann.open(seats="me open open", name="Ann", **{**GAME, **more})["id"])
    bo.post(f"/api/tables/{table}/join", {"name": "Bo"})
    cy.post(f"/api/tables/{table}/join", {"name": "Cy"})
    return table


def plan(client: Client, table: str, *moves: str, expect: int = 201, **more: Any) -> Any:
    seen = client.table(table)
    body = {"moves": moves, "ply": seen["ply"], "version": seen["version"], **more}
    return client.post(f"/api/tables/{table}/plans", body, expect)


def plans(client: Client, table: str) -> Any:
    return client.get(f"/api/tables/{table}/plans")


def test_a_plan_is_made_and_looks_like_any_move(shared: Running, ann: Client, bo: Client) -> None:
    cy = shared.client()
    table = trio(ann, bo, cy)
    before = cy.table(table)
    legal = [move.text for move in bl.game(NP, players=3, rounds=1).start().play("extend Fargo").legal()]
    plan(bo, table, legal[0], after=["extend Duluth"])
    plan(bo, table, legal[1])  # if Ann does anything else
    assert cy.table(table) | {"view": 0} == before | {"view": 0}, "no version, no sign"
    ann.move(table, "extend Fargo", 0)
    wait_until(lambda: cy.table(table)["ply"] == 2)
    assert plans(bo, table) == {"plans": [], "told": {"why": "made", "move": legal[1], "ply": 1}}
    first, second = cy.table(table)["view"]["log"]
    assert {**first, "actor": 1, "ply": 1, "move": legal[1], "at": second["at"]} == second
    assert f"Your planned move was made: {in_words(bl.game(NP, players=3), legal[1])}." in bo.http.get(f"/t/{table}").text
    assert "planned" not in cy.http.get(f"/t/{table}").text


def test_others_learn_nothing_and_cannot_ask(shared: Running, ann: Client, bo: Client) -> None:
    cy, stranger = shared.client(), shared.client()
    table = trio(ann, bo, cy)
    secret = "A note that nobody reads"
    bo.post(f"/api/tables/{table}/notes", {"ply": 0, "text": secret})
    move = wait_for_move(bo, table)
    plan(bo, table, move)
    assert plans(cy, table) == plans(ann, table) == {"plans": [], "told": None}
    assert ann.get(f"/api/tables/{table}/notes") == []
    stranger.get(f"/api/tables/{table}/plans", 403)
    stranger.get(f"/api/tables/{table}/notes", 403)
    ann.get(f"/api/tables/{table}/plans?seat=1", 403)
    ann.post(f"/api/tables/{table}/notes", {"ply": 0, "text": "mine", "seat": 1}, 403)
    for other in (ann, cy, stranger):
        page = other.http.get(f"/t/{table}").text
        assert secret not in page
        assert "When it is your turn" not in page
    assert secret in bo.http.get(f"/t/{table}").text
    assert "When it is your turn" in bo.http.get(f"/t/{table}").text
    stream = cy.events(table)
    events = [next(stream)]
    bo.post(f"/api/tables/{table}/plans/drop")
    bo.post(f"/api/tables/{table}/notes", {"ply": 0, "text": ""})
    ann.move(table, "extend Fargo", 0)
    while events[-1]["data"].get("ply") != 1:
        events.append(next(stream))
    stream.close()
    assert [event["event"] for event in events] == ["table", "entry", "table"]
    assert secret not in json.dumps(events)


def wait_for_move(client: Client, table: str) -> str:
    """A move that the page offers for a plan."""
    form = client.http.get(f"/t/{table}/plan").text
    return form.partition("<datalist")[2].partition('<option value="')[2].partition('"')[0]


def test_moves_are_planned_in_words(shared: Running, ann: Client, bo: Client) -> None:
    """In the reader's language; what is sent stays the notation."""
    table = trio(ann, bo, shared.client())
    german = {"accept-language": "de"}
    form = bo.http.get(f"/t/{table}/plan", headers=german).text
    assert '<option value="extend Fargo">Fargo › Strecke hierher bauen</option>' in form
    plan(bo, table, "extend Butte", "invest Fargo", after=["extend Fargo"])
    page = bo.http.get(f"/t/{table}", headers=german).text
    assert "Wenn von Ann dies kommt: Fargo › Strecke hierher bauen, dann" in page
    assert "Butte › Strecke hierher bauen, danach Fargo › Kleinen Würfel setzen." in page


@pytest.mark.parametrize("name", SEATED)
def test_what_is_partly_hidden_stays_in_notation(name: str) -> None:
    """The words come from the notation alone, and moves of one position have different words."""
    game = bl.game(name, players=SEATED[name])
    known, redact = game.board.texts, game.spec.text.redact
    hidden = {redact(move) for move in known} - set(known)
    assert [in_words(game, move) for move in hidden] == list(hidden)
    state, rng = game.start(), seeded(1)
    for language in ("en", "de") * 20:
        moves = [move.text for move in state.legal()]
        with speaking(language):
            assert len({in_words(game, move) for move in moves}) == len(moves)
        state.push(state.random_move(rng).id)


def test_two_devices_share_plans_and_notes(shared: Running, ann: Client, bo: Client) -> None:
    cy, phone = shared.client(), shared.client()
    table = trio(ann, bo, cy)
    link = bo.get(f"/api/tables/{table}/links")[0]
    phone.post(f"/api/tables/{table}/join", {"name": "Bo", "secret": link["secret"]})
    plan(bo, table, "extend Butte")
    plan(phone, table, "extend Billings", after=["extend Fargo"])
    assert [one["moves"] for one in plans(phone, table)["plans"]] == [["extend Butte"], ["extend Billings"]]
    assert bo.post(f"/api/tables/{table}/plans/drop", {"number": 0})["plans"][0]["moves"] == ["extend Billings"]
    phone.post(f"/api/tables/{table}/plans/drop", {"number": 1}, 403)
    phone.post(f"/api/tables/{table}/plans/then", {"number": 0, "move": "extend Butte"})
    assert plans(bo, table)["plans"][0]["moves"] == ["extend Billings", "extend Butte"]
    bo.post(f"/api/tables/{table}/notes", {"ply": 0, "text": " Watch Cy "})
    assert phone.get(f"/api/tables/{table}/notes") == [{"ply": 0, "text": "Watch Cy", "taken_back": False}]


def test_two_devices_move_at_once(shared: Running, ann: Client, bo: Client) -> None:
    """One of the two moves is made; the other device is told kindly that the board has changed."""
    table = ann.open(seats="me open", name="Ann", **GAME)["id"]
    bo.post(f"/api/tables/{table}/join", {"name": "Bo"})
    phone = shared.client()
    phone.post(f"/api/tables/{table}/join", {"name": "Ann", "secret": ann.get(f"/api/tables/{table}/links")[0]["secret"]})
    legal = ann.table(table)["view"]["legal"]
    answers: list[Any] = []

    def move(client: Client, text: str) -> None:
        answers.append(client.http.post(f"/api/tables/{table}/moves", json={"move": text, "ply": 0}))

    both = [threading.Thread(target=move, args=pair) for pair in ((ann, legal[0]), (phone, legal[1]))]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    refused = next(answer for answer in answers if answer.status_code == 409).json()
    assert refused["message"].startswith("The board has changed")
    assert ann.table(table)["ply"] == 1


def test_an_undo_comes_between(shared: Running, ann: Client, bo: Client) -> None:
    cy = shared.client()
    table = trio(ann, bo, cy)
    ann.move(table, "extend Fargo", 0)
    cy.post(f"/api/tables/{table}/notes", {"ply": 1, "text": "She went to Fargo"})
    plan(cy, table, "extend Butte")
    ann.post(f"/api/tables/{table}/undo", {"ply": 1})
    assert plans(cy, table) == {"plans": [], "told": {"why": "undo", "move": "extend Butte", "ply": 1}}
    assert cy.get(f"/api/tables/{table}/notes") == [{"ply": 1, "text": "She went to Fargo", "taken_back": True}]
    page = cy.http.get(f"/t/{table}").text
    assert "Your plan was dropped, because moves were taken back: Butte › Extend the line to here." in page
    assert "(taken back) She went to Fargo" in page
    german = cy.http.get(f"/t/{table}", headers={"accept-language": "de"}).text
    assert "Dein Plan wurde verworfen, weil Züge zurückgenommen wurden: Butte › Strecke hierher bauen." in german


def test_every_plan_that_is_dropped_is_told(shared: Running, ann: Client, bo: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared.services.planned, "_pause", 60.0)
    cy = shared.client()
    table = trio(ann, bo, cy)
    plan(cy, table, "extend Butte", after=["extend Duluth"])
    plan(cy, table, "extend Billings")
    plan(bo, table, "extend Richland")
    ann.move(table, "extend Fargo", 0)
    found = plans(cy, table)
    assert [one["moves"] for one in found["plans"]] == [["extend Billings"]]
    assert found["told"] == {"why": "other", "move": "extend Butte", "ply": 0}
    assert "something else was played than you expected: Butte › Extend the line to here." in cy.http.get(f"/t/{table}").text
    assert plan(cy, table, "extend Butte")["told"]["why"] == "other", "another plan hides nothing"
    assert plan(cy, table, "extend Richland")["told"] is None
    bo.move(table, bo.table(table)["view"]["legal"][0], 1)
    assert "because you have moved yourself: Richland › Extend the line to here." in bo.http.get(f"/t/{table}").text
    for person in (ann, bo, cy):
        person.post(f"/api/tables/{table}/votes", {"topic": "close"})
    assert (
        "The game ended before your planned move could be made: Billings › Extend the line to here."
        in cy.http.get(f"/t/{table}").text
    )


def test_a_plan_that_cannot_be_made_is_dropped(shared: Running, ann: Client, bo: Client) -> None:
    table = trio(ann, bo, shared.client())
    plan(bo, table, "extend Seattle")
    ann.move(table, "extend Fargo", 0)
    wait_until(lambda: plans(bo, table)["told"])
    assert plans(bo, table)["told"] == {"why": "illegal", "move": "extend Seattle", "ply": 0}
    assert bo.table(table)["view"]["waiting_for"]["seat"] == 1, "the seat waits for its person"
    assert plan(bo, table, "extend Butte", expect=403)["message"] == "It is your turn: make the move itself."


def test_a_bot_that_takes_over_voids_a_plan(shared: Running, ann: Client, bo: Client) -> None:
    table = trio(ann, bo, shared.client(), stand_in="random")
    plan(bo, table, "extend Butte")
    bo.post(f"/api/tables/{table}/away")
    assert plans(bo, table)["told"]["why"] == "bot"
    plan(bo, table, "extend Butte", expect=403)


def test_bad_requests_change_nothing(shared: Running, ann: Client, bo: Client) -> None:
    table = trio(ann, bo, shared.client())
    assert plan(bo, table, "fly to Fargo", expect=422)["kind"] == "unknown-move"
    plan(bo, table, expect=422)
    plan(bo, table, "extend Butte", after=["fly"], expect=422)
    assert plan(bo, table, "extend Butte", expect=409, ply=9)["ply"] == 0
    for _ in range(2):  # the same plan twice is one plan
        plan(bo, table, "extend Butte")
    for city in ("Fargo", "Duluth", "Billings", "Richland", "Seattle"):
        plan(bo, table, f"extend {city}")
    plan(bo, table, "extend Butte", after=[None], expect=403)
    bo.post(f"/api/tables/{table}/plans/then", {"number": 0, "move": "fly"}, 422)
    bo.post(f"/api/tables/{table}/notes", {"ply": 5, "text": "too early"}, 403)
    bo.post(f"/api/tables/{table}/notes", {"ply": 0, "text": "a\x07b"}, 422)
    assert len(plans(bo, table)["plans"]) == 6
    assert bo.get(f"/api/tables/{table}/notes") == []
    waiting = ann.open(seats="me open", name="Ann")["id"]
    ann.post(f"/api/tables/{waiting}/notes", {"ply": 0, "text": "before"}, 409)
    plan(ann, waiting, "extend Fargo", expect=403)
