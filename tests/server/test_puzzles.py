"""The puzzle of the day on the site."""

from __future__ import annotations

import re
from typing import Any

import pytest

from branchline.review.puzzles import Puzzle, shipped
from branchline.server.jobs import puzzle_stock
from branchline.server.jobs.kinds import Assignment, work_of
from branchline.server.services import daily, puzzles
from branchline.server.store import job_rows, puzzle_rows
from tests.server.reviewing import in_server
from tests.server.running import Client, Running

NP = "northern-pacific"
FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A day of its own, which the test may change."""
    now = ["2032-05-01"]
    monkeypatch.setattr(daily, "today", lambda: now[0])
    return now


def puzzle_of(server: Running, day: str, game: str = NP) -> Puzzle:
    return in_server(server, puzzles.of_day(server.services, game, day))


def test_everybody_has_the_same_puzzle_and_the_first_answer_counts(
    day: list[str], shared: Running, ann: Client, bo: Client
) -> None:
    address = f"/puzzles/{NP}/{day[0]}"
    page = ann.get(address)
    assert "Exactly one move is good here." in page
    puzzle = puzzle_of(shared, day[0])
    assert puzzle_of(shared, day[0]).id == puzzle.id
    assert '"expect"' not in page, "the page does not tell the solution"
    wrong = next(move for move in puzzle.losses if move != puzzle.best)
    first = ann.post(f"{address}/answer", {"move": wrong})
    assert (first["right"], first["solved"], first["after"]) == (False, False, {})
    assert puzzle.best not in first["card"]
    again = ann.post(f"{address}/answer", {"move": puzzle.best})
    assert (again["right"], again["solved"]) == (True, True)
    assert again["after"]
    assert "The next best move loses" in again["card"]
    assert "0 of 1 person" in again["card"]
    assert "1 of 2 people" in bo.post(f"{address}/answer", {"move": puzzle.best})["card"]
    assert "You did not find it at the first try." in ann.get(address)
    assert "You found it at the first try." in bo.get(address)
    gone = shared.client().post(f"{address}/answer", {"move": ""})
    assert (gone["right"], gone["solved"]) == (False, True)
    assert "The solution" in gone["card"]
    assert "1 of 3 people" in gone["card"]
    answer = shared.client().http.post(address, content=f"move={puzzle.best.replace(' ', '+')}", headers=FORM)
    assert "Right!" in answer.text, "without JavaScript"
    assert "2 of 4 people" in ann.get(f"/puzzles/{NP}")


def test_the_page_shows_only_what_the_player_to_move_knows(day: list[str], shared: Running, ann: Client) -> None:
    """Nothing on the page or in an answer depends on the hands of the others."""
    game = "central-pacific"
    address = f"/puzzles/{game}/{day[0]}"
    page = ann.get(address)
    puzzle = puzzle_of(shared, day[0], game)
    hidden = [move for move in puzzle.moves if move.startswith("draw ")]
    assert hidden
    assert not any(move in page for move in hidden)
    assert "draw " not in ann.post(f"{address}/answer", {"move": ""})["card"]


def test_puzzles_are_not_repeated_while_there_are_others(day: list[str], shared: Running) -> None:
    seen = []
    for number in range(len(shipped(NP))):
        day[0] = f"2033-05-{number + 1:02}"
        seen.append(puzzle_of(shared, day[0]).id)
    assert len(set(seen)) >= len(seen) - 1, "one may have been the puzzle of another test's day"
    day[0] = "2033-06-01"
    assert puzzle_of(shared, day[0]).id in seen


def test_other_days_and_moves_are_refused(day: list[str], shared: Running, ann: Client) -> None:
    for other in ("2032-05-02", "2031-01-01", "today", "2032-5-1"):
        ann.get(f"/puzzles/{NP}/{other}", 404)
        ann.post(f"/puzzles/{NP}/{other}/answer", {"move": "extend Fargo"}, 404)
    ann.get("/puzzles/none", 404)
    ann.post(f"/puzzles/{NP}/{day[0]}/answer", {"move": "extend Nowhere"}, 422)
    puzzle = puzzle_of(shared, day[0])
    ghosts = ann.post(f"/puzzles/{NP}/{day[0]}/ghosts", {"moves": [puzzle.best, "nothing"]})
    assert list(ghosts) == [puzzle.best]
    assert ann.post(f"/puzzles/{NP}/{day[0]}/why", {"picks": [], "name": "city:Seattle", "ply": 0})["text"]


def test_a_puzzle_of_older_rules_is_replaced(day: list[str], shared: Running, ann: Client) -> None:
    day[0] = "2034-05-01"
    old = {**shipped(NP)[0].to_json(), "rules": 0}

    async def choose() -> None:
        async with shared.services.store.write() as db:
            await puzzle_rows.add(db, "old", NP, old)
            await puzzle_rows.set_day(db, NP, day[0], "old")

    in_server(shared, choose())
    assert puzzle_of(shared, day[0]).id in {puzzle.id for puzzle in shipped(NP)}
    day[0] = "2034-05-02"
    assert puzzle_of(shared, "2034-05-01")


def test_a_job_is_ordered_when_the_stock_is_low(shared: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    stock, store = shared.services.puzzle_stock, shared.services.store
    monkeypatch.setattr(shared.services.jobs, "wake", lambda: None)
    monkeypatch.setattr(puzzle_stock, "STOCK", 0)
    assert not in_server(shared, stock.look_at(NP))
    monkeypatch.setattr(puzzle_stock, "STOCK", 10_000)
    assert in_server(shared, stock.look_at(NP))
    assert not in_server(shared, stock.look_at(NP)), "one after the other"
    made = {**shipped(NP)[0].to_json(), "easy": 0.01}

    async def finish(puzzles: list[Any]) -> int:
        async with store.write() as db:
            job = await job_rows.claim(db, "me", 60.0, [puzzle_stock.KIND])
            assert job is not None
            assert job.body["game"] == NP
            assert await job_rows.finish(db, job, "me", job_rows.pack({"puzzles": puzzles}))
            return int(job.body["number"])

    first = in_server(shared, finish([{**made, "moves": made["moves"][:-1]}]))
    assert in_server(shared, stock.look_at(NP))
    assert in_server(shared, finish([])) == first + 1
    monkeypatch.setattr(puzzle_stock, "STOCK", 0)
    assert not in_server(shared, stock.look_at(NP))

    async def stored() -> set[str]:
        async with store.read() as db:
            return set(await puzzle_rows.last_days(db, NP))

    assert Puzzle.from_json({**made, "moves": made["moves"][:-1]}).id in in_server(shared, stored())


def test_the_work_of_a_job(monkeypatch: pytest.MonkeyPatch) -> None:
    from branchline.server.jobs import puzzle_finding

    puzzle, told = shipped(NP)[0], []
    monkeypatch.setattr(puzzle_finding, "puzzles_of_game", lambda *given: iter([None, puzzle]))
    given = Assignment({"game": NP, "seed": 1, "number": 2}, None, 1, lambda done, total, kept: told.append(done))
    assert work_of("puzzles")(given) == {"puzzles": [puzzle.to_json()]}
    assert told == [1, 2]
    assert re.fullmatch(r"[0-9a-f]{16}", puzzle.id)
