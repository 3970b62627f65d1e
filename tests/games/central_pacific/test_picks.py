"""What people point at, and what is shown before a move."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import branchline as bl
from branchline.core.state import State
from branchline.games.central_pacific.drawing.picks import CLOCKWISE, NO_EXITS, label, order
from branchline.texts import speaking
from tests.games.central_pacific.scene import chain, play, scene

GAME = bl.game("central-pacific", 2)
PATHS = dict(zip(GAME.board.texts, GAME.picks, strict=True))


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("lay E4 tee NES", ("tile:tee", "square:E4", "turn:NES")),
        ("lay E4 cross NESW", ("tile:cross", "square:E4", "turn:NESW")),
        ("lay E4 forest", ("tile:forest", "square:E4", "turn:none")),
        ("discard tee", ("button:discard", "tile:tee")),
        ("return tee", ("button:return", "tile:tee")),
        ("grant 1", ("token:grant", "seat:1")),
        ("stock", ("token:stock",)),
        ("sacrifice", ("button:sacrifice", "train:sacrifice")),
        ("claim E4", ("line:E4",)),
        ("done", ("button:done",)),
    ],
)
def test_paths(text: str, path: tuple[str, ...]) -> None:
    assert PATHS[text] == path


def test_rotations_are_offered_clockwise() -> None:
    tees = [path[2] for text, path in PATHS.items() if text.startswith("lay E4 tee")]
    assert sorted(tees, key=order) == ["turn:NES", "turn:ESW", "turn:NSW", "turn:NEW"]
    assert {f"turn:{exits}" for exits in CLOCKWISE} == {
        name for path in PATHS.values() for name in path if name.startswith("turn")
    }


def test_labels_in_two_languages() -> None:
    names = ("tile:city3", "square:E4", "turn:NES", "token:stock", "seat:1")
    with speaking("en", ["Ann", "Bo"]):
        english = [label(name, GAME.board) for name in names]
    assert english == ["city of 3", "square E4", "north–east–south", "Stock Market: draw two tiles", "Bo"]
    with speaking("de", ["Ann", "Bo"]):
        german = [label(name, GAME.board) for name in names]
    assert german == ["3er-Stadt", "Feld E4", "Nord–Ost–Süd", "Börse: zwei Plättchen ziehen", "Bo"]


def test_every_name_has_a_label_and_a_sound_picture() -> None:
    position = GAME.start().position
    for name in {name for path in GAME.picks for name in path}:
        assert label(name, GAME.board)
        drawn = GAME.spec.picks.picture(position, name)
        kinds = ("tile:", "draw:", "take:", "turn:", "token:", "train:")
        buttons = ("button:discard", "button:return", "button:redraw", "button:sacrifice")
        assert bool(drawn) == (name.startswith((*kinds, *buttons)) and name != f"turn:{NO_EXITS}")
        ElementTree.fromstring(f"<g>{drawn}</g>")


def test_the_ghost_of_a_tile_lies_on_its_square() -> None:
    state = scene(chain("E1", "E2", "E3"), [["straight"], ["curve"]])
    drawn = GAME.spec.picks.ghost(state.position, GAME.move("lay E3 straight NS").id)
    assert 'transform="translate(400 200)"' in drawn
    assert GAME.spec.picks.ghost(state.position, GAME.move("discard straight").id) == ""


def test_a_turn_of_clicks() -> None:
    """Tile, square, rotation; when one rotation is legal, one path is left after the square."""
    state = scene({}, [["straight", "straight", "forest"], ["curve"]])
    begun = [path for path in state.picks() if path[0] == "tile:straight"]
    assert {path[1] for path in begun} == {"square:D1", "square:F1", "square:E2"}
    assert [path for path in begun if path[1] == "square:E2"] == [("tile:straight", "square:E2", "turn:NS")]
    play(state, "lay E2 straight NS")
    assert ("button:done",) in state.picks()
    assert ("button:discard", "tile:straight") not in state.picks()


def test_what_gives_something_away_begins_with_its_button() -> None:
    for text, path in PATHS.items():
        if text.startswith(("discard", "return", "sacrifice")):
            assert path[0].startswith("button:"), text


def acts(state: State, *texts: str) -> list[str]:
    return [GAME.spec.picks.act(state.position, GAME.move(text).id) for text in texts]


def test_buttons_say_what_they_do() -> None:
    state = scene({}, [["straight", "straight", "forest"], ["curve"]])
    with speaking("en", ["Ann", "Bo"]):
        assert acts(state, "lay E2 straight NS", "discard forest", "grant 1", "stock", "sacrifice", "done") == [
            "Lay it",
            "Discard a forest",
            "Take a tile from Bo",
            "Use the Stock Market",
            "Sacrifice a train",
            "",
        ]
        assert acts(play(state, "sacrifice"), "done") == ["Draw new tiles"]


def test_a_tile_that_is_held_is_nearer_than_one_that_is_not() -> None:
    """On a square that no track reaches, the refusal is about a tile of the hand."""
    state = scene({}, [["straight", "forest"], ["curve"]])
    texts = [text for text, path in PATHS.items() if "square:E5" in path]
    codes = {text: state.position.why_not(GAME.move(text).id) for text in texts}
    nearest = max(texts, key=lambda text: GAME.spec.picks.closeness(state.position, GAME.move(text).id, codes[text]))
    assert nearest.startswith("lay E5 straight")
