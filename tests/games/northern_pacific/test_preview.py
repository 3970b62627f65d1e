"""What an action would bring."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.texts import speaking
from tests.games.northern_pacific.test_telling import NAMES, WAY


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("extend Fargo", "pays Ann +2, Bo +1"),
        ("extend Duluth", "pays nobody"),
        ("invest Casper", "pays 1 new cube when a line comes (odds 10 % if every exit is equally likely)"),
        ("invest Lewiston large", "pays 2 new cubes when a line comes (odds 83 % if every exit is equally likely)"),
    ],
)
def test_previews(move: str, words: str) -> None:
    state = bl.game("northern-pacific", players=3).replay(["invest Fargo large", "invest Fargo"])
    with speaking("en", NAMES):
        assert state.game.spec.text.preview(state.position, state.game.move(move).id) == words


def test_the_goal_ends_the_round() -> None:
    state = bl.game("northern-pacific", players=3).replay(f"extend {city}" for city in WAY[:-1])
    assert state.game.spec.text.preview(state.position, state.game.move("extend Seattle").id) == "ends the round"
