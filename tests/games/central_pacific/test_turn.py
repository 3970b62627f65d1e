"""Section 5, paragraph by paragraph: tokens, discards, refill."""

from __future__ import annotations

from typing import Any

import pytest

import branchline as bl
from tests.games.central_pacific.scene import chain, play, scene, texts
from tests.games.central_pacific.test_claiming import PARKED, SPARE

rule = pytest.mark.rule
RIVAL = ["straight"] * 5
FIVE = ["straight", "curve", "tee", "cross", "city2"]
LINE = {**chain("E1", "E2", "E3", "E4"), "E4": "city2 NESW"}


def others(state: bl.State) -> list[str]:
    """The moves that are no lays."""
    return [text for text in texts(state) if not text.startswith("lay")]


@rule("CP 5.0")
def test_a_turn_begins_with_everything_allowed() -> None:
    state = scene({}, [FIVE, RIVAL])
    assert others(state) == [*(f"discard {kind}" for kind in FIVE), "grant 1", "sacrifice", "stock"]
    play(state, "stock", "draw straight", "draw straight")
    assert others(state) == [*(f"discard {kind}" for kind in FIVE), "sacrifice"]
    state.play("lay E2 straight NS")
    assert others(state) == ["done"]
    assert state.why_not("grant 1") == "Tokens and a sacrifice come first in a turn, and tiles are already being laid (CP 5.0)."


@rule("CP 5.0")
def test_after_a_discard_there_is_no_lay_and_no_token() -> None:
    state = play(scene({}, [FIVE, RIVAL]), "discard tee")
    assert texts(state) == ["discard straight", "discard curve", "discard cross", "discard city2", "done"]


@rule("CP 5.0")
def test_done_is_said_even_when_nothing_else_is_left() -> None:
    state = play(scene({}, [["straight"], RIVAL]), "lay E2 straight NS")
    assert texts(state) == ["done"]


@rule("CP 5.1")
def test_discarded_tiles_join_the_pool_and_five_are_drawn() -> None:
    state = play(scene({}, [FIVE, RIVAL], pool=[]), "lay E2 straight NS", "done")
    assert not any(text.startswith("discard") for text in texts(state))
    assert state.why_not("discard straight") == (
        "The pool was empty at the start of the turn: nothing can be discarded (CP 5.1)."
    )
    state = scene({}, [FIVE, RIVAL], pool=["forest"])
    play(state, *(f"discard {kind}" for kind in FIVE))
    assert texts(state) == ["done"]
    state.play("done")
    assert sum(state.weights()) == 6
    play(state, *(f"draw {kind}" for kind in FIVE))
    assert state.actor == 1


@rule("CP 5.1")
def test_five_of_a_larger_hand_are_discarded_then_the_rest_above_five_returned() -> None:
    state = play(scene({}, [["straight"] * 5, ["curve"] * 5]), "stock", "draw tee", "draw tee")
    play(state, "discard tee", "done")
    assert texts(state) == ["return straight", "return tee"]
    state.play("return straight")
    assert state.actor == 1
    state = play(scene({}, [["straight"] * 5, ["curve"] * 5]), "stock", "draw tee", "draw tee")
    play(state, *["discard straight"] * 5)
    assert texts(state) == ["done"]


@rule("CP 5.2")
def test_a_sacrifice_discards_draws_and_lays() -> None:
    state = play(scene({}, [FIVE, RIVAL]), "sacrifice")
    assert state.view()["table"]["sides"][0]["trains"] == 6
    assert texts(state) == [f"discard {kind}" for kind in FIVE]
    assert state.why_not("done") == "Discard at least one tile (CP 5.0)."
    play(state, "discard city2", "discard cross", "done", "draw straight", "draw curve")
    assert others(state) == ["done"]
    play(state, "lay E2 straight NS", "done", "draw tee")
    assert state.actor == 1
    assert "sacrifice" in texts(state)


@rule("CP 5.2")
def test_a_sacrifice_comes_once_with_two_trains_a_tile_and_a_pool() -> None:
    assert "sacrifice" not in texts(scene({}, [FIVE, RIVAL], trains={0: 6}))
    board = {**SPARE, **LINE}
    marks = {**PARKED, "E2": 0}
    assert "sacrifice" not in texts(scene(board, [FIVE, RIVAL], marks=marks))
    assert "sacrifice" in texts(scene(board, [FIVE, RIVAL], marks=PARKED))
    assert "sacrifice" not in texts(scene({}, [[], RIVAL]))
    assert "sacrifice" not in texts(scene({}, [FIVE, RIVAL], pool=[]))


@rule("CP 5.2")
def test_after_a_token_a_sacrifice_takes_nothing_from_a_hand_above_five() -> None:
    state = play(
        scene({}, [["straight"] * 5, ["curve"] * 5]), "stock", "draw tee", "draw tee", "sacrifice", "discard tee", "done"
    )
    assert state.actor == 0
    assert "lay E2 tee NES" in texts(state)
    play(state, "done")
    assert texts(state) == ["return straight", "return tee"]


@rule("CP 5.2")
def test_a_land_grant_victim_draws_up_to_five_in_a_sacrifice() -> None:
    state = play(scene({}, [["straight"] * 3, RIVAL]), "sacrifice", "discard straight", "done")
    play(state, *["draw curve"] * 3)
    assert (state.actor, state.view()["table"]["hands"][0]["size"]) == (0, 5)


@rule("CP 5.3")
def test_the_stock_market_may_empty_the_pool_and_discards_stay_allowed() -> None:
    state = play(scene({}, [["city4"], RIVAL], pool=["city3"]), "stock")
    assert (texts(state), state.weights()) == (["draw city3"], [1])
    state.play("draw city3")
    assert texts(state) == ["discard city3", "discard city4", "sacrifice"]
    play(state, "discard city3", "done", "draw city3")
    assert state.actor == 1


@rule("CP 5.3")
def test_tokens_are_used_once_and_not_on_nothing() -> None:
    assert not {"stock", "grant 1"} & set(texts(scene({}, [FIVE, RIVAL], used=("stock", "grant"))))
    assert "stock" not in texts(scene({}, [FIVE, RIVAL], pool=[]))
    assert "grant 1" not in texts(scene({}, [FIVE, []]))
    assert {"grant 1", "grant 2"} <= set(texts(scene({}, [FIVE, RIVAL, RIVAL], players=3)))


@rule("CP 5.3")
def test_a_land_grant_takes_a_random_tile_and_the_victim_refills_after_its_turn() -> None:
    state = play(scene({}, [FIVE, ["straight", "straight", "tee"]]), "grant 1")
    assert dict(zip(texts(state), state.weights(), strict=True)) == {"take straight": 2, "take tee": 1}
    state.play("take tee")
    assert not {"stock", "grant 1"} & set(texts(state))
    play(state, "lay E2 tee NES", "done")
    assert [hand["size"] for hand in state.view()["table"]["hands"]] == [5, 2]
    play(state, "lay F9 straight NS", "done", *["draw curve"] * 4)
    assert [hand["size"] for hand in state.view()["table"]["hands"]] == [5, 5]


def victim(hand: list[str], other: list[str] = RIVAL, **rest: Any) -> bl.State:
    """The start of seat 1's turn, after seat 0 took a tunnel from it by a Land Grant and laid a straight."""
    state = scene({}, [[*other, "straight"][-5:], [*hand, "tunnel"]], **rest)
    return play(state, "grant 1", "take tunnel", "lay E2 straight NS", "done")


def limited(state: bl.State) -> list[bool]:
    return [hand["limited"] for hand in state.view()["table"]["hands"]]


def draw_all(state: bl.State) -> bl.State:
    while state.is_chance:
        state.play(texts(state)[0])
    return state


def lay_all(state: bl.State) -> int:
    """Lay the first tile that can be laid until none can; returns how many were laid."""
    while any(text.startswith("lay") for text in texts(state)):
        state.play(next(text for text in texts(state) if text.startswith("lay")))
    laid: int = state.view()["table"]["laid"]
    return laid


FIVE_LAYS = [f"lay F{row} straight NS" for row in (9, 8, 7, 6, 5)]


@rule("CP 5.3")
def test_the_victim_of_a_land_grant_lays_four_tiles_at_most_whatever_it_draws() -> None:
    state = victim(["straight"] * 4)
    assert limited(state) == [False, True]
    play(state, "stock", "draw straight", "draw straight", *FIVE_LAYS[:4])
    assert texts(state) == ["done"]
    assert state.why_not(FIVE_LAYS[4]) == (
        "A Land Grant took a tile from you: 4 tiles laid and 1 to lay are more than 4 (CP 5.3)."
    )
    draw_all(play(state, "done"))
    assert (state.actor, limited(state)) == (0, [False, False])
    assert state.view()["table"]["hands"][1]["size"] == 5


@rule("CP 5.3")
def test_the_victim_of_a_land_grant_discards_four_tiles_at_most_and_refills_to_five() -> None:
    state = victim(["straight"] * 4)
    play(state, "stock", "draw straight", "draw straight", *["discard straight"] * 4)
    assert texts(state) == ["done"]
    assert state.why_not("discard straight") == (
        "A Land Grant took a tile from you: you discarded 4 tiles, and more is not allowed (CP 5.3)."
    )
    state.play("done")
    assert (state.weights() != [], state.view()["table"]["hands"][1]["size"]) == (True, 2)
    draw_all(state)
    assert (state.view()["table"]["hands"][1]["size"], limited(state)) == (5, [False, False])


@rule("CP 5.3")
def test_a_victim_that_sacrifices_discards_four_and_lays_four() -> None:
    state = play(victim(["straight"] * 4), "stock", "draw straight", "draw tee", "sacrifice", *["discard straight"] * 4)
    assert texts(state) == ["done"]
    play(state, "done", *["draw straight"] * 3, *FIVE_LAYS[:4])
    assert texts(state) == ["done"]
    draw_all(play(state, "done"))
    assert limited(state) == [False, False]


@rule("CP 5.3")
def test_all_tiles_of_a_clearing_count_for_the_victim() -> None:
    board = {"F9": "mountain", "G10": "forest"}
    hands = [["straight"] * 2, ["straight"] * 4 + ["tunnel"]]
    state = scene(board, hands)
    play(state, "grant 1", "take tunnel", "lay E2 straight NS", "done")
    draw_all(state)
    play(state, "stock", "draw straight", "draw tee", "lay F9 straight NS")
    assert state.why_not("lay G10 straight EW") == (
        "A Land Grant took a tile from you: 3 tiles laid and 2 to lay are more than 4 (CP 5.3)."
    )
    assert "lay F8 straight NS" in texts(state)
    assert "lay E10 tee NEW" in texts(state)


@rule("CP 5.3")
def test_the_limit_falls_after_the_next_turn_whatever_happened_in_it() -> None:
    state = draw_all(play(victim(["straight"] * 4), "discard straight", "done"))
    assert limited(state) == [False, False]
    empty = scene({}, [["straight"] * 2, ["tunnel"]])
    draw_all(play(empty, "grant 1", "take tunnel", "lay E2 straight NS", "done"))
    assert (empty.actor, limited(empty), "done" in texts(empty)) == (1, [False, True], True)
    draw_all(play(empty, "done"))
    assert limited(empty) == [False, False]
    draw_all(play(empty, "discard straight", "done"))
    assert (empty.actor, lay_all(draw_all(play(empty, "stock")))) == (1, 5)


@rule("CP 5.3")
def test_the_limit_holds_through_other_turns_and_a_second_grant_limits_no_more() -> None:
    state = scene({}, [["straight"] * 4, ["curve"] * 4, ["tunnel"] * 4], players=3)
    draw_all(play(state, "grant 2", "take tunnel", "lay E2 straight NS", "done"))
    assert (state.actor, limited(state)) == (1, [False, False, True])
    draw_all(play(state, "grant 2", "take tunnel", "discard tunnel", "done"))
    assert (state.actor, limited(state)) == (2, [False, False, True])
    play(state, "stock", "draw straight", "draw straight")
    assert state.view()["table"]["hands"][2]["size"] == 4
    play(state, "lay B8 straight EW", "lay C8 straight EW", "lay D8 tunnel EW", "lay E8 tunnel EW")
    assert texts(state) == ["done"]
    draw_all(play(state, "done"))
    assert limited(state) == [False, False, False]


@rule("CP 5.3")
def test_a_grant_in_the_own_limited_turn_limits_the_other() -> None:
    state = play(victim(["curve"] * 4), "grant 0", "take straight")
    assert limited(state) == [True, True]
    draw_all(play(state, "discard curve", "done"))
    assert limited(state) == [True, False]


@rule("CP 5.3")
def test_the_limit_is_not_the_partners() -> None:
    state = scene({}, [["straight"] * 4, ["curve"] * 4, ["tee"] * 4, ["straight"] * 4], players=4, teams="on")
    draw_all(play(state, "grant 3", "take straight", "lay E2 straight NS", "done"))
    assert (state.actor, limited(state)) == (1, [False, False, False, True])
    assert lay_all(draw_all(play(state, "stock"))) == 5
    draw_all(play(state, "done"))
    draw_all(play(state, "discard tee", "done"))
    assert (state.actor, limited(state), lay_all(state)) == (3, [False, False, False, True], 3)


@rule("CP 5.4")
def test_who_holds_more_than_five_returns_before_nothing_is_drawn() -> None:
    state = play(scene({}, [["straight"] * 5, ["curve"] * 5]), "stock", "draw tee", "draw city2", "lay E2 straight NS", "done")
    assert texts(state) == ["return straight", "return tee", "return city2"]
    state.play("return city2")
    assert (state.actor, state.view()["table"]["hands"][0]["size"]) == (1, 5)


@rule("CP 5.5")
def test_an_empty_hand_before_a_pool_uses_a_token_or_refills() -> None:
    state = scene({}, [[], RIVAL], pool=["tee", "curve"])
    assert texts(state) == ["grant 1", "done", "stock"]
    play(state, "done", "draw tee", "draw curve")
    assert (state.actor, state.view()["table"]["turns_without_tile"]) == (1, 1)
    state = play(scene({}, [[], RIVAL], pool=["tee", "curve"]), "stock", "draw tee", "draw curve")
    assert "done" not in texts(state)
    assert state.why_not("done") == "There is no pass: lay a tile or discard one (CP 5.5)."


@rule("CP 5.5")
def test_with_an_empty_pool_a_tile_is_laid_if_one_can_be() -> None:
    state = scene({}, [["city4", "straight"], []], pool=[])
    assert all(text.startswith("lay") for text in texts(state))
