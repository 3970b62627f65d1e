"""Trees kept for the further decisions of a turn: for the same seat only, and never where a choice must be reproducible."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import branchline as bl
from branchline.bots import SearchBot, Strength, kept, searching
from branchline.bots.analysis import ViewedPosition
from branchline.bots.tree import GROW, LOOK, Root, Tree

QUICK = Strength(seconds=0.01)


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    kept._kept.clear()
    yield
    kept._kept.clear()


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of all trees that bots start from now on, looks around left out."""
    numbers: list[int] = []

    class Counted(Tree):
        def __init__(self, seen: Any, seed: int, number: int, nodes: int) -> None:
            super().__init__(seen, seed, number, nodes)
            if number != LOOK:
                numbers.append(number)

    monkeypatch.setattr(searching, "Tree", Counted)
    return numbers


def grown(state: bl.State, nodes: int = 2000) -> Tree:
    tree = Tree(ViewedPosition(state.view(state.actor)), 1, GROW, nodes)
    tree.run(400)
    return tree


def turn_in_two_parts(name: str) -> tuple[bl.State, int]:
    """A position and a choice in it after which the same seat has to choose again."""
    state, rng = bl.game(name, 3).start(), bl.seeded(2)
    while True:
        if state.actor >= 0 and state.ply > 30 and len(state.legal()) > 3:
            choice = Root([grown(state)]).order[0]
            after = after_choice(state, choice)
            if after.actor == state.actor and len(after.legal()) > 3:
                return state, choice
        state.push(state.random_move(rng).id)


def after_choice(state: bl.State, choice: int) -> bl.State:
    after = state.copy()
    after.push(choice)
    return after


def leave(state: bl.State, choice: int, whose: object = QUICK, nodes: int = 2000) -> None:
    """What a bot does when it has chosen."""
    tree = grown(state, nodes)
    kept.keep(tree.seen, choice, [tree], whose)


@pytest.mark.parametrize("name", ["central-pacific", "last-train-to-wensleydale"])
def test_the_next_decision_of_a_turn_goes_on_with_the_same_trees(name: str, planted: list[int]) -> None:
    state, choice = turn_in_two_parts(name)
    leave(state, choice)
    view = after_choice(state, choice).view(state.actor)
    thought = SearchBot("bot", QUICK, 2).think(view)
    assert planted == []
    assert thought.choice in view["legal"]
    assert set(thought.visits) <= set(view["legal"])
    assert sum(thought.visits.values()) == thought.simulations
    assert sum(thought.chances) == pytest.approx(1)


def test_a_bot_by_the_clock_keeps_its_trees(planted: list[int]) -> None:
    """LW: a building turn, decision by decision."""
    state, rng = turn_in_two_parts("last-train-to-wensleydale")[0], bl.seeded(1)
    again, last = 0, -1
    for _ in range(60):
        if state.is_chance:
            state.push(state.random_move(rng).id)
            continue
        before = len(planted)
        thought = SearchBot("bot", QUICK).think(state.view(state.actor))
        if state.actor == last and len(thought.visits) > 1:
            again += len(planted) == before
        last = state.actor
        state.play(thought.choice)
    assert again > 0


def test_another_strength_or_position_has_trees_of_its_own(planted: list[int]) -> None:
    state, choice = turn_in_two_parts("last-train-to-wensleydale")
    leave(state, choice)
    view = after_choice(state, choice).view(state.actor)
    for strength, its in ((Strength(seconds=0.02), view), (QUICK, state.view(state.actor))):
        planted.clear()
        SearchBot("bot", strength, 1).think(its)
        assert planted


def test_what_is_hidden_makes_no_difference_to_what_is_kept() -> None:
    """CP 1.6: the key is what the seat sees."""
    state, choice = turn_in_two_parts("central-pacific")
    leave(state, choice)
    (key,) = kept._kept
    for number in range(5):
        seen = ViewedPosition(after_choice(state.resample(state.actor, bl.seeded(number)), choice).view(state.actor))
        assert kept.key(seen, seen.raw.tobytes(), QUICK) == key


def test_nothing_is_kept_where_a_choice_must_be_reproducible() -> None:
    state, choice = turn_in_two_parts("last-train-to-wensleydale")
    after = after_choice(state, choice)
    bot = bl.bot("expert", 1, simulations=200)
    alone = bot.think(after.view(after.actor)).visits
    bot.think(state.view(state.actor))
    assert bot.think(after.view(after.actor)).visits == alone
    assert not kept._kept


def test_few_are_kept_and_none_twice() -> None:
    state, choice = turn_in_two_parts("last-train-to-wensleydale")
    for number in range(kept.MOST + 3):
        leave(state, choice, number)
    assert [key[0] for key in kept._kept] == list(range(3, kept.MOST + 3))
    seen = ViewedPosition(after_choice(state, choice).view(state.actor))
    assert len(kept.take(seen, 3)) == 1
    assert kept.take(seen, 3) == []


def test_a_tree_without_room_to_grow_is_not_kept() -> None:
    state, choice = turn_in_two_parts("last-train-to-wensleydale")
    leave(state, choice, nodes=500)
    assert not kept._kept
