"""Reviews of real games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import branchline as bl
from branchline.errors import BadOption, BadRecord
from branchline.games.catalogue import folder
from branchline.review import Review, Reviewer, SearchEvaluator
from branchline.review.budget import LEAST, MOST, budget_of
from branchline.review.decisions import judge
from branchline.review.evaluator import EVERYTHING, stream
from branchline.review.graph import columns
from branchline.review.values import Calibration
from branchline.texts import naming, speaking

GOLDEN = Path(__file__).parents[1] / "golden"
SHORT = GOLDEN / "northern_pacific" / "three-one-round.txt"
DEPTH = 240


def record_in(name: str) -> bl.Record:
    return bl.Record.loads((GOLDEN / name).read_text(encoding="utf-8"))


def check(found: Review) -> None:
    """What holds for every review."""
    final = found.record.state()
    assert len(found.steps) == final.ply
    for account in found.seats:
        total = account.start + account.errors + account.luck + account.gifts + account.residue
        assert total == pytest.approx(account.result, abs=1e-9)
        assert account.errors <= 0
    sides = final.game.spec.rules.sides(final.fields_view)
    for row in found.chances:
        by_side = {side: row[seat] for seat, side in enumerate(sides)}
        assert sum(by_side.values()) == pytest.approx(1, abs=1e-6)
    for step in found.steps:
        assert step.low <= step.error <= step.high
        assert (step.best == step.move) == (step.error == 0) or step.kind == "chance"
        assert sum(step.luck[sides.index(side)] for side in set(sides)) == pytest.approx(0, abs=1e-6)
    assert found.chances[-1] == [account.result for account in found.seats]
    assert json.loads(json.dumps(found.to_json()))["simulations"] == found.simulations


@pytest.fixture(scope="module")
def short() -> Review:
    return bl.review(bl.Record.loads(SHORT.read_text(encoding="utf-8")), depth=DEPTH)


def test_a_short_game(short: Review) -> None:
    check(short)
    assert not short.has_secrets
    assert short.errors[0].error >= short.errors[-1].error > 0
    assert short.errors[0].line[0] == short.errors[0].best
    assert len(short.sentences) == len(short.turning_points) + 1
    point, told = next(
        (one, told) for one, told in zip(short.turning_points, short.sentences, strict=False) if one.cause == "error"
    )
    step, game = short.steps[point.ply], short.record.game
    with naming(short.names):
        reason = game.spec.text.preview(short.record.state(point.ply).position, game.move(str(step.best)).id)
    assert reason
    assert f"{step.best} was better: {reason}." in told
    with speaking("de"):
        assert short.sentences[0].startswith("Zug ")
        assert "grober Fehler" in short.html()


def test_a_stored_review_is_read_back(short: Review) -> None:
    again = Review.from_json(short.record, json.loads(json.dumps(short.to_json())))
    assert again == short
    assert again.svg() == short.svg()


def test_threads_and_breaks_change_nothing(short: Review) -> None:
    work = Reviewer(short.record, DEPTH)
    for _ in range(10):
        work.step()
    later = Reviewer(short.record, DEPTH, kept=json.loads(json.dumps(work.kept)))
    later.run(threads=1)
    assert Review.of(later).to_json() == short.to_json()


def test_what_was_kept_is_for_the_same_review_only(short: Review) -> None:
    kept = Reviewer(short.record, DEPTH).kept
    with pytest.raises(BadOption, match="another review"):
        Reviewer(short.record, DEPTH, seed=1, kept=kept)


def test_a_first_view_is_there_after_the_first_pass(short: Review) -> None:
    work = Reviewer(short.record, DEPTH)
    first = len(work.tasks())
    for _ in range(first):
        work.step()
    assert first < len(work.tasks()) <= work.planned
    check(Review.of(work))


def discarding() -> bl.State:
    """CP: a decision in the middle of a game, with hidden hands."""
    state, rng = bl.game("central-pacific", 3).start(), bl.seeded(4)
    while state.is_chance or state.ply < 60 or len(state.legal()) < 8:
        state.push(state.random_move(rng).id)
    return state


def test_an_error_depends_on_nothing_that_was_hidden_from_the_actor() -> None:
    state = discarding()
    evaluator, budget = SearchEvaluator(state.game), budget_of(state.game, 480)
    action = int(state.ids()[-1])
    other = state
    while other.key() == state.key():
        other = state.resample(state.actor, bl.seeded(9))
    other.ply = state.ply
    one, again = (judge(world, action, evaluator, budget, 1, state.ply, False) for world in (state, other))
    assert evaluator.hides(state, state.actor)
    assert one.error > 0
    assert (one.best, one.error, one.low, one.high, one.change) == (
        again.best,
        again.error,
        again.low,
        again.high,
        again.change,
    )
    assert one.after != again.after


def test_the_map_makes_early_chances_more_even() -> None:
    state = bl.game("northern-pacific", 3).start().play("extend Fargo")
    plain, even = (
        SearchEvaluator(state.game, Calibration((power,))).value(state, EVERYTHING, 200, stream(1))[0] for power in (1.0, 0.5)
    )
    assert max(even) < max(plain)
    assert sum(even) == pytest.approx(1)


def test_a_move_that_ends_the_stage_is_valued_there() -> None:
    """NP: after the end of the round nothing is searched, since other moves of that round are not searched beyond it either."""
    state, rng = bl.game("northern-pacific", 3).start(), bl.seeded(1)
    while not state.is_legal("extend Seattle"):
        state.push(state.random_move(rng).id)
    after = state.copy().play("extend Seattle")
    evaluator = SearchEvaluator(state.game)
    ended = [evaluator.value(after, EVERYTHING, 60, stream(seed), state)[0].tolist() for seed in range(3)]
    looked = [evaluator.value(after, EVERYTHING, 60, stream(seed))[0].tolist() for seed in range(3)]
    assert ended[0] == ended[1] == ended[2]
    assert looked[0] != looked[1]


def test_a_graph_leaves_out_draws_within_a_run() -> None:
    shown = columns([[0.5, 0.5]] * 6, [True, True, True, False, True])
    assert [plies for plies, _ in shown] == [0, 3, 4, 5]


@pytest.mark.parametrize("depth", ["shallow", "-5", 3, MOST + 1, True, "²", "9" * 40])
def test_a_depth_is_a_name_or_a_number_within_limits(depth: Any) -> None:
    with pytest.raises(BadOption, match="A depth is quick, deep, or a number"):
        budget_of(bl.game("northern-pacific"), depth)


def test_only_a_finished_game_is_reviewed() -> None:
    state = bl.game("northern-pacific", 3).start()
    with pytest.raises(BadRecord, match="The game is not over after 0 actions"):
        bl.review(bl.Record.of(state))
    with pytest.raises(BadRecord, match="There is no record"):
        bl.review([])
    with pytest.raises(BadOption, match="at least one thread"):
        bl.review(record_in("northern_pacific/three-one-round.txt"), depth=DEPTH, threads=0)


@pytest.mark.parametrize("name", ["central-pacific", "last-train-to-wensleydale"])
def test_games_with_draws(name: str) -> None:
    """The games that the package ships: luck, and in Central Pacific hidden hands."""
    shipped = bl.Record.loads((folder(name) / "data" / "sample.txt").read_text(encoding="utf-8"))
    found = bl.review(shipped, depth=LEAST)
    check(found)
    assert any(any(step.luck) for step in found.steps if step.kind == "chance")
    assert all(account.luck for account in found.seats)
    assert found.has_secrets == any("could know" in note for note in found.notes) == (name == "central-pacific")
    if found.has_secrets:
        assert any(any(step.luck) for step in found.errors), "what was hidden made a difference"
    assert Review.from_json(shipped, json.loads(json.dumps(found.to_json()))) == found


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "northern_pacific/three.txt",
        "northern_pacific/six-one-round-shuffled.txt",
        "central_pacific/3-1-0.txt",
        "central_pacific/4-teams-3-0.txt",
        "wensleydale/4-top-build-and-sell-0.txt",
    ],
)
def test_whole_games(name: str) -> None:
    found = bl.review(record_in(name), depth="quick")
    check(found)
    assert found.has_secrets == name.startswith("central")
    if name.startswith("wensleydale"):
        assert found.steps[197].luck != [0.0] * 4
        assert all(not any(step.luck) for step in found.steps[:197])
