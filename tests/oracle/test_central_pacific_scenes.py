"""Scenes that chance hardly ever brings about, played out in full by the engine and the referee.

A plan lists whole turns.  Draws are steered: whoever draws gets the next tile that his plan still lacks.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

import branchline as bl
from tests.oracle.central_pacific import Referee, name_of
from tests.oracle.test_central_pacific import KINDS, compare

Turn = tuple[int, list[str]]
RICH = dict(zip(KINDS, (20, 12, 8, 4, 2, 24, 2, 1, 1, 2, 4), strict=True))


@pytest.fixture
def rich(tmp_path: Path) -> str:
    """A tile mix with plenty of straights and small cities."""
    path = tmp_path / "rich.toml"
    path.write_text("\n".join(["[tiles]", *(f"{kind} = {count}" for kind, count in RICH.items())]))
    return str(path)


class Stage:
    """The engine and the referee side by side, compared before every move."""

    def __init__(self, players: int, tiles: str) -> None:
        self.state = bl.game("central-pacific", players=players, tiles=tiles).start()
        self.referee = Referee(players, self.state.game.options)

    def play(self, text: str) -> None:
        compare(self.state, self.referee)
        self.state.play(text)
        self.referee.play(text)

    def perform(self, turns: list[Turn]) -> None:
        """Set up with the first seat of the plan to begin, then the turns; an empty turn discards a tile."""
        done = 0
        while self.referee.actor() == "chance" or self.referee.legal() == ["redraw", "keep"]:
            self.play(self.setting_up(turns))
        for done, (seat, moves) in enumerate(turns):
            assert self.referee.actor() == seat
            for text in moves or [f"discard {self.spare(seat, turns[done + 1 :])}"]:
                self.play(text)
            if self.referee.actor() == seat and "done" in self.referee.legal():
                self.play("done")
            while self.referee.actor() == "chance":
                self.play(self.draw(turns[done + 1 :]))
        compare(self.state, self.referee)

    def setting_up(self, turns: list[Turn]) -> str:
        if self.referee.actor() != "chance":
            return "keep"
        first = f"first {turns[0][0]}"
        return first if first in self.referee.legal() else self.draw(turns)

    def draw(self, turns: list[Turn]) -> str:
        """The next tile the drawer's plan lacks, else one that nobody needs."""
        odds = self.referee.weights()
        for kind in self.lacking(self.referee.drawer, turns):
            if f"draw {kind}" in odds:
                return f"draw {kind}"
        wanted = Counter(kind for seat in range(self.referee.players) for kind in self.lacking(seat, turns))
        return max(odds, key=lambda text: self.referee.pool[text.split()[1]] - 100 * wanted[text.split()[1]])

    def lacking(self, seat: int, turns: list[Turn]) -> list[str]:
        held = self.referee.hands[seat].copy()
        lacking = []
        for kind in needs(seat, turns):
            if held[kind]:
                held[kind] -= 1
            else:
                lacking.append(kind)
        return lacking

    def spare(self, seat: int, turns: list[Turn]) -> str:
        held = self.referee.hands[seat] - Counter(needs(seat, turns)[:4])
        return next(kind for kind, count in held.items() if count)

    def markers(self) -> dict[str, int]:
        return {name_of(square): owner for square, owner in self.referee.markers.items()}


def needs(seat: int, turns: list[Turn]) -> list[str]:
    return [text.split()[2] for who, moves in turns if who == seat for text in moves if text.startswith("lay")]


def lays(text: str) -> list[str]:
    """`E2 straight NS, E3 tee NES` as moves."""
    return [f"lay {part.strip()}" for part in text.split(",")]


PARALLEL: list[Turn] = [
    (1, lays("F9 tee NSW, F8 straight NS, F7 city2 NESW, E10 straight EW, D10 curve NE")),
    (0, lays("E2 straight NS, E3 straight NS, E4 curve NE, F4 curve SW, F5 straight NS")),
    (1, lays("D9 tee NES, D8 straight NS, D7 curve ES, E7 straight EW")),
]


@pytest.mark.rule("CP 4.5")
def test_two_foreign_lines_merged_without_a_further_city_are_stolen(rich: str) -> None:
    stage = Stage(2, rich)
    stage.perform([*PARALLEL, (0, lays("F6 straight NS")), (1, []), (0, lays("E9 straight EW"))])
    assert stage.referee.spike == 0
    assert stage.markers() == {"E2": 0, "D7": 0}
    assert stage.referee.supply == [5, 7]


@pytest.mark.rule("CP 4.5")
@pytest.mark.parametrize(
    ("stub", "moves", "owner"),
    [
        ("E10 straight EW", "E9 straight EW", 1),
        ("E10 straight EW", "G10 forest", 1),
        ("E10 straight EW", "E9 curve NE, E8 straight NS, E7 curve ES", 0),
        ("E10 curve NE", "E9 curve ES", 0),
    ],
)
def test_a_line_led_to_a_further_side_of_its_city_is_stolen(rich: str, stub: str, moves: str, owner: int) -> None:
    """The line from F10 to F7 has an open arm to the west, on F9; E10 is a stub at the western side of F10."""
    stage = Stage(2, rich)
    stage.perform(
        [
            (1, lays(f"F9 tee NSW, F8 straight NS, F7 city2 NESW, {stub}")),
            (0, lays("E2 straight NS, E3 straight NS, E4 curve NE, F4 curve SW, F5 straight NS")),
            (1, []),
            (0, lays("F6 straight NS")),
            (1, []),
            (0, lays(moves)),
        ]
    )
    assert stage.referee.spike == 0
    assert sorted(stage.markers().values()) == [0, owner]


@pytest.mark.rule("CP 4.6")
def test_two_lines_of_one_opponent_merged_in_the_spike_turn_stay_his(rich: str) -> None:
    """The mover comes up to the dead end of one line, then joins everything in one turn."""
    stage = Stage(2, rich)
    joining = lays("F6 straight NS, E9 straight EW")
    with pytest.raises(bl.IllegalMove, match=r"CP 2\.2"):
        stage.perform([*PARALLEL, (0, joining[1:])])
    stage = Stage(2, rich)
    stage.perform([*PARALLEL, (0, joining)])
    assert stage.referee.spike == 0
    assert stage.markers() == {"E2": 0, "D7": 1}
    assert stage.referee.supply == [6, 6]


@pytest.mark.rule("CP 4.6")
def test_of_two_opponents_with_equal_track_the_next_clockwise_keeps_the_merged_line(rich: str) -> None:
    stage = Stage(3, rich)
    stage.perform(
        [
            (0, lays("E2 straight NS, E3 straight NS, E4 straight NS, E5 tee NEW, D5 straight EW")),
            (1, lays("I7 tee NEW, H7 straight EW, G7 city2 NESW")),
            (2, lays("B8 straight EW, C8 tee NEW, D8 city2 NESW")),
            (0, lays("C5 curve ES, C6 straight NS, F5 straight EW, G5 straight EW, H5 straight EW")),
            (1, []),
            (2, []),
            (0, lays("I5 curve SW, I6 straight NS, C7 straight NS")),
        ]
    )
    assert stage.referee.spike == 0
    assert stage.markers() == {"H7": 1}
    assert stage.referee.supply == [7, 6, 7]


CHAIN = [
    lays("D1 straight EW, C1 straight EW, B1 city2 NESW, B2 straight NS, B3 straight NS"),
    lays("B4 city2 NESW, B5 straight NS, B6 straight NS, B7 city2 NESW, B8 straight NS"),
    lays("B9 straight NS, B10 city2 NESW, F1 straight EW, G1 straight EW, H1 city2 NESW"),
    lays("H2 straight NS, H3 straight NS, H4 city2 NESW, H5 straight NS, H6 straight NS"),
    lays("C7 straight EW, D7 straight EW, E7 city2 NESW, H7 city2 NESW"),
]


@pytest.mark.rule("CP 4.7")
@pytest.mark.parametrize(("chosen", "left"), [("H5", "C7"), ("C7", "H5")])
def test_more_new_lines_than_trains_are_chosen_from(rich: str, chosen: str, left: str) -> None:
    stage = Stage(2, rich)
    turns: list[Turn] = [turn for moves in CHAIN for turn in ((0, moves), (1, list[str]()))]
    stage.perform(turns[:-1])
    assert sorted(stage.referee.legal()) == ["claim C7", "claim H5"]
    stage.play(f"claim {chosen}")
    compare(stage.state, stage.referee)
    assert stage.referee.ending == "a"
    assert left not in stage.markers()
    assert stage.state.is_over


def saver(referee: Referee, rng: Random) -> str:
    """Keeps its tokens to the end: the Stock Market empties the pool, the Land Grant comes after that."""
    legal = referee.legal()
    if "stock" in legal and referee.pool.total() <= 2:
        return "stock"
    grants = [text for text in legal if text.startswith("grant")]
    if grants and not referee.pool.total() and rng.random() < 0.7:
        return rng.choice(grants)
    kept = [text for text in legal if not text.startswith(("stock", "grant", "discard", "sacrifice"))]
    return rng.choice(kept or legal)


@pytest.mark.compiled
@pytest.mark.rule("CP 5.1")
def test_tokens_kept_to_the_end(rich: str) -> None:
    """Discards stay open after a Stock Market that took the last tiles; a stuck player may still try his Land Grant."""
    seen: Counter[str] = Counter()
    for seed in range(12):
        stage, rng = Stage(2 + seed % 3, rich if seed % 2 else "standard"), Random(seed)
        referee, stocked = stage.referee, False
        while referee.actor() != "over":
            odds = referee.weights()
            text = rng.choices(list(odds), list(odds.values()))[0] if referee.actor() == "chance" else saver(referee, rng)
            if referee.actor() != "chance":
                if stocked and not referee.pool.total():
                    seen["pool emptied by the Stock Market"] += any(move.startswith("discard") for move in odds)
                stocked = text == "stock"
                seen["stuck with a Land Grant"] += "done" in odds and any(move.startswith("grant") for move in odds)
            stage.play(text)
        compare(stage.state, referee)
    assert min(seen.values()) > 0
