"""Reviews of made-up games with exact values: everything is explained, and the residue is 0."""

from __future__ import annotations

import itertools
import json
import math
import re
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from branchline.review import Review, review
from tests.review.made_up import Exact, MadeUpGame, Node, chance, decide, end, record_of

A_WINS, B_WINS, C_WINS, TIE = end(1, 2, 3), end(2, 1, 3), end(2, 3, 1), end(1, 1, 3)


def gamble(actor: int, wins: Node, loses: Node, odds: int) -> Node:
    """Play safe for a tie, or roll: `odds` of 10 to win."""
    return decide(actor, safe=TIE, roll=chance([odds, 10 - odds], lucky=wins, unlucky=loses))


OPEN = chance(
    [1, 3],
    sun=decide(0, left=gamble(1, B_WINS, A_WINS, 8), right=gamble(2, C_WINS, A_WINS, 5)),
    rain=decide(1, left=gamble(0, A_WINS, C_WINS, 3), right=decide(2, keep=C_WINS, give=A_WINS)),
)
"""A draw, a decision, a gamble of another player: nothing is hidden."""

GUESS = chance(
    [6, 4],
    red=decide(0, "dark", red=A_WINS, black=B_WINS, out=chance([1, 1], heads=A_WINS, tails=C_WINS)),
    black=decide(0, "dark", red=B_WINS, black=A_WINS, out=chance([1, 1], heads=A_WINS, tails=C_WINS)),
)
"""A card lies face down, red six times of ten; seat 0 names its colour or leaves it to a coin."""


def games(root: Node) -> list[tuple[str, ...]]:
    """Every game of a tree."""
    if not root.moves:
        return [()]
    return [(move, *rest) for move, after in root.moves.items() for rest in games(after)]


def reviewed(root: Node, *moves: str, players: int = 3) -> Review:
    game = MadeUpGame(root, players)
    return review(record_of(game, *moves), evaluator=Exact(game), threads=1)


@pytest.mark.parametrize(("root", "moves"), [(root, moves) for root in (OPEN, GUESS) for moves in games(root)])
def test_everything_is_explained(root: Node, moves: tuple[str, ...]) -> None:
    found = reviewed(root, *moves)
    for account in found.seats:
        assert abs(account.residue) < 1e-9
        total = account.start + account.errors + account.luck + account.gifts + account.residue
        assert total == pytest.approx(account.result, abs=1e-12)
        assert account.errors <= 0


def test_an_error_is_what_the_best_move_was_worth_more() -> None:
    found = reviewed(OPEN, "sun", "left", "roll", "lucky")
    sun, left, roll, lucky = found.steps
    assert left.best == "right"
    assert left.error == pytest.approx(0.5 - 0.2)
    assert left.gifts == pytest.approx([0, 0.8, -0.5])
    assert left.mark == "blunder"
    assert (roll.best, roll.error, roll.mark) == ("roll", 0, "")
    assert lucky.luck == pytest.approx([-0.2, 0.2, 0])
    assert sun.kind == lucky.kind == "chance"
    assert (sun.best, sun.actor) == (None, "chance")


def test_turning_points_are_the_largest_swings() -> None:
    found = reviewed(OPEN, "rain", "right", "give")
    assert [(point.ply, point.cause, point.seat) for point in found.turning_points[1:]] == [(1, "error", 1), (2, "error", 2)]
    told = "Move 2: give cost seat 2 100 points of a win; keep was better. The largest gain went to seat 0: 100 points."
    assert told in found.sentences
    assert found.decided_after == 2
    assert len(found.turning_points) <= 3


def test_an_error_is_judged_by_what_the_actor_could_know() -> None:
    """Naming the likelier colour is no error if the card is black; naming black is one, though it wins."""
    right, lucky = reviewed(GUESS, "black", "red"), reviewed(GUESS, "black", "black")
    assert right.steps[1].error == 0
    assert lucky.steps[1].best == "red"
    assert lucky.steps[1].error == pytest.approx(0.2)
    assert lucky.steps[1].luck == pytest.approx([1.2, -1.2, 0])
    assert "Move 1: black cost seat 0 20 points of a win; red was better. The largest gain went to seat 1: 20 points." in (
        told := lucky.sentences[-2]
    )
    assert told.endswith("What could not be known then made up for 120 points.")
    assert right.has_secrets
    assert any("could know" in note for note in right.notes)


def test_the_worked_example_of_the_docs() -> None:
    text = (Path(__file__).parents[2] / "docs" / "review.md").read_text("utf-8")
    rows = re.findall(r"^\| (?:Ann|Bo) \| (.*) \|$", text, re.MULTILINE)
    assert len(rows) == 2
    for row, account in zip(rows, reviewed(GUESS, "black", "black").seats, strict=False):
        numbers = [re.findall(r"[−+]? ?[\d.]+", cell) for cell in row.split("|")]
        cells = [sum(float(number.replace("−", "-").replace(" ", "")) for number in cell) for cell in numbers]
        found = [account.start, account.errors, account.luck, account.gifts, account.residue, account.result]
        assert cells == pytest.approx(found, abs=1e-9)


def test_seats_that_change_places_change_the_review_with_them() -> None:
    order = (2, 0, 1)
    """Seat `seat` becomes seat `order[seat]`."""

    def moved(node: Node) -> Node:
        ranks = [0, 0, 0]
        for seat, rank in enumerate(node.ranks):
            ranks[order[seat]] = rank
        moves = {move: moved(after) for move, after in node.moves.items()}
        return Node(order[node.actor] if node.actor >= 0 else node.actor, moves, node.weights, ranks if node.ranks else ())

    for moves in games(OPEN):
        one, other = reviewed(OPEN, *moves), reviewed(moved(OPEN), *moves)
        for seat in range(3):
            mine, theirs = one.seats[seat], other.seats[order[seat]]
            for part in ("start", "errors", "luck", "gifts", "residue", "result"):
                assert getattr(mine, part) == pytest.approx(getattr(theirs, part), abs=1e-12)
        for step, again in zip(one.steps, other.steps, strict=True):
            assert step.chances == pytest.approx([again.chances[order[seat]] for seat in range(3)], abs=1e-12)


def test_luck_adds_up_to_nothing_over_all_games() -> None:
    """The mean luck over all outcomes, weighted, is 0 for every seat."""
    total = [0.0, 0.0, 0.0]
    weights = {"sun": 0.25, "rain": 0.75, "lucky": 0.8, "unlucky": 0.2}
    for moves in games(OPEN):
        if moves[:3] == ("sun", "left", "roll") or moves[:2] == ("rain", "right"):
            chance_of_it = math.prod(weights.get(move, 1.0) for move in moves)
            if moves[-1] == "give":
                continue
            for seat, account in enumerate(reviewed(OPEN, *moves).seats):
                total[seat] += chance_of_it * account.luck
    assert total == pytest.approx([0, 0, 0], abs=1e-9)


def test_draws_in_a_row_are_one_event() -> None:
    root = chance([1, 1], a=chance([1, 1], c=A_WINS, d=B_WINS), b=chance([1, 1], c=B_WINS, d=C_WINS))
    found = reviewed(root, "a", "c")
    assert found.steps[0].luck == [0, 0, 0]
    assert found.steps[1].luck == pytest.approx([0.75, -0.5, -0.25])
    assert found.steps[0].chances == pytest.approx(found.start)
    assert "Moves 0 to 1: the draws were worth 75 points of a win to seat 0." in found.sentences


def test_json_has_the_shape_that_programs_expect() -> None:
    data = json.loads(json.dumps(reviewed(OPEN, "sun", "left", "roll", "unlucky").to_json()))
    assert list(data)[:6] == ["game", "players", "budget", "seats", "steps", "turning_points"]
    for seat in data["seats"]:
        assert list(seat)[:7] == ["seat", "start", "errors", "luck", "gifts", "residue", "result"]
    keys = ["ply", "actor", "move", "kind", "chances", "best", "error", "low", "high", "luck", "gifts"]
    for step in data["steps"]:
        assert list(step)[:11] == keys
        assert all(0 <= share <= 1 for share in step["chances"])
        assert step["low"] <= step["error"] <= step["high"]
    assert data["steps"][-1]["chances"] == [seat["result"] for seat in data["seats"]]


def test_pictures_and_tables() -> None:
    found = reviewed(OPEN, "sun", "left", "roll", "lucky")
    picture = found.svg()
    assert fromstring(picture).tag.endswith("svg")
    assert picture.count("<pattern") == 3
    assert all(f">{letter}<" in picture for letter in "ABC")
    assert "<title" in picture
    assert "<desc" in picture
    page = found.html()
    assert page.startswith("<!DOCTYPE html>")
    assert "blunder" in page
    assert found._repr_html_().startswith("<div><svg")


def test_names_are_escaped() -> None:
    game = MadeUpGame(OPEN, 3)
    record = replace(record_of(game, "sun", "left", "roll", "lucky"), seats=("<b>", "A & B", '"'))
    found = review(record, evaluator=Exact(game), threads=1)
    assert "<b>" not in found.html()
    assert fromstring(found.svg()) is not None


def test_several_games_give_the_summary_of_each_player() -> None:
    game = MadeUpGame(OPEN, 3)
    records = [record_of(game, *moves) for moves in itertools.islice(games(OPEN), 4)]
    found = review(records, evaluator=Exact(game), threads=1)
    player = found["seat 0"]
    assert player.games == 4
    assert player.marks["middle"]["blunder"] + player.marks["opening"]["blunder"] + player.marks["end"]["blunder"] > 0
    for part in (player.result, player.luck):
        assert part.low is not None
        assert part.high is not None
        assert part.low <= part.mean <= part.high
    assert sum(mean.mean for mean in player.lost.values()) == pytest.approx(player.errors.mean)
    assert json.loads(json.dumps(found.to_json()))["games"] == 4
    shown = found._repr_html_()
    assert shown.count("<table>") == 2
    assert shown.count("<tr>") == 2 * (1 + len(found.players))
