"""The engine against the naive referee, decision by decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest

import branchline as bl
from tests.oracle.central_pacific import STANDARD, Line, Referee, Square, Tile, is_city, joined, lines, square_of, steiner
from tests.oracle.referee import compare_legal, follow

Setting = tuple[int, dict[str, str | int]]
Chooser = Callable[[Referee, Random], str]

TABLE: dict[str, tuple[str | int, ...]] = {
    "matching": ("strict", "loose"),
    "rim": ("open", "closed"),
    "terrain": ("anywhere", "own"),
    "city_exits": (4, 3),
    "home_number": (2, 3, 4),
}
SEATINGS = ((2, "off"), (3, "off"), (4, "off"), (4, "on"))
KINDS = tuple(STANDARD)
MIXES = {
    "knots": (6, 13, 24, 20, 2, 7, 2, 0, 1, 1, 4),
    "towns": (18, 16, 8, 2, 2, 24, 3, 1, 1, 1, 4),
    "wilds": (18, 14, 6, 6, 6, 4, 1, 1, 10, 10, 4),
}
"""Unusual tile mixes, in which things happen that are rare in the plain game."""


def settings() -> Iterator[Setting]:
    """Every seating with every combination of options."""
    for (players, teams), values in product(SEATINGS, product(*TABLE.values())):
        yield players, {"teams": teams, **dict(zip(TABLE, values, strict=True))}


def some_settings(count: int) -> list[Setting]:
    """The plain game for every seating, then a fixed sample of all the others."""
    plain: list[Setting] = [(players, {"teams": teams}) for players, teams in SEATINGS]
    return plain + Random(3).sample(list(settings()), count - len(plain))


def name(setting: Setting) -> str:
    return f"{setting[0]}-" + "-".join(str(value) for value in setting[1].values())


@pytest.fixture
def mix(tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The path of an unusual tile mix."""
    path = tmp_path / f"{request.param}.toml"
    counts = zip(KINDS, MIXES[request.param], strict=True)
    path.write_text("\n".join(["[tiles]", *(f"{kind} = {count}" for kind, count in counts)]))
    return str(path)


def wanderer(referee: Referee, rng: Random) -> str:
    """Takes every legal move alike."""
    return rng.choice(referee.legal())


def builder(referee: Referee, rng: Random) -> str:
    """Lays rail where it can and best where it joins much: lines, merged lines, other people's homes."""
    rail = [text for text in referee.legal() if text.startswith("lay") and not text.endswith(("forest", "mountain"))]
    if not rail or rng.random() < 0.1:
        return rng.choice(referee.legal())
    owners = {square: owner for line in lines(referee.board) for marker, owner in referee.markers.items()
              if marker in line.track for square in line.track}  # fmt: skip
    return rng.choices(rail, [8 ** knots(referee, text, owners) for text in rail])[0]


def taker(referee: Referee, rng: Random) -> str:
    """Uses tokens early, sacrifices when hit, and goes on to the limit of its turn; half of its tiles lie anywhere."""
    legal = referee.legal()
    tokens = [text for text in legal if text.startswith(("grant", "stock"))]
    if tokens and rng.random() < 0.6:
        return rng.choice(tokens)
    if "sacrifice" in legal and referee.actor() in referee.flagged and rng.random() < 0.5:
        return "sacrifice"
    lays = [text for text in legal if text.startswith("lay")]
    if lays and rng.random() < 0.8:
        return builder(referee, rng) if rng.random() < 0.5 else rng.choice(lays)
    return rng.choice([text for text in legal if text != "done"] or legal)


def knots(referee: Referee, text: str, owners: dict[Square, int]) -> int:
    """How many further pieces of track, cities and other people's lines a tile would join."""
    _, place, kind, exits = text.split()
    square = square_of(place)
    board = {**referee.board, square: Tile(kind, exits)}
    beside = joined(board, square)
    marked = {owners[other] for other in beside if other in owners}
    return len(beside) - 1 + sum(is_city(board[other]) for other in beside) + 2 * max(0, len(marked) - 1)


def duel(game: bl.Game, choose: Chooser, rng: Random) -> Referee:
    """Play one game with both, the choice made from what the referee sees."""
    state = game.start()
    referee = Referee(game.players, game.options)
    while True:
        compare(state, referee)
        if state.is_over:
            return referee
        odds = referee.weights()
        text = rng.choices(list(odds), list(odds.values()))[0] if state.is_chance else choose(referee, rng)
        state.play(text)
        referee.play(text)


def compare(state: bl.State, referee: Referee) -> None:
    """Actor, complete legal set, weights, scores and ranks of this moment."""
    where = f"{state.game!r} after {[move.text for move in state.history[-12:]]}"
    who = "over" if state.is_over else "chance" if state.is_chance else state.actor
    assert who == referee.actor(), f"{where}: the referee waits for {referee.actor()}, the engine for {who}"
    assert (state.scores, state.ranks) == (referee.scores(), referee.ranks()), where
    texts = [move.text for move in state.legal()]
    compare_legal(where, texts, referee.legal())
    if state.is_chance:
        assert dict(zip(texts, state.weights(), strict=True)) == referee.weights(), where


few_settings = pytest.mark.parametrize(
    "setting",
    [pytest.param(setting, marks=pytest.mark.slow if number >= 8 else ()) for number, setting in enumerate(some_settings(16))],
    ids=name,
)
seeds = pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 5), marks=pytest.mark.slow)], ids=["one", "more"])


@seeds
@few_settings
def test_the_referee_follows_traces(setting: Setting, seeds: range) -> None:
    players, options = setting
    game = bl.game("central-pacific", players=players, **options)
    for seed in seeds:
        lines_ = iter(list(bl.trace(game, games=1, seed=seed)))
        head = next(lines_)
        assert follow(lines_, Referee(head["players"], head["options"])) > 20


@seeds
@few_settings
def test_engine_and_referee_agree_in_games_of_builders(setting: Setting, seeds: range) -> None:
    players, options = setting
    game = bl.game("central-pacific", players=players, **options)
    for seed in seeds:
        duel(game, builder, Random(seed))


@pytest.mark.rule("CP 5.3")
@pytest.mark.compiled
def test_engine_and_referee_agree_in_games_full_of_land_grants() -> None:
    """In every setting some victims lay or discard as much as they may."""
    at_the_limit = 0

    def choose(referee: Referee, rng: Random) -> str:
        nonlocal at_the_limit
        at_the_limit += referee.actor() in referee.flagged and referee.legal() == ["done"]
        return taker(referee, rng)

    for seed, (players, options) in enumerate(some_settings(8)):
        duel(bl.game("central-pacific", players=players, **options), choose, Random(seed))
    assert at_the_limit > 5


@pytest.mark.parametrize("mix", MIXES, indirect=True)
@few_settings
def test_engine_and_referee_agree_with_unusual_tiles(setting: Setting, mix: str) -> None:
    players, options = setting
    game = bl.game("central-pacific", players=players, **{**options, "tiles": mix})
    duel(game, builder, Random(9))


@pytest.mark.slow
@pytest.mark.parametrize("setting", list(settings()), ids=name)
def test_engine_and_referee_agree_with_all_options(setting: Setting) -> None:
    players, options = setting
    game = bl.game("central-pacific", players=players, **options)
    for seed in range(5):
        duel(game, wanderer, Random(100 + seed))
        duel(game, builder, Random(200 + seed))
        duel(game, taker, Random(300 + seed))


@pytest.mark.parametrize("setting", some_settings(6), ids=name)
def test_the_referee_alone_comes_to_an_end(setting: Setting) -> None:
    referee = alone(setting, wanderer, Random(5))
    assert referee.ending in ("a", "b", "c")
    assert min(referee.ranks()) == 1
    assert sum(referee.supply) + len(referee.markers) + referee.can_sacrifice.count(False) == 7 * referee.sides


def alone(setting: Setting, choose: Chooser, rng: Random) -> Referee:
    players, options = setting
    referee = Referee(players, options)
    while referee.actor() != "over":
        odds = referee.weights()
        chance = referee.actor() == "chance"
        referee.play(rng.choices(list(odds), list(odds.values()))[0] if chance else choose(referee, rng))
    return referee


def test_the_referees_shortest_tree_is_the_shortest_of_all_sets_of_tiles() -> None:
    checked: Counter[int] = Counter()
    for seed in range(6):
        referee = alone((2 + seed % 3, {}), builder, Random(seed))
        for line in lines(referee.board):
            if len(line.track) <= 12:
                assert steiner(referee.board, line) == smallest(referee, line)
                checked[len(line.cities)] += 1
    assert checked[2] > 5
    assert checked[3] > 0


def smallest(referee: Referee, line: Line) -> int:
    """Try all sets of tiles, the small ones first."""
    track = sorted(line.track)
    for size in range(1, len(track) + 1):
        if any(joins(referee, set(chosen), line) for chosen in combinations(track, size)):
            return size
    raise AssertionError("not even all tiles join the cities")


def joins(referee: Referee, chosen: set[tuple[int, int]], line: Line) -> bool:
    seen, open_ = set(), [next(iter(chosen))]
    touched = set()
    while open_:
        square = open_.pop()
        if square in seen:
            continue
        seen.add(square)
        touched |= {other for other in joined(referee.board, square) if other in line.cities}
        open_ += [other for other in joined(referee.board, square) if other in chosen]
    return seen == chosen and touched == line.cities
