"""Why something on the page cannot be picked: the sentence of the nearest move, from what the reader may know."""

from __future__ import annotations

import random
from typing import Any

import pytest

import branchline as bl
from branchline.core.state import State
from branchline.server.pages.why import reason
from branchline.texts import speaking
from tests.own_games import OWN_GAMES, SEATED
from tests.server.running import Client, Running
from tests.server.test_moments import until_mine


def why(state: State, name: str, *picks: str) -> dict[str, str]:
    return reason(state.game, state.hide(state.actor), picks, name)


def at(game: str, players: int, *moves: str) -> State:
    state = bl.game(game, players=players).start()
    for move in moves:
        state.play(move)
    return state


def positions(game: str, seed: int, every: int = 9) -> list[State]:
    """Positions of a random game in which somebody decides."""
    state, rng, found = bl.game(game, players=SEATED[game]).start(), bl.seeded(seed), []
    while not state.is_over:
        if state.actor >= 0 and state.ply % every == 0:
            found.append(state.copy())
        state.push(state.random_move(rng).id)
    return found


# -- the nearest refusal -----------------------------------------------------------------------------


def test_a_city_says_why_no_cube_goes_there() -> None:
    state = at("northern-pacific", 3, "invest Casper", "invest Casper", "extend Duluth")
    assert why(state, "city:Seattle") == {"text": "Seattle is the goal: cubes never go there.", "rule": "NP 2.2"}
    assert why(state, "city:Casper") == {"text": "Casper is full: 2 cubes of 2.", "rule": "NP 1.4"}
    assert why(state, "city:Duluth") == {"text": "Duluth is closed: the railroad reached it this round.", "rule": "NP 2.2"}


def test_a_thing_in_no_path_is_nothing_to_choose() -> None:
    state = at("northern-pacific", 3)
    text = why(state, "track:Fargo-Bismarck")["text"]
    assert text.startswith("There is nothing to choose here. ")
    assert why(state, "")["text"] == text


def central_pacific() -> State:
    """Its first turn, without luck: every draw and choice is the first one."""
    state = bl.game("central-pacific", players=2).start()
    while state.actor < 0 or "keep" in [move.text for move in state.legal()]:
        legal = [move.text for move in state.legal()]
        state.play("keep" if "keep" in legal else legal[0])
    return state


def test_what_a_button_guards_is_named() -> None:
    state = central_pacific()
    assert why(state, "train:sacrifice") == {"text": "First choose “Sacrifice a train…”."}


def test_a_square_says_why_the_picked_tile_does_not_fit() -> None:
    state = central_pacific()
    tile = next(path[0] for path in state.picks() if path[0].startswith("tile:"))
    assert why(state, "square:E5", tile)["rule"] == "CP 2.2"
    homes = [square for square in ("E1", "F10") if "is taken" in why(state, f"square:{square}", tile)["text"]]
    assert homes == ["E1", "F10"]


def test_a_phase_says_what_it_is_about() -> None:
    state = bl.game("wensleydale", players=3).start()
    while state.actor < 0:
        state.push(state.legal()[0].id)
    assert why(state, "area:SKI") == {"text": "This is the auction: bid in a box or pass.", "rule": "LW 3.1"}
    assert why(state, "train:1A")["rule"] == "LW 3.1"


@pytest.mark.parametrize("game", OWN_GAMES)
def test_every_thing_of_every_path_has_an_answer(game: str) -> None:
    """In every language, for whatever is on the board or in the hand, after no pick and after the first one."""
    for state in positions(game, seed=1, every=31):
        names = sorted({name for path in state.game.picks for name in path})
        first = state.picks()[0][0]
        with speaking("de", ["Ann", "Bo", "Cy", "Di"]):
            for name in random.Random(state.ply).sample(names, 25):
                for picks in ((), (first,)):
                    answer = reason(state.game, state.hide(state.actor), picks, name)
                    assert answer["text"].endswith("."), answer
                    assert set(answer) <= {"text", "rule"}


@pytest.mark.parametrize("game", OWN_GAMES)
def test_a_refusal_depends_on_nothing_hidden(game: str) -> None:
    """For every action, on the whole position and on what its actor sees of it."""
    for state in positions(game, seed=2):
        seen, spec = state.hide(state.actor), state.game.spec
        for action in range(state.game.action_count):
            code = state.position.why_not(action)
            assert seen.why_not(action) == code, state.game.board.texts[action]
            if code and action % 7 == 0:
                assert spec.text.refusal(seen, action, code) == spec.text.refusal(state.position, action, code)
                assert spec.picks.closeness(seen, action, code) == spec.picks.closeness(state.position, action, code)


# -- over the wire -----------------------------------------------------------------------------------


def ask(client: Client, table: str, name: str, ply: int, *picks: str) -> dict[str, Any]:
    found: dict[str, Any] = client.post(f"/t/{table}/why", {"picks": list(picks), "name": name, "ply": ply})
    return found


def test_the_answer_depends_on_who_asks_and_when(shared: Running, ann: Client) -> None:
    table = ann.open(seats="me bot:random bot:random", name="Ann")["id"]
    now = until_mine(ann, table)
    assert ask(ann, table, "city:Seattle", now["last"])["rule"] == "NP 2.2"
    assert ask(shared.client(), table, "city:Seattle", now["last"]) == {"text": "Ann is to move."}
    moved = ann.post(f"/t/{table}/moves", {"move": "extend Fargo", "ply": now["last"]})
    assert ask(ann, table, "city:Seattle", 0) == {"text": "You look back at an earlier move."}
    assert moved["last"] > 0


def test_a_table_that_has_not_begun_says_so(ann: Client) -> None:
    table = ann.open(seats="me open", name="Ann")["id"]
    assert ask(ann, table, "city:Fargo", 0) == {"text": "The game has not begun."}


def test_a_lesson_says_why_not(shared: Running) -> None:
    client = shared.client()
    body = {"picks": [], "name": "city:Seattle", "ply": 0}
    assert client.post("/learn/northern-pacific/why?step=2", body)["rule"] == "NP 2.2"
    assert client.post("/learn/northern-pacific/why?step=0", body) == {"text": "There is nothing to choose here."}
    assert client.post("/learn/northern-pacific/why?step=99", body, 404)["kind"] == "not-found"


def test_long_and_strange_requests_are_refused(ann: Client) -> None:
    table = ann.open(seats="me bot:random bot:random", name="Ann")["id"]
    ann.post(f"/t/{table}/why", {"picks": ["x"] * 21, "name": "x", "ply": 0}, 422)
    ann.post(f"/t/{table}/why", {"picks": [], "name": "x" * 201, "ply": 0}, 422)
    ann.post(f"/t/{table}/why", {"picks": [], "name": "x"}, 422)
