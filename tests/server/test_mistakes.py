"""One's mistakes in a reviewed game as questions."""

from __future__ import annotations

import re
from typing import Any

import pytest

import branchline as bl
from branchline.server.services import mistakes
from tests.server.reviewing import publish, reviewed, sample, take
from tests.server.running import Client, Running

FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def review() -> dict[str, Any]:
    return reviewed(sample())


@pytest.fixture(scope="module")
def table(shared: Running, review: dict[str, Any]) -> str:
    """A finished game with its review."""
    client = shared.client()
    opened: str = client.post("/api/import", {"record": sample()}, 201)["id"]
    if client.get(f"/api/tables/{opened}/review")["state"] == "none":
        client.post(f"/api/tables/{opened}/review", expect=202)
        publish(shared, take(shared), review)
    return opened


@pytest.fixture(scope="module")
def step(review: dict[str, Any]) -> dict[str, Any]:
    """The largest error of the game."""
    return dict(max(review["steps"], key=lambda step: step["error"]))


def test_the_mistakes_of_each_player_are_listed(table: str, ann: Client, review: dict[str, Any]) -> None:
    for seat in range(3):
        page = ann.get(f"/t/{table}/mistakes?seat={seat}")
        wanted = [step["ply"] for step in review["steps"] if step["actor"] == seat and step["mark"]]
        assert [int(ply) for ply in re.findall(rf'<li><a href="/t/{table}/mistakes/(\d+)"', page)] == wanted
    ann.get(f"/t/{table}/mistakes?seat=3", 404)
    assert f"/t/{table}/mistakes" in ann.get(f"/t/{table}/review")


def test_a_better_move_is_accepted_and_that_of_the_game_is_not(table: str, ann: Client, step: dict[str, Any]) -> None:
    address = f"/t/{table}/mistakes/{step['ply']}"
    page = ann.get(address)
    assert "Find a better move" in page
    assert "lost" in page
    wrong = ann.post(f"{address}/answer", {"move": step["move"]})
    assert (wrong["right"], wrong["solved"]) == (False, False)
    assert "That was the move of the game." in wrong["card"]
    assert wrong["after"] == {}
    right = ann.post(f"{address}/answer", {"move": step["best"]})
    assert (right["right"], right["solved"]) == (True, True)
    assert right["after"]
    shown = ann.post(f"{address}/answer", {"move": ""})
    assert (shown["right"], shown["solved"]) == (False, True)
    assert "Better was" in shown["card"]
    answer = ann.http.post(address, content=f"move={step['best'].replace(' ', '+')}", headers=FORM)
    assert answer.status_code == 200
    assert "Right!" in answer.text
    ghosts = ann.post(f"{address}/ghosts", {"moves": [step["best"], "no move"]})
    assert list(ghosts) == [step["best"]]
    assert ann.post(f"{address}/why", {"picks": [], "name": "city:Seattle", "ply": 0})["text"]


def test_an_unknown_move_is_searched_afresh(
    table: str, ann: Client, review: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = bl.Record.loads(sample())
    step, other = next(
        (step, move.text)
        for step in review["steps"]
        if step["mark"]
        for move in record.state(step["ply"]).legal()
        if move.text not in (step["move"], step["best"])
    )
    asked: list[tuple[str, str]] = []

    def search(state: Any, move: str, best: str) -> float:
        asked.append((move, best))
        return losses.pop()

    losses = [0.036, 0.034]
    monkeypatch.setattr(mistakes, "searched_loss", search)
    found = [ann.post(f"/t/{table}/mistakes/{step['ply']}/answer", {"move": other})["right"] for _ in range(2)]
    assert found == [True, False]
    assert asked == [(other, step["best"])] * 2


def test_a_search_of_two_moves_agrees_with_the_review(step: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mistakes, "QUICK", 600)
    state = bl.Record.loads(sample()).state(step["ply"])
    loss = mistakes.searched_loss(state, step["move"], step["best"])
    assert loss == mistakes.searched_loss(state, step["move"], step["best"])
    assert loss == pytest.approx(step["error"], abs=0.2)
    assert loss > mistakes.ACCEPTED
    assert mistakes.searched_loss(state, step["best"], step["best"]) == 0.0


def test_what_is_no_question_is_refused(table: str, ann: Client, bo: Client, step: dict[str, Any]) -> None:
    address = f"/t/{table}/mistakes/{step['ply']}"
    ann.post(f"{address}/answer", {"move": "extend Nowhere"}, 422)
    ann.post(f"{address}/answer", {"move": "extend Fargo", "ply": 1}, 422)
    ann.get(f"/t/{table}/mistakes/100000", 404)
    running = ann.open(seats="me me")["id"]
    assert ann.http.get(f"/t/{running}/mistakes").status_code == 409
    assert bo.http.get(f"/t/{running}/mistakes/0").status_code == 403
    unreviewed = ann.post("/api/import", {"record": sample(seed=9)}, 201)["id"]
    assert ann.http.get(f"/t/{unreviewed}/mistakes").headers["location"] == f"/t/{unreviewed}/review"
    ann.post(f"/t/{unreviewed}/mistakes/2/answer", {"move": "extend Fargo"}, 404)
