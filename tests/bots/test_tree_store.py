"""Trees kept for the next decision of a turn: by the bot that grew them, and never where a choice must be reproducible."""

from __future__ import annotations

from typing import Any

import pytest

import branchline as bl
from branchline.bots import SearchBot, Strength, search_bot
from branchline.bots.root_moves import RootMoves
from branchline.bots.tree import TREE_STREAM, SearchTree
from branchline.bots.tree_store import MAX_KEPT, TreeStore
from branchline.bots.viewed_position import ViewedPosition

QUICK = Strength(seconds=0.01)


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The streams of all trees that search bots start from now on."""
    streams: list[int] = []

    class Counted(SearchTree):
        def __init__(self, viewed: Any, seed: int, stream: int, nodes: int) -> None:
            super().__init__(viewed, seed, stream, nodes)
            streams.append(stream)

    monkeypatch.setattr(search_bot, "SearchTree", Counted)
    return streams


def grown(state: bl.State, nodes: int = 2000) -> SearchTree:
    tree = SearchTree(ViewedPosition(state.view(state.actor)), 1, TREE_STREAM, nodes)
    tree.run(400)
    return tree


def turn_in_two_parts(name: str, seed: int = 2) -> tuple[bl.State, int]:
    """A position and a choice in it after which the same seat has to choose again."""
    state, rng = bl.game(name, 3).start(), bl.seeded(seed)
    while True:
        if state.actor >= 0 and state.ply > 30 and len(state.legal()) > 3:
            choice = RootMoves([grown(state)]).order[0]
            after = after_choice(state, choice)
            if after.actor == state.actor and len(after.legal()) > 3:
                return state, choice
        state.push(state.random_move(rng).id)


def after_choice(state: bl.State, choice: int) -> bl.State:
    after = state.copy()
    after.push(choice)
    return after


def keep(store: TreeStore, state: bl.State, choice: int, nodes: int = 2000) -> None:
    """Do what a bot does when it has chosen."""
    tree = grown(state, nodes)
    store.keep(tree.viewed, choice, [tree])


@pytest.mark.parametrize("name", ["central-pacific", "last-train-to-wensleydale"])
def test_the_next_decision_of_a_turn_goes_on_with_the_same_trees(name: str, planted: list[int]) -> None:
    state, choice = turn_in_two_parts(name)
    bot = SearchBot("bot", QUICK, 2)
    keep(bot.kept, state, choice)
    view = after_choice(state, choice).view(state.actor)
    analysis = bot.think(view)
    assert planted == []
    assert analysis.choice in view["legal"]
    assert set(analysis.visits) <= set(view["legal"])
    assert sum(analysis.visits.values()) == analysis.simulations
    assert sum(analysis.chances) == pytest.approx(1)


def test_a_bot_by_the_clock_keeps_its_trees(planted: list[int]) -> None:
    """LW: a building turn, decision by decision."""
    state, rng = turn_in_two_parts("last-train-to-wensleydale")[0], bl.seeded(1)
    again, last, bot = 0, -1, SearchBot("bot", QUICK)
    for _ in range(60):
        if state.is_chance:
            state.push(state.random_move(rng).id)
            continue
        before = len(planted)
        analysis = bot.think(state.view(state.actor))
        if state.actor == last and len(analysis.visits) > 1:
            again += len(planted) == before
        last = state.actor
        state.play(analysis.choice)
    assert again > 0


def test_another_bot_or_position_has_trees_of_its_own(planted: list[int]) -> None:
    state, choice = turn_in_two_parts("last-train-to-wensleydale")
    bot = SearchBot("bot", QUICK, 1)
    keep(bot.kept, state, choice)
    view = after_choice(state, choice).view(state.actor)
    for other, its in ((SearchBot("bot", QUICK, 1), view), (bot, state.view(state.actor))):
        planted.clear()
        other.think(its)
        assert planted


def test_what_is_hidden_makes_no_difference_to_what_is_kept() -> None:
    """CP 1.6: trees are found by what the seat sees."""
    state, choice = turn_in_two_parts("central-pacific")
    for number in range(5):
        store = TreeStore()
        keep(store, state, choice)
        resampled = after_choice(state.resample(state.actor, bl.seeded(number)), choice)
        assert store.take(ViewedPosition(resampled.view(state.actor)))


def test_nothing_is_kept_where_a_choice_must_be_reproducible() -> None:
    state, choice = turn_in_two_parts("last-train-to-wensleydale")
    after = after_choice(state, choice)
    bot = bl.bot("expert", 1, simulations=200)
    assert isinstance(bot, SearchBot)
    alone = bot.think(after.view(after.actor)).visits
    bot.think(state.view(state.actor))
    assert bot.think(after.view(after.actor)).visits == alone
    assert len(bot.kept) == 0


def test_few_are_kept_and_none_twice() -> None:
    store, taken = TreeStore(), []
    turns = [turn_in_two_parts("last-train-to-wensleydale", seed) for seed in range(MAX_KEPT + 3)]
    for state, choice in turns:
        keep(store, state, choice)
        assert len(store) <= MAX_KEPT
    for state, choice in turns:
        viewed = ViewedPosition(after_choice(state, choice).view(state.actor))
        taken.append(len(store.take(viewed)))
        assert store.take(viewed) == []
    assert taken == [0] * 3 + [1] * MAX_KEPT


def test_a_tree_without_room_to_grow_is_not_kept() -> None:
    state, choice = turn_in_two_parts("last-train-to-wensleydale")
    store = TreeStore()
    keep(store, state, choice, nodes=500)
    assert len(store) == 0
