"""Points and ranks are those that the reader may know: a running game's score says nothing that `hide` blanks."""

from __future__ import annotations

import random
from typing import Any

import pytest

import branchline as bl
from branchline.kernel.contract import Bytes, Numbers
from branchline.match import Match
from branchline.server.pages.log_text import LogText
from branchline.server.pages.moment import Moment
from branchline.testing import settings
from tests.match.tables import play_out, step, table
from tests.own_games import OWN_GAMES


@pytest.mark.parametrize("number", [0, 1, *(pytest.param(number, marks=pytest.mark.slow) for number in (2, 3))])
@pytest.mark.parametrize("name", OWN_GAMES)
def test_the_scores_of_our_games_depend_on_nothing_hidden(name: str, number: int) -> None:
    sample = settings(name, 4)
    game = sample[number % len(sample)]
    state, rng, sheet = game.start(), bl.seeded(11), game.spec.text.score_sheet
    while True:
        for seat in (None, *range(game.players)):
            seen = state.hide(seat)
            assert (list(seen.scores), list(seen.ranks)) == (state.scores, state.ranks)
            if state.ply % 10 == 0:
                assert sheet(seen) == sheet(state.position)
                assert state.score_sheet(seat) == state.score_sheet()
                assert game.spec.text.extra_scores(seen) == state.extra_scores
        if state.is_over:
            return
        state.push(state.random_move(rng).id)


@pytest.fixture
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Central Pacific for three, with a point for each tile in hand: others may not know it, and `hide` blanks the hands."""
    game = bl.game("central-pacific", 3)
    layout = game.spec.rules.layout.dtype

    def standings(raw: Bytes, scores: Numbers, ranks: Numbers) -> None:
        scores[:] = raw.view(layout)[0].hand[:3].sum(axis=1)
        ranks[:] = [1 + sum(int(other > mine) for other in scores) for mine in scores]

    monkeypatch.setattr(game.engine, "standings", standings)
    monkeypatch.setattr(game.engine, "standings_of", game.engine._standings_of)
    rules: Any = game.spec.rules
    monkeypatch.setitem(rules.__dict__, "open_scores", False)


def dealt() -> Match:
    """A table where hands have been dealt."""
    match, chance = table("central-pacific"), random.Random(3)
    for _ in range(6):
        step(match, chance)
    return match


@pytest.mark.usefixtures("secret")
def test_a_view_has_the_points_that_its_seat_may_know() -> None:
    state = dealt().state
    assert min(state.scores) > 0
    for seat in range(3):
        assert state.view(seat)["scores"] == [state.scores[seat] if other == seat else 0 for other in range(3)]
        assert state.view(seat)["ranks"] == [1 if other == seat else 2 for other in range(3)]
    assert state.view()["scores"] == [0, 0, 0]
    assert state.view()["ranks"] == [1, 1, 1]


@pytest.mark.usefixtures("secret")
def test_a_table_and_its_page_show_the_points_that_the_reader_may_know() -> None:
    match = dealt()
    truth = match.state.scores
    for seat, known in ((None, [0, 0, 0]), (1, [0, truth[1], 0])):
        assert match.view(seat, 9.0)["scores"] == known
        moment = Moment(match, seat, LogText(match, seat), 9.0)
        assert [shown["score"] for shown in moment.seats()] == known
        assert ("Points", known, True) in moment.sheet()
    earlier = match.view_at(match.ply - 1, 0)["scores"]
    assert earlier[0] > 0
    assert earlier[1:] == [0, 0]


@pytest.mark.usefixtures("secret")
def test_a_finished_game_shows_the_truth() -> None:
    match = dealt()
    play_out(match, random.Random(4))
    truth = match.state.scores
    assert match.state.view(0)["scores"] == match.state.view()["scores"] == truth
    assert match.view(None, 9.0)["scores"] == truth
    moment = Moment(match, None, LogText(match, None), 9.0)
    assert [shown["score"] for shown in moment.seats()] == truth
    past = match.ply - 20
    assert match.view_at(past, None)["scores"] == match.state.back(20).scores
