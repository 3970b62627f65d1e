"""CP 1.6: what seats see, what they know, and hands drawn anew for them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

import branchline as bl
from branchline.games.central_pacific.rules.knowledge import count_unseen, is_consistent
from branchline.games.central_pacific.rules.layout import KINDS
from branchline.games.central_pacific.rules.tile_mix import KIND_NAMES
from branchline.testing import settings
from tests.games.central_pacific.scene import chain, play, scene

rule = pytest.mark.rule
FIVE = ["straight", "curve", "tee", "cross", "tunnel"]
GAMES = settings("central-pacific", limit=12)


def imagined_hands(state: bl.State, seat: int, other: int, samples: int = 300) -> list[Counter[str]]:
    rng = bl.seeded(7)
    found = []
    for _ in range(samples):
        record = state.resample(seat, rng).fields_view
        found.append(
            Counter({KIND_NAMES[kind]: int(record.hand[other, kind]) for kind in range(KINDS) if record.hand[other, kind]})
        )
    return found


@rule("CP 1.6")
def test_others_read_only_that_a_tile_moved() -> None:
    state = play(scene({}, [FIVE, ["curve"] * 5, ["tee"] * 3], players=3), "discard tee", "done", "draw city4")
    assert [line["move"] for line in state.log(0)] == ["discard tee", "done", "draw city4"]
    assert [line["move"] for line in state.log(1)] == ["discard", "done", "draw"]
    play(state, "grant 0", "take straight")
    assert [line["move"] for line in state.log(0)][3:] == ["grant 0", "take straight"]
    assert [line["move"] for line in state.log(1)][3:] == ["grant 0", "take straight"]
    assert [line["move"] for line in state.log(2)][3:] == ["grant 0", "take"]
    assert [line["move"] for line in state.log()][3:] == ["grant 0", "take"]


@rule("CP 1.6")
def test_hands_and_pool_are_blank_for_others() -> None:
    state = scene({}, [FIVE, ["curve"] * 5])
    hands = state.view(1)["table"]["hands"]
    assert (hands[0]["tiles"], hands[0]["size"], hands[1]["tiles"]) == (None, 5, ["curve"] * 5)
    assert "pool" not in state.view(1)["position"]
    assert state.game.position(state.view(1)["position"]).resample(1, bl.seeded(1)).view(1)["table"] == state.view(1)["table"]


@rule("CP 1.6")
def test_everybody_sees_whom_a_land_grant_limits() -> None:
    state = play(scene({}, [FIVE, ["curve"] * 5, ["tee"] * 3], players=3), "grant 1", "take curve")
    for reader in (None, 0, 1, 2):
        assert [hand["limited"] for hand in state.view(reader)["table"]["hands"]] == [False, True, False]
        assert list(state.hide(reader).fields.limited) == [0, 1, 0, 0]
    start, end = state.game.spec.rules.encoding(state.game.board)["limited"]
    assert [state.encode(seat)[start:end].tolist() for seat in range(3)] == [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0]]
    assert list(state.resample(2, bl.seeded(1)).fields_view.limited) == [0, 1, 0, 0]


@pytest.mark.compiled
@rule("CP 1.6")
def test_hands_are_imagined_uniformly() -> None:
    state = scene({}, [["tee"], ["curve"]], pool=["curve", "straight", "straight"])
    found = Counter(next(iter(hand)) for hand in imagined_hands(state, 0, 1, 2000))
    assert set(found) == {"curve", "straight"}
    assert abs(found["curve"] - 1000) < 150


@pytest.mark.compiled
@rule("CP 1.6")
def test_what_a_seat_put_back_cannot_be_where_nothing_was_drawn_since() -> None:
    state = scene({}, [["city4"] * 3 + ["tee"] * 2, ["curve"] * 5])
    play(state, *["discard city4"] * 3, "done", *["draw straight"] * 3)
    assert not any(hand["city4"] for hand in imagined_hands(state, 0, 1))
    play(state, "discard curve", "done", "draw curve")
    found = [hand["city4"] for hand in imagined_hands(state, 0, 1, 600)]
    assert max(found) == 1
    assert not any(hand["curve"] == 5 and hand["city4"] for hand in imagined_hands(state, 0, 1))


@pytest.mark.compiled
@rule("CP 1.6")
def test_a_shown_hand_cannot_be_with_those_who_drew_before() -> None:
    state = play(bl.game("cp", 2).start(), *["draw tee"] * 5, *["draw city2"] * 5, "redraw")
    assert all(hand["tee"] <= 6 for hand in imagined_hands(state, 0, 1))
    state = play(bl.game("cp", 2).start(), *["draw cross"] * 5, *["draw city2"] * 5, "redraw", *["draw city3"] * 5)
    assert not any(hand["cross"] for hand in imagined_hands(state, 0, 1))


@pytest.mark.compiled
@rule("CP 1.6")
def test_being_asked_or_not_tells_about_cities() -> None:
    state = play(bl.game("cp", 2).start(), *["draw tee"] * 5, *["draw city2"] * 5)
    cities = {"city2", "city3", "city4", "start"}
    assert not any(cities & set(hand) for hand in imagined_hands(state, 1, 0))
    play(state, "keep")
    assert all(cities & set(hand) for hand in imagined_hands(state, 0, 1))


@pytest.mark.compiled
@rule("CP 1.6")
def test_the_victim_knows_the_taken_tile_while_it_stays() -> None:
    state = scene(chain("E1", "E2", "E3"), [["straight"] * 3, ["tunnel", "curve"], ["tee"]], players=3)
    play(state, "grant 1", "take tunnel")
    assert all(hand["tunnel"] >= 1 for hand in imagined_hands(state, 1, 0))
    assert any(not hand["tunnel"] for hand in imagined_hands(state, 2, 0))
    later = play(state.copy(), "lay E3 straight NS", "done", "draw tee", "draw tee")
    assert all(hand["tunnel"] >= 1 for hand in imagined_hands(later, 1, 0))
    laid = play(state.copy(), "lay E3 tunnel NS", "done", "draw tee", "draw tee")
    assert any(not hand["tunnel"] for hand in imagined_hands(laid, 1, 0))
    gone = play(state.copy(), "discard tunnel", "done", "draw tee", "draw tee")
    assert any(not hand["tunnel"] for hand in imagined_hands(gone, 1, 0))


def shuffled_twin(state: bl.State, seat: int, random: Any) -> bl.State | None:
    """A game with the same public course in which everything hidden from `seat` may have gone another way.

    Chance and the other seats make other hidden choices wherever the same visible moves stay possible.
    """
    game = state.game
    twin, original = game.start(), game.start()
    for action in state.actions:
        text = game.board.texts[action]
        veiled = game.spec.text.redact(text)
        choices = [move.text for move in twin.legal()]
        drawer = int(original.fields_view.turn)
        if text == "redraw" and list(twin.fields_view.hand[drawer]) != list(original.fields_view.hand[drawer]):
            return None  # the hand is shown to all
        mine = seat in (drawer, int(original.fields_view.victim)) if text.startswith("take") else seat == drawer
        if veiled != text and not mine:
            options = [choice for choice in choices if game.spec.text.redact(choice) == veiled]
            if not options:
                return None
            twin.play(random.choice(options) if random.random() < 0.3 or text not in options else text)
        elif text in choices:
            twin.play(text)
        else:
            return None
        original.play(text)
        if twin.actor != original.actor:
            return None
    return twin


@pytest.mark.compiled
@rule("CP 1.6")
@effort(max_examples=40, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 10_000), st.integers(0, 60), st.randoms())
def test_what_a_seat_cannot_see_changes_nothing_it_sees(game: bl.Game, seed: int, plies: int, random: Any) -> None:
    rng = bl.seeded(seed)
    state = game.start()
    for _ in range(plies):
        if state.is_over:
            break
        state.play(state.random_move(rng))
    for seat in range(game.players):
        twin = shuffled_twin(state, seat, random)
        if twin is not None:
            assert twin.view(seat) == state.view(seat)


@pytest.mark.compiled
@rule("CP 1.6")
@effort(max_examples=40, deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 10_000), st.integers(0, 260))
def test_imagined_positions_are_possible_and_look_the_same(game: bl.Game, seed: int, plies: int) -> None:
    rng = bl.seeded(seed)
    state = game.start()
    for _ in range(plies):
        if state.is_over:
            break
        state.play(state.random_move(rng))
    for seat in range(game.players):
        twin = state.resample(seat, rng)
        assert game.spec.rules.problems(twin.fields_view, game.board) == []
        assert twin.view(seat)["position"] == state.view(seat)["position"]
        assert twin.is_over or twin.legal()
        if not twin.is_over:
            twin.play_out(seed)


@pytest.mark.compiled
@rule("CP 1.6")
@pytest.mark.parametrize("game", GAMES[::3], ids=repr)
def test_what_is_so_is_always_thought_possible(game: bl.Game) -> None:
    """The true hands never contradict what a seat is taken to know."""
    for seed in range(1):
        state, rng = game.start(), bl.seeded(seed)
        while not state.is_over:
            state.play(state.random_move(rng))
            for seat in range(game.players) if state.ply % 4 == 0 else ():
                unseen = np.zeros(KINDS, np.int64)
                count_unseen(state.fields_view, seat, unseen)
                assert is_consistent(state.fields_view, seat, unseen), (seed, state.ply, seat)
                for other in range(game.players):
                    known = int(state.fields_view.known[seat, other]) - 1
                    assert known < 0 or state.fields_view.hand[other, known] > 0, (seed, state.ply, seat)
