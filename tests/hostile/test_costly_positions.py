"""Positions and texts that once took long: scores of a line through many cities, moves that nobody can read."""

from __future__ import annotations

import difflib
import random
from collections import Counter
from typing import Any

import pytest

import branchline as bl
from branchline.core.close_matches import COMPARED, CloseMatches
from branchline.games.central_pacific.rules import frontier, steiner
from branchline.games.central_pacific.rules.scoring import score
from tests.games.central_pacific.rings import CITIES, MAX_GAP, RING_TILES, ring


@pytest.fixture(scope="module")
def costly() -> bl.State:
    """A legal game with a ring through 16 cities."""
    return ring()


def counting(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> Counter[str]:
    """Count the calls of a function."""
    calls: Counter[str] = Counter()
    function = getattr(owner, name)

    def counted(*args: Any, **named: Any) -> Any:
        calls[name] += 1
        return function(*args, **named)

    monkeypatch.setattr(owner, name, counted)
    return calls


def test_a_ring_through_all_cities_is_scored_in_few_steps(costly: bl.State, monkeypatch: pytest.MonkeyPatch) -> None:
    assert bl.Record.loads(bl.Record.of(costly).dumps()).state().key() == costly.key()
    numbers = 2 * 10 + 3 * 5 + 4
    whole = RING_TILES - MAX_GAP + numbers + 10
    assert costly.scores == [whole, 0]
    assert [row.values[0] for row in costly.score_sheet()[:3]] == [RING_TILES - MAX_GAP, numbers, 10]

    states, subsets = counting(monkeypatch, frontier, "remember"), counting(monkeypatch, steiner, "spread")
    plain = [0, 0]
    score(costly.fields_view, plain)  # type: ignore[arg-type]
    assert plain == [whole, 0]
    assert not subsets  # nothing is done for each set of cities, of which there are 2 ** 15
    assert states["remember"] < 20 * (RING_TILES + CITIES)


def test_the_score_sheet_leaves_trees_to_the_compiled_rules(costly: bl.State, monkeypatch: pytest.MonkeyPatch) -> None:
    trees = counting(monkeypatch, steiner, "shortest_tree")
    monkeypatch.setattr("branchline.games.central_pacific.rules.scoring.shortest_tree", steiner.shortest_tree)
    costly.score_sheet()
    assert not trees


def test_a_position_is_scored_once_however_many_look_at_it(costly: bl.State) -> None:
    state = costly.copy()
    state.play(state.legal()[0])
    known: Any = state.game.engine.standings_of
    known.cache_clear()
    for seat in (0, 1, None):
        state.view(seat)
        state.svg(seat)
        assert state.copy().ranks == state.ranks
    # One more for the drawing, which knows no more than everybody sees.
    assert known.cache_info().misses <= 2


def test_a_position_that_changes_is_scored_anew() -> None:
    state = bl.game("central-pacific", players=3).start()
    rng = bl.seeded(5)
    while not state.is_over:
        state.play(state.random_move(rng))
        assert (tuple(state.scores), tuple(state.ranks)) == state.game.engine._standings_of(state.key(), 3)
        state.scores.append(7)  # a caller's own list
    assert len(state.scores) == 3


@pytest.mark.parametrize("name", [spec.name for spec in bl.specs()])
def test_a_misspelt_move_is_compared_with_few_texts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, chance = bl.game(name), random.Random(name)
    compared = counting(monkeypatch, difflib.SequenceMatcher, "ratio")
    for _ in range(20):
        text = chance.choice(game.board.texts)
        place = chance.randrange(len(text))
        with pytest.raises(bl.UnknownMove) as caught:
            game.move(f"{text[:place]}_{text[place + 1 :]}")
        compared_here, compared["ratio"] = compared["ratio"], 0
        assert compared_here <= COMPARED
        assert text in caught.value.near or compared_here == COMPARED


@pytest.mark.parametrize("text", ["", " ", "x" * 1_000_000, "lay E4 tee " * 10_000, "\0", "é" * 30, "lay E4 \N{SNOWMAN}"])
def test_a_text_of_any_length_is_answered(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = counting(monkeypatch, difflib.SequenceMatcher, "ratio")
    with pytest.raises(bl.UnknownMove):
        bl.game("central-pacific").move(text)
    assert compared["ratio"] <= (COMPARED if len(text) < 100 else 0)


def test_close_matches_are_those_of_difflib() -> None:
    texts, chance = bl.game("northern-pacific").board.texts, random.Random(1)
    near = CloseMatches(texts)
    for _ in range(100):
        spelled = list(chance.choice(texts))
        for _ in range(chance.randint(1, 4)):
            spelled[chance.randrange(len(spelled))] = chance.choice("aeF x")
        text = "".join(spelled)
        found, wanted = near.find(text), difflib.get_close_matches(text, texts, n=3, cutoff=0.6)
        matcher = difflib.SequenceMatcher(b=text)
        alike = []
        for one in (*found, *wanted):
            matcher.set_seq1(one)
            alike.append(matcher.ratio())
        assert alike[: len(found)] == alike[len(found) :]
