"""What a person points at for every kind of move."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.core.state import State
from branchline.texts import speaking
from tests.games.wensleydale.positions import MAP, arrange, building, takeovers, trains

GAME = bl.game("last-train-to-wensleydale", players=4)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("bid 3 5", ("box:3", "amount:5")),
        ("build SKI-GAG", ("border:SKI-GAG", "area:GAG")),
        ("build GAG-SKI", ("border:SKI-GAG", "area:SKI")),
        ("sell ner ADD-SKI", ("company:ner", "border:SKI-ADD", "area:SKI")),
        ("pay cube", ("kind:cube",)),
        ("hire 3A", ("train:3A",)),
        ("load red HAW", ("area:HAW", "piece:red")),
        ("done", ("button:done",)),
        ("pass", ("button:pass",)),
        ("first 2", ("seat:2",)),
        ("token train", ("token:train",)),
    ],
)
def test_the_path_of_a_move(text: str, path: tuple[str, ...]) -> None:
    found = GAME.picks[GAME.board.ids[text]]
    assert tuple(map(_unordered, found)) == tuple(map(_unordered, path))


def _unordered(name: str) -> str:
    """A border whichever way round it is named."""
    kind, _, what = name.partition(":")
    return f"{kind}:{'-'.join(sorted(what.split('-')))}" if kind == "border" else name


def test_borders_are_named_in_the_order_of_the_map() -> None:
    names = {f"border:{MAP.areas[link.a].id}-{MAP.areas[link.b].id}" for link in MAP.links}
    assert {path[0] for text, path in zip(GAME.board.texts, GAME.picks, strict=True) if text.startswith("build ")} == names


def test_a_border_is_enough_where_only_one_direction_is_legal() -> None:
    state = building()
    firsts = [path[0] for path in state.picks()]
    assert len(firsts) == len(set(firsts))


def test_both_directions_of_a_border_are_told_apart_by_the_area_entered() -> None:
    state = arrange(building(), 0, cubes=15, links="GAG-GRA")
    paths = [path for path in state.picks() if _unordered(path[0]) == "border:GAG-SKI"]
    assert [path[1] for path in paths] == ["area:GAG", "area:SKI"]


def test_labels_are_words_of_the_reader() -> None:
    label = GAME.spec.picks.label
    assert [label(name, GAME.board) for name in ("area:h13", "border:SKI-GAG", "amount:1", "kind:train")] == [
        "Penhill",
        "Skipton – Gargrave",
        "1",
        "pay 1 Train",
    ]
    with speaking("de"):
        assert label("kind:train", GAME.board) == "1 Zugpunkt zahlen"
        assert label("piece:red", GAME.board) == "roter Fahrgast"


def test_pieces_and_companies_have_pictures_of_their_own() -> None:
    state = takeovers(trains(building()))
    for name in ("piece:cheese", "company:midland"):
        assert GAME.spec.picks.picture(state.position, name).startswith("<svg")
    assert GAME.spec.picks.picture(state.position, "area:HAW") == ""


def test_bids_are_offered_from_low_to_high() -> None:
    assert sorted(["amount:10", "amount:3", "amount:7"], key=GAME.spec.picks.order) == ["amount:3", "amount:7", "amount:10"]


def acts(state: State, *texts: str) -> list[str]:
    return [GAME.spec.picks.act(state.position, GAME.move(text).id) for text in texts]


def test_buttons_say_what_they_do() -> None:
    state = building()
    assert acts(state, "build SKI-GAG", "done", "bid 3 5", "pay cube") == [
        "Build to Gargrave",
        "Build nothing",
        "Bid 5 cubes for box 3",
        "Pay 1 cube",
    ]
    later = trains(building())
    assert acts(later, "hire 3A", "load red HAW", "pass") == [
        "Hire train 3A",
        "Load red passenger in Hawes",
        "Finish with trains",
    ]
    assert acts(takeovers(later), "sell ner RIP-MLZ", "pass") == ["Sell to North Eastern as far as Kirkby Malzeard", "Pass"]
