"""The public API."""

from __future__ import annotations

import dataclasses
import importlib
import json
import pickle
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import branchline as bl
from branchline.core import game as game_module
from branchline.core.game import Game
from branchline.core.move import Move
from tests.games.northern_pacific.other_boards import LOOP


@pytest.fixture
def state() -> bl.State:
    return bl.game("northern-pacific", players=4).start()


def test_every_public_name_is_there_and_has_a_docstring() -> None:
    for name in bl.__all__:
        value = getattr(bl, name)
        assert value is not None
        assert name in dir(bl)
        if not isinstance(value, int):
            assert value.__doc__, name
    with pytest.raises(AttributeError):
        bl.nonsense  # noqa: B018


def test_packages_export_what_they_list() -> None:
    packages = ("kernel", "games", "bots", "arena", "match", "learn", "texts", "cli")
    for package in (f"branchline.{name}" for name in packages):
        module = importlib.import_module(package)
        assert all(hasattr(module, name) for name in module.__all__)


@pytest.mark.parametrize("name", ["northern-pacific", "Northern_Pacific", "NORTHERN PACIFIC", "np"])
def test_games_are_found_in_any_spelling(name: str) -> None:
    assert bl.game(name, 3) is bl.game("northern-pacific", players=3)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: bl.game("nothern-pacific"), "There is no game named 'nothern-pacific'. hint: did you mean northern-pacific?"),
        (lambda: bl.game("np", 7), "Northern Pacific is for 2, 3, 4, 5, 6 players, not 7."),
        (lambda: bl.game("np", 3, scorin="wins"), "no option 'scorin'. hint: did you mean scoring?"),
        (lambda: bl.game("np", 3, scoring="loud"), "scoring=loud is not possible. hint: scoring is one of points, wins."),
        (lambda: bl.bot("rndom"), "There is no bot named 'rndom'. hint: did you mean random?"),
    ],
)
def test_bad_settings_get_a_sentence(call: object, sentence: str) -> None:
    with pytest.raises(bl.BadOption) as caught:
        call()  # type: ignore[operator]
    assert sentence in str(caught.value)


def test_options_without_effect_are_stored_as_their_default() -> None:
    assert bl.game("np", 3, scoring="wins", rounds=1) is bl.game("np", 3, scoring="wins")
    assert bl.game("np", 4, duo="plain") is bl.game("np", 4)
    assert bl.game("np", 2, rounds="1", duo="PLAIN").changed_options == {"rounds": 1, "duo": "plain"}


def test_a_move_by_text_id_or_move(state: bl.State) -> None:
    moves = state.legal()
    assert moves[0].text == str(moves[0]) == "extend Duluth"
    twins = [state.copy().play(spelled) for spelled in (moves[1], moves[1].text, moves[1].id, " EXTEND fargo ")]
    assert len({twin.key() for twin in twins}) == 1
    assert twins[0] == twins[1]
    assert len(set(twins)) == 1


def test_near_matches_are_suggested(state: bl.State) -> None:
    with pytest.raises(bl.UnknownMove, match=r"'extend Farg' is no move of this game. hint: did you mean 'extend Fargo'"):
        state.play("extend Farg")
    with pytest.raises(bl.UnknownMove, match="moves look like 'extend Duluth'"):
        state.play("zzz")
    for number in (-1, 10_000):
        with pytest.raises(bl.UnknownMove):
            state.play(number)


def test_a_refused_move_changes_nothing(state: bl.State) -> None:
    before = state.key(), state.ply, state.actions
    with pytest.raises(bl.IllegalMove) as caught:
        state.play("invest Seattle")
    assert caught.value.rule == "NP 2.2"
    assert (state.key(), state.ply, state.actions) == before
    assert state.why_not("invest Seattle") == str(caught.value)
    assert state.why_not("extend Fargo") is None
    assert state.is_legal("extend Fargo")
    assert not state.is_legal("extend Butte")


def test_a_list_that_was_handed_out_is_the_callers(state: bl.State) -> None:
    state.play("extend Fargo")
    ids, moves = state.ids(), state.legal()
    listed = ids.tolist()
    assert listed == [move.id for move in moves]
    ids[:] = 0
    moves.clear()
    assert state.ids().tolist() == listed, "the state does not mind what callers write"
    kept, twin = state.ids(), state.copy()
    state.play("invest Butte").play("invest Butte large")
    assert kept.tolist() == listed, "a step does not change what was handed out"
    assert twin.ids().tolist() == listed


def test_a_move_is_checked_against_the_position_as_it_is(state: bl.State) -> None:
    for _ in range(2):  # a position that was listed by a step, and one that was not
        state.play("extend Fargo" if state.ply == 0 else "invest Butte")
        for refused in ("extend Seattle", state.game.move("extend Seattle"), state.game.move("extend Seattle").id):
            with pytest.raises(bl.IllegalMove):
                state.play(refused)
        with pytest.raises(bl.UnknownMove):
            state.play(Move(2**70, "extend Fargo"))
        state = state.copy()
    state = state.play_out()
    assert state.is_over
    assert (state.ids().tolist(), state.legal()) == ([], [])
    with pytest.raises(bl.IllegalMove):
        state.play("extend Fargo")
    assert state.back().ids().tolist()[-1] == state.back().legal()[-1].id


def test_a_bug_in_a_game_is_not_reported_as_a_bad_option(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plain ValueError of board code reaches the caller as it is."""
    spec = bl.game("northern-pacific", 3).spec

    def fail(*settings: Any) -> Any:
        raise ValueError("a bug")

    rules = dataclasses.replace(spec.rules, load_board=fail), dataclasses.replace(spec.rules, normalise_options=fail)
    for broken in (dataclasses.replace(spec, rules=one) for one in rules):
        monkeypatch.setattr(game_module, "find_spec", lambda name, broken=broken: broken)
        monkeypatch.setattr(game_module, "_GAMES", {})
        with pytest.raises(ValueError, match="a bug") as caught:
            bl.game("northern-pacific", 3)
        assert not isinstance(caught.value, bl.BranchlineError)


def test_views(state: bl.State) -> None:
    view = state.view(seat=0)
    assert view["legal"][1] == "extend Fargo"
    assert state.view(seat=1)["legal"] == []
    assert state.view()["seat"] is None
    assert view["todo"] == "Invest a cube in a city, or extend the line from Minneapolis."
    with pytest.raises(bl.BadOption, match="There is no seat 4"):
        state.view(seat=4)


def test_bots_take_views(state: bl.State) -> None:
    bot = bl.bot("random", seed=1)
    while not state.is_over:
        state.play(bot.choose(state.view(state.actor)))
    assert min(state.ranks) == 1


def test_a_notebook_shows_the_board(state: bl.State) -> None:
    assert state._repr_svg_().startswith("<svg")
    assert repr(state) == "<State of Northern Pacific, 4 players, ply 0, seat 0 to move>"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nonsense", "A position is JSON text"),
        ("[1]", "A position is a JSON object."),
        ('{"game": "chess"}', "The position has game 'chess'"),
        ('{"fields": 3}', "The fields of a position are an object"),
        ('{"fields": {"hed": 1}}', "has no field 'hed'"),
        ('{"fields": {"heads": [1, 2]}}', "The field heads needs whole numbers of type i1 in the shape [6]."),
        ('{"fields": {"players": 4.5}}', "The field players needs whole numbers"),
        ('{"fields": {"players": 400}}', "The field players needs whole numbers"),
        ('{"fields": {"players": 4, "colours": 5}}', "The position has colours 5, this game with its options has 4."),
    ],
)
def test_bad_positions_get_a_sentence(state: bl.State, text: str, sentence: str) -> None:
    with pytest.raises(bl.BadPosition) as caught:
        state.game.position(text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("heads", [99, 0, 0, 0, 0, 0]),
        ("heads", [24, 0, 0, 0, 0, 0]),
        ("turn", 9),
        ("closed", -1),
        ("order", [7, 7, 7, 7, 0, 0]),
        ("order", [1, 0, 2, 3, 0, 0]),
        ("placed", 2),
        ("large_at", [99] * 6),
        ("small", [30_000] * 4 + [0, 0]),
        ("good", [1, 0, 0, 0, 0, 0]),
        ("wins", [1, 0, 0, 0, 0, 0]),
        ("rounds_done", 3),
        ("over", 1),
        ("full", 1 << 50),
        ("came_from", [[5] * 40] * 6),
    ],
)
def test_damaged_positions_never_reach_the_rules(state: bl.State, field: str, value: object) -> None:
    fields = {**state.play("invest Butte").fields(), field: value}
    with pytest.raises(bl.BadPosition, match="impossible"):
        state.game.position(fields)


def test_encode_has_named_parts(state: bl.State) -> None:
    parts = state.game.spec.rules.encoding(state.game.board)
    state.play("invest Butte")
    numbers = state.encode(1)
    start, stop = parts["small_in_city"]
    assert numbers.shape == (max(end for _, end in parts.values()),)
    assert numbers[start:stop].sum() == 1
    first = parts["small_in_hand"][0]
    assert numbers[first : first + 4].tolist() == [3, 3, 3, 2]
    assert sorted(parts.values())[0][0] == 0


def test_perft(state: bl.State) -> None:
    assert [state.perft(depth) for depth in range(4)] == [1, 50, 2485, 122848]


def test_traces() -> None:
    game = bl.game("np", 3, order="shuffled")
    lines = list(bl.trace(game, games=2, seed=8))
    assert lines[0] == {"game": "northern-pacific", "players": 3, "options": game.options}
    assert lines[1]["actor"] == "chance"
    assert lines[1]["weights"] == [1, 1, 1]
    ends = [index for index, line in enumerate(lines) if "over" in line]
    assert len(ends) == 2
    assert [line["ply"] for line in lines[1 : ends[0]]] == list(range(ends[0] - 1))
    assert set(lines[ends[0]]) == {"over", "scores", "ranks", "good", "bad", "wins"}
    result = bl.simulate(game, 2, seed=8)
    assert [lines[end]["scores"] for end in ends] == result.scores.tolist()


def test_simulation_refuses_nonsense() -> None:
    with pytest.raises(bl.BadOption, match="at least one game"):
        bl.simulate(bl.game("np", 3), games=0)


@pytest.mark.parametrize("players", [3.0, "3", True, None, [3], ""])
def test_players_are_a_whole_number(players: object) -> None:
    """3.0 once became the game of everybody who asked for 3."""
    if players is not None:
        with pytest.raises(bl.BadOption, match="is for 2, 3, 4, 5, 6 players, not"):
            bl.game("np", players)  # type: ignore[arg-type]
    assert bl.game("np", np.int64(3)).players.__class__ is int  # type: ignore[arg-type]
    assert repr(bl.game("np", 3)) == "branchline.game('northern-pacific', players=3)"


@pytest.mark.parametrize("name", ["", "/", ".", "a\0b", "a\0.b", "x" * 5000, "x" * 5000 + ".toml", "/dev/zero", "\n"])
def test_a_map_that_is_no_file_gets_a_sentence(name: str) -> None:
    with pytest.raises(bl.BadOption, match=r"There is no map|cannot be read"):
        bl.game("np", 3, map=name)


def test_threads_that_ask_for_one_game_get_one_object(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    monkeypatch.setattr(game_module, "_GAMES", {})
    plain = Game.__init__

    def slow(self: Game, *settings: Any) -> None:
        time.sleep(0.02)
        plain(self, *settings)

    monkeypatch.setattr(Game, "__init__", slow)
    threads = [threading.Thread(target=lambda: made.append(bl.game("np", 3))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 4
    assert len({id(game) for game in made}) == 1


def test_a_position_belongs_to_its_options() -> None:
    own = bl.game("np", 3, line="own").start().play("extend Fargo")
    assert json.loads(own.dumps())["options"] == {"line": "own"}
    with pytest.raises(bl.BadPosition, match=r"The position has options \{'line': 'own'\}, this game has \{\}"):
        bl.game("np", 3).position(own.dumps())
    with pytest.raises(bl.BadPosition, match="The position has own_lines 1, this game with its options has 0"):
        bl.game("np", 3).position(own.fields())
    with pytest.raises(bl.BadPosition, match="A position is JSON text"):
        bl.game("np", 3).position('{"fields": ' + "[" * 100_000)


def test_a_state_pickled_on_another_map_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text(LOOP)
    frozen = pickle.dumps(bl.game("np", 3, map=str(file)).start())
    file.write_text(LOOP.replace('"A" = ["B", "C"]', '"A" = ["B"]'))
    with pytest.raises(bl.BadPosition, match="The state was pickled on the board"):
        pickle.loads(frozen)


def test_nonsense_numbers_get_a_sentence(state: bl.State) -> None:
    with pytest.raises(bl.BadOption, match="There are no sequences of -1 plies"):
        state.perft(-1)
    with pytest.raises(bl.BadOption, match="at least one thread"):
        bl.simulate(state.game, games=5, threads=0)


@pytest.mark.parametrize("kind", [np.int32, np.uint8, np.int64])
def test_ids_of_any_kind_of_number_are_pushed_at_once(state: bl.State, kind: Any) -> None:
    state.copy().push(0)
    begun = time.perf_counter()
    state.push(kind(1))
    assert time.perf_counter() - begun < 0.5
    assert state.actions == [1]
    with pytest.raises(TypeError):
        state.push("extend Minot")  # type: ignore[arg-type]


def test_limits_of_a_share_are_shares_even_after_one_game(state: bl.State) -> None:
    for games in (1, 2, 30):
        for seat in range(4):
            wins = bl.simulate(state.game, games).wins(seat)
            assert 0 <= wins.low <= wins.mean <= wins.high <= 1
    json.dumps(bl.simulate(state.game, 1).summary(), allow_nan=False)


def test_a_view_can_leave_out_the_log(state: bl.State) -> None:
    state.play("extend Fargo")
    assert state.view(1, log=False) == {**state.view(1), "log": []}


def test_who_learns_which_action_is_taken(state: bl.State) -> None:
    assert state.seen_by(state.legal()[0].id) == [True] * 5
    assert not state.has_secrets
    dealing = bl.game("central-pacific", players=3).start()
    assert dealing.has_secrets
    before = dealing.key()
    assert dealing.seen_by(dealing.legal()[0].id) == [True, False, False, False]
    assert dealing.key() == before


def test_strangers_cannot_name_files(tmp_path: Path) -> None:
    file = tmp_path / "map.toml"
    for value in (str(file), "map.toml", "..", ""):
        with pytest.raises(bl.BadOption, match="no name"):
            game_module.set_up("northern-pacific", 3, {"map": value}, files=False)
    assert game_module.set_up("northern-pacific", 3, {"map": "standard"}, files=False) is bl.game("northern-pacific", players=3)


def test_an_imagined_state_begins_with_what_was_imagined() -> None:
    """Its first position was the true one once, so that `back` and pickles showed hidden hands."""
    state = bl.game("central-pacific", 3).start().play_out(1)
    state = state.back(len(state.actions) // 2)
    imagined = state.resample(0, bl.seeded(1))
    assert imagined.back(0) == pickle.loads(pickle.dumps(imagined)) == imagined != state
