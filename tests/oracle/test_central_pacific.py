"""The engine against the naive referee, decision by decision."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest

import branchline as bl
from tests.oracle.central_pacific import Referee

TABLE: dict[str, tuple[str | int, ...]] = {
    "matching": ("strict", "loose"),
    "rim": ("open", "closed"),
    "terrain": ("own", "anywhere"),
    "city_exits": (4, 3),
    "home_number": (2, 3, 4),
}
SEATINGS = ((2, "off"), (3, "off"), (4, "off"), (4, "on"))


def settings() -> Iterator[tuple[int, dict[str, str | int]]]:
    """Every seating with every combination of options."""
    for (players, teams), values in product(SEATINGS, product(*TABLE.values())):
        yield players, {"teams": teams, **dict(zip(TABLE, values, strict=True))}


def name(setting: tuple[int, dict[str, str | int]]) -> str:
    players, options = setting
    return f"{players}-" + "-".join(str(value) for value in options.values())


def some_settings(count: int) -> list[tuple[int, dict[str, str | int]]]:
    """The plain game for every seating, then a fixed sample of all the others."""
    plain: list[tuple[int, dict[str, str | int]]] = [(players, {"teams": teams}) for players, teams in SEATINGS]
    return plain + Random(3).sample(list(settings()), count - len(plain))


def builder(rng: Random, state: bl.State) -> bl.Move:
    """Plays like somebody who wants a railway: mostly lays rail, seldom terrain, ends a turn late."""
    moves = state.legal()
    rail = [move for move in moves if move.text.startswith("lay") and not move.text.endswith(("forest", "mountain"))]
    if rail and rng.random() < 0.9:
        return rng.choice(rail)
    return rng.choice(moves)


def lockstep(lines: Iterator[dict[str, Any]]) -> Referee:
    """Follow a trace of one game: actor, complete legal set, weights, scores and ranks at every ply."""
    head = next(lines)
    referee = Referee(head["players"], head["options"])
    state = bl.game(head["game"], players=head["players"], **head["options"]).start()
    moves: list[str] = []
    for line in lines:
        told = f"after {moves[-12:]}"
        assert state.scores == referee.scores(), told
        assert state.ranks == referee.ranks(), told
        if "over" in line:
            assert referee.actor() == "over", told
            assert line["scores"] == referee.scores(), told
            assert line["ranks"] == referee.ranks(), told
            break
        assert line["ply"] == len(moves)
        assert line["actor"] == referee.actor(), told
        assert sorted(line["legal"]) == sorted(referee.legal()), told
        if line["actor"] == "chance":
            assert dict(zip(line["legal"], line["weights"], strict=True)) == referee.weights(), told
        moves.append(line["move"])
        referee.play(line["move"])
        state.play(line["move"])
    return referee


@pytest.mark.parametrize("setting", some_settings(16), ids=name)
def test_the_engine_and_the_referee_agree_in_random_games(setting: tuple[int, dict[str, str | int]]) -> None:
    players, options = setting
    game = bl.game("central-pacific", players=players, **options)
    for seed in range(2):
        lockstep(bl.trace(game, 1, seed))


@pytest.mark.parametrize("setting", some_settings(16), ids=name)
def test_the_engine_and_the_referee_agree_in_games_of_builders(setting: tuple[int, dict[str, str | int]]) -> None:
    players, options = setting
    game = bl.game("central-pacific", players=players, **options)
    for seed in range(2):
        lockstep(bl.trace(game, 1, seed, partial(builder, Random(seed))))


@pytest.mark.slow
@pytest.mark.parametrize("setting", list(settings()), ids=name)
def test_the_engine_and_the_referee_agree_with_all_options(setting: tuple[int, dict[str, str | int]]) -> None:
    players, options = setting
    game = bl.game("central-pacific", players=players, **options)
    for seed in range(5):
        lockstep(bl.trace(game, 1, 100 + seed))
        lockstep(bl.trace(game, 1, 200 + seed, partial(builder, Random(seed))))


@pytest.mark.parametrize("setting", some_settings(8), ids=name)
def test_the_referee_alone_comes_to_an_end(setting: tuple[int, dict[str, str | int]]) -> None:
    """No dead end, and all 80 tiles and all trains are accounted for at every ply but those of a hidden discard."""
    players, options = setting
    rng = Random(5)
    referee = Referee(players, options)
    for _ in range(2000):
        if referee.actor() == "over":
            break
        odds = referee.weights()
        referee.play(rng.choices(list(odds), list(odds.values()))[0])
    assert referee.ending in ("a", "b", "c")
    assert sorted(referee.ranks())[0] == 1
    assert min(referee.scores()) >= 0
