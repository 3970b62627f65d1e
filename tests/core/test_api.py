"""The public API."""

from __future__ import annotations

import copy
import importlib
import pickle

import pytest

import branchline as bl


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
    for package in ("branchline.kernel", "branchline.games", "branchline.bots", "branchline.cli"):
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


def test_copies_are_independent(state: bl.State) -> None:
    for twin in (state.copy(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        twin.play("extend Fargo")
        assert (state.ply, twin.ply) == (0, 1)
        assert state != twin
        assert twin.actions != state.actions


def test_history_and_back(state: bl.State) -> None:
    state.play("extend Fargo").play("invest Butte")
    assert [move.text for move in state.history] == ["extend Fargo", "invest Butte"]
    assert state.back().actions == state.actions[:1]
    assert state.back(2).key() == state.game.start().key()
    with pytest.raises(ValueError, match="Cannot go back 3 plies"):
        state.back(3)


def test_long_games_can_be_pickled_and_copied() -> None:
    state = bl.game("np", 6, scoring="wins", line="own").start().play_out(2)
    assert pickle.loads(pickle.dumps(state)).actions == state.actions


def test_views(state: bl.State) -> None:
    view = state.view(seat=0)
    assert view["legal"][1] == "extend Fargo"
    assert state.view(seat=1)["legal"] == []
    assert state.view()["seat"] is None
    assert view["todo"] == "Extend the line from Minneapolis or invest a cube."
    with pytest.raises(ValueError, match="There is no seat 4"):
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
        ('{"fields": {"players": 4, "colours": 5}}', "The position is impossible: 4 players with 5 colours"),
    ],
)
def test_bad_positions_get_a_sentence(state: bl.State, text: str, sentence: str) -> None:
    with pytest.raises(bl.BadPosition) as caught:
        state.game.position(text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("field", "value"),
    [("heads", [99, 0, 0, 0, 0, 0]), ("turn", 9), ("closed", -1), ("order", [7, 7, 7, 7, 0, 0]), ("large_at", [99] * 6)],
)
def test_damaged_positions_never_reach_the_rules(state: bl.State, field: str, value: object) -> None:
    fields = {**state.play("invest Butte").fields(), field: value}
    with pytest.raises(bl.BadPosition, match="impossible"):
        state.game.position(fields)


def test_encode_has_named_slices(state: bl.State) -> None:
    slices = state.game.title.slices(state.game.board)
    state.play("invest Butte")
    numbers = state.encode(1)
    start, stop = slices["small_in_city"]
    assert numbers.shape == (max(end for _, end in slices.values()),)
    assert numbers[start:stop].sum() == 1
    first = slices["small_in_hand"][0]
    assert numbers[first : first + 4].tolist() == [3, 3, 3, 2]
    assert sorted(slices.values())[0][0] == 0


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
    with pytest.raises(ValueError, match="at least one game"):
        bl.simulate(bl.game("np", 3), games=0)
