from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import branchline as bl
from branchline.games.wensleydale.rules.map_file import MAPS
from branchline.testing import settings
from tests.oracle.referee import follow
from tests.oracle.wensleydale import Referee

NAME = "last-train-to-wensleydale"


def map_data(name: str) -> dict[str, Any]:
    """The project's map file in the shape that the referee reads; nothing derived, only renamed."""
    data = json.loads((MAPS / f"{name}.json").read_text(encoding="utf-8"))
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


WISHES: dict[str, tuple[str, ...]] = {
    "build and sell": ("bid|build|pay|hire|load|sell",),
    "carry": ("load|hire|sell|bid",),
    "sell through The South": ("sell .*-SOU", "build SOU-(SKI|ILK)", "bid [34]", "done|pass"),
    "stop": ("done|pass",),
}
"""What players may be after, the dearest wish first: each leads games to corners that random play hardly reaches."""
ALONE = "sell through The South"
"""Only seat 0 has this wish, and nobody stands in its way."""


def after(wishes: tuple[str, ...], seed: int, zeal: float) -> Callable[[bl.State], bl.Move]:
    """A chooser that mostly follows its first wish that can be fulfilled, and bids low, so that cubes last."""
    rng = random.Random(seed)

    def choose(state: bl.State) -> bl.Move:
        moves = state.legal()
        for wish in wishes if wishes != WISHES[ALONE] or state.actor == 0 else WISHES["stop"]:
            wished = [move for move in moves if re.match(wish, move.text)]
            bids = sorted((move for move in wished if move.text.startswith("bid")), key=lambda move: int(move.text.split()[2]))
            if wished and rng.random() < zeal:
                return rng.choice(bids[:12] or wished)
        return rng.choice(moves)

    return choose


@pytest.mark.parametrize("game", settings(NAME), ids=repr)
def test_engine_and_referee_agree_at_every_ply(game: bl.Game) -> None:
    for seed in range(2):
        lines = iter(list(bl.trace(game, games=1, seed=seed)))
        assert next(lines)["players"] == game.players
        assert follow(lines, referee(game)) > 250


@pytest.mark.parametrize("wish", WISHES)
@pytest.mark.parametrize("game", settings(NAME), ids=repr)
def test_they_agree_wherever_players_are_after_something(game: bl.Game, wish: str) -> None:
    for seed, zeal in enumerate((0.8, 0.97)):
        lines = list(bl.trace(game, games=1, seed=seed, choose=after(WISHES[wish], seed, zeal)))
        assert follow(iter(lines[1:]), referee(game)) > 200


def test_the_wishes_reach_the_corners_of_the_rules() -> None:
    game = bl.game(NAME, players=4)
    found: Counter[str] = Counter()
    for seed in range(6):
        for wish in ("build and sell", "carry", "sell through The South"):
            naive = referee(game)
            for line in list(bl.trace(game, games=1, seed=seed, choose=after(WISHES[wish], seed, 0.93)))[1:-1]:
                found.update(corners(line, naive))
                naive.play(line["move"])
    assert {"toll of both", "opposition", "nine payments", "15 links", "sale from a converted town"} <= set(found)
    assert {"sale through The South", "highest profit"} <= set(found)


def corners(line: dict[str, Any], naive: Referee) -> Iterator[str]:
    """Names of the rare things that a decision touches."""
    move = line["move"]
    if move.startswith("build"):
        start, end = move.split()[1].split("-")
        toll, _ = naive._price(start, end)
        if toll["midland"] and toll["ner"]:
            yield "toll of both"
        if toll["government"]:
            yield "opposition"
    if move.startswith("hire") and naive._missing(int(line["actor"]), move.split()[1]) == 3:
        yield "nine payments"
    if move == "done" and len(naive.links_of(int(line["actor"]))) == 15:
        yield "15 links"
    if move.startswith("sell") and "pass" in line["legal"] and not naive.areas[move.split()[2].split("-")[0]]["company"]:
        yield "sale from a converted town"
    if move.startswith("sell") and "SOU" in move and "pass" not in line["legal"]:
        yield "sale through The South"
    if any(naive.tracks["profit"].at(seat) == 5 for seat in naive.seats):
        yield "highest profit"


@pytest.mark.parametrize("players", [3, 4])
def test_scores_and_ranks_agree_at_every_ply(players: int) -> None:
    game = bl.game(NAME, players=players)
    naive, state = referee(game), game.start()
    for line in list(bl.trace(game, games=1, seed=3, choose=after(WISHES["carry"], 3, 0.9)))[1:-1]:
        naive.play(line["move"])
        state.play(line["move"])
        assert (naive.scores(), naive.ranks()) == (state.scores, state.ranks)
        naive.check()


def test_the_referee_finds_the_same_costs_as_the_map() -> None:
    game = bl.game(NAME, players=4)
    naive, map_ = referee(game), game.board.data
    for border in map_.borders:
        a, b = map_.areas[border.a].id, map_.areas[border.b].id
        hill = "hill" in (naive.areas[a]["terrain"], naive.areas[b]["terrain"])
        assert border.cost == (0 if hill else naive._price(a, b)[1])
