"""Views that were spoilt, by a server or on the way, end in a sentence; sound ones are all accepted."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import branchline as bl
from branchline.bots.viewed_position import ViewedPosition
from branchline.testing import settings
from tests.hostile.fuzz import fuzz
from tests.hostile.marks import bounds_checked
from tests.hostile.spoilt_views import decision
from tests.test_hostile import spoil

GAMES = [spec.name for spec in bl.specs()]
View = dict[str, Any]


@pytest.mark.parametrize("name", GAMES)
def test_every_view_of_a_game_is_accepted(name: str) -> None:
    for game in settings(name, 6):
        state = game.start()
        for action in game.start().play_out(5).actions:
            if state.actor >= 0 and state.ply % 8 == 0:
                ViewedPosition(json.loads(json.dumps(state.view(state.actor))))
            state.push(action)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", ["random", "greedy", "easy"])
def test_spoilt_positions_never_reach_a_bot(name: str, bot: str) -> None:
    chance = random.Random(name)
    games, refused = settings(name, 8), 0
    for seed in range(16):
        state = decision(chance.choice(games), seed, chance)
        view = state.view(state.actor)
        view["position"] = spoil(state.game.position(view["position"]), chance)
        try:
            move = bl.bot(bot, 1).choose(view)
        except bl.BranchlineError:
            refused += 1
        else:
            assert move in view["legal"]
    assert refused > 5


def put(**values: Any) -> Callable[[View], Any]:
    return lambda view: view.update(values)


def each(name: str, *wrong: Any) -> list[Callable[[View], Any]]:
    return [put(**{name: value}) for value in wrong]


def without(*names: str) -> Callable[[View], Any]:
    return lambda view: [view.pop(name) for name in names]


DEEP: Any = json.loads("[" * 500 + "]" * 500)
HEADS: list[Any] = [DEEP, [1e300] * 6, ["x"] * 6, [[0] * 6], [2**70] * 6, [None] * 6]
SPOILT: list[Callable[[View], Any]] = [
    *(without(name) for name in ("game", "players", "options", "seat", "legal", "position")),
    *each("game", None, 7, "chess", ["np"], "../np", "x" * 100_000),
    *each("players", None, 0, -1, 99, 3.0, True, "3", [3], 2**80),
    *each("options", None, [], "map", {"name": "np"}, {"map": None}, {"map": {"a": 1}}, {"colour": "red"}),
    *each("options", *({"map": file} for file in ("/dev/zero", "no/such.toml", "\0", "x" * 5000))),
    *each("seat", None, -1, 3, 99, "0", 0.0, True, DEEP, 2**80),
    *each("ply", None, -1, 2**63, 2**200, 1.5, "1", DEEP),
    *each("actor", "over", "chance", 2, DEEP),
    *each("board", "0" * 16, 7, DEEP),
    *each("rules_version", 99, "1", DEEP),
    *each("log", {}, "log", 7, [7], [{}], [{"actor": 9}], [{"actor": DEEP}], [[]], [{"actor": None}] * 20),
    *each("legal", [], "extend Fargo", ["extend Fargo"], [7], {"a": 1}, [None] * 9, DEEP, ["x" * 10_000]),
    *each("position", None, [], "{}", 7, {}, {"fields": []}, {"players": DEEP}, {"fields": DEEP}, DEEP),
    *each("position", *({"heads": bad} for bad in HEADS)),
    lambda view: view["legal"].append("extend Seattle"),
    lambda view: view["legal"].pop(),
    lambda view: view["position"].update(turn=1),
    lambda view: view["position"].update(over=1),
]


@pytest.mark.parametrize("number", range(len(SPOILT)))
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_view_that_makes_no_sense_is_refused_with_a_sentence(number: int, bot: str) -> None:
    view = bl.game("northern-pacific", 3).start().view(0)
    SPOILT[number](view)
    with pytest.raises(bl.BranchlineError) as caught:
        bl.bot(bot, 1).choose(view)
    assert 10 < len(str(caught.value)) < 1000


@pytest.mark.parametrize("view", [None, [], "view", 7])
def test_what_is_no_view_is_refused(view: Any) -> None:
    with pytest.raises(bl.BadPosition, match="A view is an object"):
        bl.bot("easy").choose(view)


def test_a_view_shows_what_its_seat_sees_and_nothing_else() -> None:
    state = decision(bl.game("central-pacific", 3), 4, random.Random(4))
    view = state.view(state.actor)
    assert sum(state.fields_view.hand[state.actor])
    with pytest.raises(bl.BadPosition, match="cannot see"):
        ViewedPosition({**view, "position": state.fields()})
    with pytest.raises(bl.BadPosition, match=r"does not show what|not those of its position"):
        ViewedPosition({**view, "position": state.view(None)["position"]})


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_many_spoilt_views_never_harm_a_bot(name: str) -> None:
    check(f"views:{name}", 50_000)


@bounds_checked
@pytest.mark.parametrize("name", GAMES)
def test_spoilt_views_never_harm_a_bot(name: str) -> None:
    check(f"views:{name}", 150)


def check(door: str, count: int) -> None:
    found = fuzz(door, count)
    assert 0.05 * count < found["accepted"] < 0.7 * count, found
