from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import branchline as bl
from branchline.games.wensleydale import board
from branchline.testing import settings
from tests.oracle.referee import follow
from tests.oracle.wensleydale import Referee

NAME = "last-train-to-wensleydale"


def map_data(name: str) -> dict[str, Any]:
    """The project's map file in the shape that the referee reads; nothing derived, only renamed."""
    data = json.loads((Path(board.__file__).parent / "maps" / f"{name}.json").read_text(encoding="utf-8"))
    return {
        "areas": [_area(area) for area in data["areas"]],
        "borders": [dict(zip("ab", border["between"], strict=True)) for border in data["borders"]],
        "influence_boxes": [{"box": number, "printed": box["printed"]} for number, box in enumerate(data["boxes"], 1)],
        "trains": [{**train, "cost": train["row"], "slot": 1 + "ABCD".index(train["letter"])} for train in data["trains"]],
    }


def _area(area: dict[str, Any]) -> dict[str, Any]:
    companies = area.get("company", [])
    return {
        "id": area["id"],
        "terrain": area["terrain"],
        "kind": "south" if area.get("only_from") else "",
        "town": area.get("town"),
        "company": "both" if len(companies) == 2 else companies[0] if companies else None,
        "goods": area.get("goods"),
        "pieces": area.get("pieces", 0),
    }


def referee(game: bl.Game) -> Referee:
    return Referee(game.players, dict(game.options), map_data(str(game.options.get("map", "dales"))))


def eager(seed: int, wish: float) -> Callable[[bl.State], bl.Move]:
    """A chooser that bids low and seldom stops, so that networks, trains and sales grow large."""
    rng = random.Random(seed)

    def choose(state: bl.State) -> bl.Move:
        moves = state.legal()
        busy = [move for move in moves if move.text not in ("pass", "done")]
        bids = sorted((move for move in busy if move.text.startswith("bid")), key=lambda move: int(move.text.split()[2]))
        if rng.random() < wish and busy:
            return rng.choice(bids[:12] or busy)
        return rng.choice(moves)

    return choose


@pytest.mark.parametrize("game", settings(NAME), ids=repr)
def test_engine_and_referee_agree_at_every_ply(game: bl.Game) -> None:
    for seed in range(2):
        lines = iter(list(bl.trace(game, games=1, seed=seed)))
        assert next(lines)["players"] == game.players
        assert follow(lines, referee(game)) > 250


@pytest.mark.parametrize("game", settings(NAME), ids=repr)
def test_they_agree_where_players_build_and_sell_all_they_can(game: bl.Game) -> None:
    kinds: Counter[str] = Counter()
    for seed, wish in enumerate((0.8, 0.9, 0.97)):
        lines = list(bl.trace(game, games=1, seed=seed, choose=eager(seed, wish)))
        kinds.update(line["move"].split()[0] for line in lines if "move" in line)
        assert follow(iter(lines[1:]), referee(game)) > 250
    assert {"bid", "build", "pay", "hire", "load", "sell", "done", "pass"} <= set(kinds)


def test_the_referee_finds_the_same_costs_as_the_map() -> None:
    game = bl.game(NAME, players=4)
    naive, map_ = referee(game), game.board.data
    for border in map_.borders:
        a, b = map_.areas[border.a].id, map_.areas[border.b].id
        hill = "hill" in (naive.areas[a]["terrain"], naive.areas[b]["terrain"])
        assert border.cost == (0 if hill else naive._price(a, b)[1])
