"""A game starts as plain Python and is exchanged for the compiled one while it is played: nobody notices."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import branchline as bl
from branchline import warm
from branchline.bots import compiled
from branchline.bots.root_moves import RootMoves
from branchline.bots.simple import best_after_one_ply
from branchline.bots.tree import SearchTree
from branchline.bots.viewed_position import ViewedPosition
from branchline.core import game as core_game
from branchline.core.plain_start import plain_start, starts_plain
from branchline.core.state import State
from branchline.games import find_card
from branchline.kernel import engine
from branchline.kernel.rng import seeded
from tests.own_games import OWN_GAMES
from tests.server.running import Client, running, wait_until

pytestmark = pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="nothing is compiled")
EVERY = 9
"""Everything about a position is compared at every ninth ply."""


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a new process: no game has an engine yet."""
    monkeypatch.setattr(engine, "_engines", {})
    monkeypatch.setattr(core_game, "_GAMES", {})
    monkeypatch.setattr(compiled, "_compiled", {})
    monkeypatch.setattr(compiled, "_plain", {})


@pytest.fixture
def asked(fresh: None) -> Iterator[list[bl.Game]]:
    """Games start as plain Python, and these wait for the compiler."""
    found: list[bl.Game] = []
    with plain_start(found.append):
        yield found


def seen(state: State) -> dict[str, Any]:
    """What people and bots see of a position."""
    codes = np.zeros(state.game.action_count, np.int64)
    state.game.engine.why_not_all(state._raw, codes)
    numbers = np.zeros(state.game.encoding_size, np.float32)
    seat = max(state.actor, 0)
    state.game.engine.encode(state._raw.copy(), seat, numbers)
    return {
        "view": state.view(seat),
        "weights": state.weights(),
        "codes": codes.tolist(),
        "standings": (state.scores, state.ranks),
        "encoding": numbers.tolist(),
        "guess": state.resample(seat, seeded(state.ply)).key(),
        "text": state.text(seat),
    }


@pytest.mark.parametrize("name", OWN_GAMES)
def test_a_game_goes_on_across_the_exchange(name: str, asked: list[bl.Game]) -> None:
    """The same bytes and answers at every ply as in a game that was compiled from the beginning."""
    game = bl.game(name, players=3)
    state = game.start()
    assert [known.name for known in asked] == [game.name]
    assert game.engine.awaits_compiler
    compare, rng = compiled_game(game).start(), seeded(5)
    exchange_at = 40
    while not state.is_over:
        if state.ply == exchange_at:
            assert warm.exchange_rules(game)
            assert not game.engine.awaits_compiler
        assert state.ids().tolist() == compare.ids().tolist()
        if state.ply % EVERY == 0 and state.ply < 2 * exchange_at:
            assert seen(state) == seen(compare)
        action = state.random_move(rng).id
        state.push(action)
        compare.push(action)
        assert state.key() == compare.key()
    assert bl.Record.of(state).dumps() == bl.Record.of(compare).dumps()


def compiled_game(game: bl.Game) -> bl.Game:
    """The same game with an engine of its own, compiled."""
    twin = core_game.Game(game.spec, game.players, game.options)
    vars(twin)["engine"] = engine.Engine(game.spec.rule_set, game.board)
    return twin


@pytest.mark.parametrize("name", OWN_GAMES)
def test_bots_look_one_move_ahead_until_their_search_is_compiled(name: str, asked: list[bl.Game]) -> None:
    view = middle(bl.game(name, players=3))
    early = [bl.bot(level, seed=3).think(view) for level in ("easy", "expert", "greedy")]
    assert len({found.choice for found in early}) == 1
    assert all(found.simulations <= len(view["legal"]) for found in early)
    plain = ViewedPosition(view)
    assert plain.awaits_compiler
    assert warm.exchange_rules(asked[0])
    assert plain.awaits_compiler
    assert ViewedPosition(view).awaits_compiler
    assert warm.exchange_search(asked[0])
    viewed = ViewedPosition(view)
    assert not viewed.awaits_compiler
    same = best_after_one_ply(viewed, 3, 1)
    assert (same.choice, same.visits, same.chances) == (early[0].choice, early[0].visits, early[0].chances)
    assert bl.bot("easy", seed=3, simulations=200).think(view).simulations > len(view["legal"])
    # A tree that has grown in plain Python goes on growing compiled, and it is the tree that it would have been.
    trees = [SearchTree(one, 3, 1, 200) for one in (plain, viewed)]
    for tree in trees:
        tree.run(12)
    trees[0].viewed = viewed
    for tree in trees:
        tree.run(30)
    assert trees[0].nodes.tolist() == trees[1].nodes.tolist()
    assert RootMoves([trees[0]]).visits == RootMoves([trees[1]]).visits


def middle(game: bl.Game) -> dict[str, Any]:
    """A view in which there is something to decide."""
    state, rng = game.start(), seeded(2)
    while state.ply < 20 or state.is_chance or len(state.legal()) < 3:
        state.play(state.random_move(rng))
    return state.view(state.actor)


def test_what_needs_speed_waits_for_the_compiler(asked: list[bl.Game]) -> None:
    game = bl.game("northern-pacific", players=3)
    before = bl.bot("easy", seed=1).choose(game.start().view(0))
    assert before in game.start().view(0)["legal"]
    assert game.engine.awaits_compiler
    assert bl.simulate(game, games=10).games == 10
    assert not game.engine.awaits_compiler
    assert compiled.search_awaits_compiler(game)
    bl.search([game.start()], 10)
    assert not compiled.search_awaits_compiler(game)


def test_a_script_waits_for_the_compiler(fresh: None) -> None:
    assert not starts_plain()
    assert not bl.game("northern-pacific", players=3).engine.awaits_compiler


def test_a_game_that_is_compiled_already_starts_compiled(fresh: None) -> None:
    game = bl.game("northern-pacific", players=2)
    with warm.play_at_once(game):
        assert not starts_plain()
        assert not game.engine.awaits_compiler
        assert not compiled.search_awaits_compiler(game)


PLAY = """
import sys
import branchline as bl
from branchline.warm import play_at_once
game = bl.game("northern-pacific", players=3)
with play_at_once(game):
    state = game.start()
    state.play(bl.bot("hard", seed=1).choose(state.view(0)))
    print(game.engine.awaits_compiler, state.ply, "numba" in sys.modules)
"""


def test_with_an_empty_cache_the_first_move_does_not_load_the_compiler(tmp_path: Path) -> None:
    environment = {**os.environ, "BRANCHLINE_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.split() == ["True", "1", "False"]
    assert done.stderr == ""


@pytest.mark.usefixtures("fresh")
def test_tables_are_played_across_the_exchange(tmp_path: Path) -> None:
    """On a server that has compiled nothing: people and bots move, the games are exchanged, and they go on."""
    with running(tmp_path, warm=False) as server:
        ann = server.client()
        hold = server.services.warmup.want
        server.services.warmup.want = lambda name: None  # type: ignore[method-assign]
        server.services.warmup.compile_later = lambda game: None  # type: ignore[method-assign]
        seats = {name: "me" + " bot:hard" * (find_card(name).players[0] - 1) for name in OWN_GAMES}
        tables = {name: ann.open(name, seats=seats[name])["id"] for name in OWN_GAMES}
        for table in tables.values():
            move_on(ann, table, 2)
            assert "bots look only one move ahead" in ann.get(f"/t/{table}")
            assert "denken Bots nur einen Zug voraus" in ann.get(f"/t/{table}", headers={"Accept-Language": "de"})
        assert all(known.awaits_compiler for known in engine._engines.values())
        for name in OWN_GAMES:
            server.call(lambda name=name: hold(name))  # type: ignore[misc]
        wait_until(lambda: server.services.warmup.ready)
        assert not any(known.awaits_compiler for known in engine._engines.values())
        for table in tables.values():
            move_on(ann, table, 2)
            assert "bots look only one move ahead" not in ann.get(f"/t/{table}")


def move_on(client: Client, table: str, moves: int) -> None:
    """Make so many moves, each as soon as the bots have made theirs."""
    for _ in range(moves):
        shown = wait_until(lambda: found if (found := client.table(table))["view"]["legal"] else None)
        client.move(table, shown["view"]["legal"][-1], shown["ply"])
