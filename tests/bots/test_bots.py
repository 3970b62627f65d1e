"""Bots: legal, reproducible, on time, and blind to what their seat may not know."""

from __future__ import annotations

import dataclasses
import itertools
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import branchline as bl
from branchline.bots import BOTS, STRENGTHS, Bot, SearchBot, Strength, root_moves, search_bot
from branchline.bots.tree import MAX_NODES, SearchTree
from branchline.bots.viewed_position import ViewedPosition
from branchline.kernel.search_tree import ACTION, VISITS

GAMES = [spec.name for spec in bl.specs()]


def opening(game: bl.Game, seed: int = 0, decisions: int = 0) -> bl.State:
    """A position with a seat to decide, after some random decisions."""
    state, rng = game.start(), bl.seeded(seed)
    while state.is_chance or decisions > 0:
        decisions -= not state.is_chance
        state.push(state.random_move(rng).id)
        if state.is_over:
            return opening(game, seed + 1)
    return state


def tables() -> list[Any]:
    """Every game with its fewest and most players, and every option value once."""
    found = []
    for spec in bl.specs():
        changes: list[dict[str, Any]] = [{}]
        changes += [{row.name: value} for row in spec.options for value in row.values if value != row.default]
        for players, change in itertools.product({spec.card.players[0], spec.card.players[-1]}, changes):
            if change.get("teams") != "on" or players == 4:
                found.append(pytest.param(spec.name, players, change, id=f"{spec.card.short}-{players}-{change}"))
    return found


@pytest.mark.parametrize(("name", "players", "options"), tables())
def test_choices_are_legal_with_every_option(name: str, players: int, options: dict[str, Any]) -> None:
    game = bl.game(name, players, **options)
    for number, bot in enumerate((bl.bot("greedy", 1), bl.bot("easy", 1, simulations=20), bl.bot("hard", 1, simulations=40))):
        state = opening(game, seed=number, decisions=7 * number)
        view = state.view(state.actor)
        analysis = bot.think(view)
        assert analysis.choice in view["legal"]
        assert set(analysis.visits) <= set(view["legal"])
        assert analysis.line[0] == analysis.choice
        assert len(analysis.chances) == players
        sides = game.spec.rules.sides(state.fields_view)
        assert sum(analysis.chances[sides.index(side)] for side in set(sides)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("name", "options", "chance"), [("central-pacific", {"teams": "on"}, 0.5), ("northern-pacific", {}, 0.25)]
)
def test_random_has_no_idea_who_wins(name: str, options: dict[str, Any], chance: float) -> None:
    state = opening(bl.game(name, 4, **options))
    analysis = bl.bot("random", 1).think(state.view(state.actor))
    assert analysis.chances == [chance] * 4, "partners each have the chance of their team"
    assert (analysis.simulations, analysis.visits, analysis.line) == (0, {}, [analysis.choice])


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_between_bots(name: str) -> None:
    state, rng = bl.game(name).start(), bl.seeded(1)
    bots: list[Bot] = [bl.bot("greedy", 1), *(bl.bot("easy", seed, simulations=8) for seed in range(3))]
    while not state.is_over:
        if state.is_chance:
            state.push(state.random_move(rng).id)
        else:
            state.play(bots[state.actor].choose(state.view(state.actor)))
    assert min(state.ranks) == 1


@pytest.mark.parametrize("name", GAMES)
def test_simulations_and_seed_fix_the_analysis(name: str) -> None:
    state = opening(bl.game(name, 3), decisions=5)
    view = state.view(state.actor)

    def analyses(seed: int) -> tuple[Any, ...]:
        analysis = bl.bot("hard", seed, simulations=300).think(view)
        return analysis.choice, analysis.chances, analysis.visits, analysis.line, analysis.simulations

    assert analyses(5) == analyses(5)
    assert analyses(5) != analyses(6)


def hidden_twins(players: int, seed: int) -> tuple[bl.State, bl.State]:
    """Two positions of Central Pacific that differ in what the seat to act cannot know."""
    state = opening(bl.game("central-pacific", players), seed, decisions=12)
    for number in range(50):
        twin = state.resample(state.actor, bl.seeded(number))
        if twin.key() != state.key():
            return state, twin
    raise AssertionError("Nothing is hidden here.")


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("players", [2, 4])
def test_bots_choose_alike_whatever_is_hidden(players: int, seed: int) -> None:
    state, twin = hidden_twins(players, seed)
    seat = state.actor
    mine, other = state.view(seat), twin.view(seat)
    assert mine["position"] == other["position"]
    other["ply"] = mine["ply"]
    for bot in (bl.bot("greedy", 3), bl.bot("hard", 3, simulations=300)):
        first, second = bot.think(mine), bot.think(other)
        assert (first.choice, first.chances, first.visits) == (second.choice, second.chances, second.visits)


def test_a_budget_of_seconds_is_spent() -> None:
    state = opening(bl.game("northern-pacific", 3))
    patient = SearchBot("patient", Strength(seconds=0.3, trees=2, stop_early=False), 1)
    analysis = patient.think(state.view(state.actor))
    assert analysis.seconds >= 0.3
    assert analysis.simulations > 100


@pytest.mark.parametrize("budget", [{"simulations": 10_000_000}, {"seconds": 1000.0}])
def test_a_limit_of_seconds_ends_any_budget(budget: dict[str, Any]) -> None:
    state = opening(bl.game("northern-pacific", 3), decisions=3)
    bl.bot("hard", 1, simulations=8).think(state.view(state.actor))  # compiles
    analysis = bl.bot("hard", 1, limit=0.05, **budget).think(state.view(state.actor))
    assert 0 < analysis.simulations < 10_000_000
    assert analysis.choice in state.view(state.actor)["legal"]


@pytest.mark.parametrize("name", GAMES)
def test_a_limit_that_is_not_reached_changes_nothing(name: str) -> None:
    state = opening(bl.game(name, 3), decisions=3)
    view = state.view(state.actor)
    free, limited = bl.bot("easy", 7).think(view), bl.bot("easy", 7, limit=1e6).think(view)
    assert dataclasses.replace(limited, seconds=free.seconds) == free
    bl.bot("random", limit=1.0).choose(view)


def test_an_answer_comes_even_if_the_limit_is_passed_at_once() -> None:
    state = opening(bl.game("central-pacific", 2), decisions=3)
    for simulations in (1, 5, 10_000):
        analysis = bl.bot("easy", 1, simulations=simulations, limit=1e-9).think(state.view(state.actor))
        assert analysis.simulations <= 8


def test_two_trees_share_the_simulations() -> None:
    view = opening(bl.game("northern-pacific", 3)).view(0)
    assert STRENGTHS["expert"].trees == 2
    patient = dataclasses.replace(STRENGTHS["expert"], simulations=400, stop_early=False)
    assert SearchBot("patient", patient, 1).think(view).simulations == 400


@pytest.mark.parametrize(("name", "simulations"), [("northern-pacific", 1000), ("central-pacific", 300)])
def test_a_game_says_how_many_simulations_suit_a_named_strength(name: str, simulations: int) -> None:
    state = opening(bl.game(name, 3), decisions=6)
    view = state.view(state.actor)
    patient = dataclasses.replace(STRENGTHS["medium"], stop_early=False)
    assert SearchBot("patient", patient, 1).think(view).simulations == simulations
    assert bl.bot("medium", 1, simulations=400).strength.scales_with_game is False  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", GAMES)
def test_stopping_early_saves_simulations_and_keeps_the_choice(name: str) -> None:
    spent = {True: 0, False: 0}
    for seed in range(6):
        state = opening(bl.game(name, 3), seed, decisions=9)
        view = state.view(state.actor)
        choices = {}
        for stop_early in spent:
            analysis = SearchBot("test", Strength(simulations=1600, stop_early=stop_early), 1).think(view)
            spent[stop_early] += analysis.simulations
            choices[stop_early] = analysis.choice
        assert choices[True] == choices[False]
    assert spent[True] < spent[False]


def test_going_on_with_a_turn_takes_a_share_of_the_budget() -> None:
    """LW: after a first link of one's own the chain goes on."""
    state, rng = bl.game("last-train-to-wensleydale", 3).start(), bl.seeded(3)
    while (
        state.is_chance
        or not state.log()[-1]["move"].startswith("build")
        or len(state.legal()) < 3
        or "pay" in state.legal()[0].text
    ):
        state.push(state.random_move(rng).id)
    view = state.view(state.actor)
    bot = SearchBot("test", Strength(simulations=1000, followup_share=0.2, stop_early=False), 1)
    assert ViewedPosition(view).is_followup
    assert bot.think(view).simulations == 200
    assert bot.think({**view, "log": []}).simulations == 1000


def test_a_search_fits_into_little_memory() -> None:
    """Ten experts at once, with two trees each, stay far below two gigabytes."""
    viewed = ViewedPosition(
        opening(bl.game("last-train-to-wensleydale", 4)).view(opening(bl.game("last-train-to-wensleydale", 4)).actor)
    )
    tree = SearchTree(viewed, 1, 1, MAX_NODES)
    memory = sum(part.nbytes for part in tree.buffers)
    assert 10 * 2 * memory < 0.5e9


def test_a_full_tree_goes_on_counting_visits() -> None:
    state = opening(bl.game("northern-pacific", 3))
    tree = SearchTree(ViewedPosition(state.view(0)), 1, 1, 50)
    tree.run(500)
    assert tree.nodes[0, VISITS] == 500
    assert sum(tree.nodes[child, VISITS] for child in tree.children(0)) == 500


def test_one_bot_may_think_in_many_threads() -> None:
    """A server asks one bot about several games at once."""
    bot = bl.bot("hard", 4, simulations=600)
    views = []
    for name, seed in itertools.product(GAMES, range(3)):
        state = opening(bl.game(name, 3), seed, decisions=4)
        views.append(state.view(state.actor))
    alone = [bot.think(view).visits for view in views]
    with ThreadPoolExecutor(len(views)) as threads:
        together = [analysis.visits for analysis in threads.map(bot.think, views)]
    assert together == alone


@pytest.mark.parametrize("processors", [1, 2])
def test_trees_by_the_clock_are_no_more_than_processors(processors: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_bot, "cores", lambda: processors)
    grown: list[int] = []

    class Counted(SearchTree):
        def __init__(self, viewed: ViewedPosition, seed: int, stream: int, nodes: int) -> None:
            super().__init__(viewed, seed, stream, nodes)
            grown.append(stream)

    monkeypatch.setattr(search_bot, "SearchTree", Counted)
    monkeypatch.setattr(root_moves, "SearchTree", Counted)
    view = opening(bl.game("northern-pacific", 3)).view(0)
    bl.bot("expert", 1, seconds=0.05).think(view)
    bl.bot("expert", 1, simulations=64).think(view)
    one_ply = 2
    assert len(grown) == one_ply + processors + 2  # with simulations their number is part of the result


def test_a_forced_move_is_answered_at_once() -> None:
    game = bl.game("last-train-to-wensleydale", 3)
    rng = bl.seeded(4)
    state = game.start()
    while not (state.actor >= 0 and len(state.legal()) == 1):
        state.push(state.random_move(rng).id)
    analysis = bl.bot("expert", 1).think(state.view(state.actor))
    assert analysis.choice == state.legal()[0].text
    assert analysis.simulations == 1


def payments(game: bl.Game, least_kinds: int) -> bl.State:
    """A position in which several points are owed and several kinds of them could be paid."""
    for seed in range(100):
        state, rng = game.start(), bl.seeded(seed)
        while not state.is_over:
            if state.actor >= 0 and state.fields_view.owed > 1 and len(state.legal()) >= least_kinds:
                return state
            state.push(state.random_move(rng).id)
    raise AssertionError("No payment was found.")


def test_every_payment_is_searched_in_one_order_only() -> None:
    """LW 5.5, 6.3: which points are spent is a choice, in which order they go is none."""
    state = payments(bl.game("last-train-to-wensleydale", 4), 3)
    owed, kinds = int(state.fields_view.owed), {move.text for move in state.legal()}
    tree = SearchTree(ViewedPosition(state.view(state.actor)), 1, 1, 4001)
    tree.run(4000)
    texts = state.game.board.texts
    ways: list[tuple[int, tuple[str, ...]]] = [(0, ())]
    for _ in range(owed):
        ways = [(child, (*way, texts[tree.nodes[child, ACTION]])) for node, way in ways for child in tree.children(node)]
    found = [tuple(sorted(way)) for _, way in ways]
    assert len(found) > 1
    assert len(found) == len(set(found))
    assert {kind for way in found for kind in way} == kinds


def test_mistakes_end_in_a_sentence() -> None:
    with pytest.raises(bl.BadOption, match="did you mean expert"):
        bl.bot("expertt")
    with pytest.raises(bl.BadOption, match="does not search"):
        bl.bot("greedy", simulations=10)
    with pytest.raises(bl.BadOption, match="not both"):
        bl.bot("hard", simulations=10, seconds=1.0)
    with pytest.raises(bl.BadOption, match="at least one"):
        bl.bot("hard", simulations=0)
    with pytest.raises(bl.BadOption, match="A limit is a positive number"):
        bl.bot("hard", limit=0.0)
    view = bl.game("northern-pacific", 3).start().view(1)
    with pytest.raises(ValueError, match="Seat 1 has nothing to decide"):
        bl.bot("easy").think(view)
    assert list(BOTS) == ["random", "greedy", "easy", "medium", "hard", "expert"]
