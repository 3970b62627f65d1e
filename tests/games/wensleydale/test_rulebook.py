"""What the rulebook says in figures is what the rules of the program give."""

from __future__ import annotations

import branchline as bl
from branchline.games.wensleydale.rules.layout import PROFIT, SET_BONUS
from branchline.games.wensleydale.text.scene import purse
from branchline.learn import lesson, summary
from tests.learn.books import position, says

NAME = "last-train-to-wensleydale"
MIDLAND, NER, GOVERNMENT, TRAIN, CUBES = range(5)
"""What a player can pay with, as `purse` counts it."""


def spent(step: int, *moves: str) -> list[int]:
    """What the learner of the lesson pays for moves from a step on."""
    state = lesson(NAME).state(step)
    before = purse(state.fields_view, 0)
    for move in moves:
        state.play(move)
    after = purse(state.fields_view, 0)
    return [before[kind] - after[kind] for kind in range(5)]


def test_the_markers_at_the_start() -> None:
    state = bl.game(NAME, players=3).start()
    midland, ner, government, train, profit = (int(state.fields_view.marks[track][0]) for track in range(5))
    for english, german, value in (
        ("Profit & Loss", "Gewinn & Verlust", profit),
        ("Midland", "Midland", midland),
        ("North Eastern", "North Eastern", ner),
        ("Train", "Zug", train),
        ("Government", "Regierung", government),
    ):
        says(NAME, f"{english} {value}", f"{german} {value}")


def test_the_number_of_turns() -> None:
    four, three = (bl.game(NAME, players=players).start().fields_view.turns for players in (4, 3))
    says(
        NAME,
        f"Four players play **{four} turns**, three players **{three}**",
        f"Vier Spieler spielen **{four} Runden**, drei Spieler **{three}**",
    )


def test_the_trains() -> None:
    trains = {train.name: train for train in bl.game(NAME).board.data.trains}
    assert {name[1] for name, train in trains.items() if 3 not in train.players} == {"D"}
    for row in (3, 2, 1):
        offered = [trains[f"{row}{letter}"] for letter in "ABCD"]
        cells = " | ".join(f"{train.passengers} + {train.goods}" for train in offered)
        says(NAME, f"| costs {row} | {cells} |", f"| kostet {row} | {cells} |")
        for language, words in (("en", "row of"), ("de", "Reihe zu")):
            assert f"| {words} {row} | {cells} |" in summary(NAME, language)


def test_the_auction() -> None:
    boxes = bl.game(NAME).board.data.boxes
    assert [box.minimum for box in boxes] == [3] * 4 + [2] * 4
    state = position(NAME, "auction")
    assert state.is_legal("bid 5 2")
    assert not state.is_legal("bid 4 6"), "nobody raises his own bid"
    assert [lesson(NAME).steps[step].expect[0] for step in (3, 4)] == ["bid 4 3", "bid 4 5"]
    assert lesson(NAME).steps[4].moves[0] == "bid 4 4"
    says(NAME, "Blue (A) bids 3 cubes, Gold (B) bids 4", "Blau (A) bietet 3 Würfel, Gold (B) bietet 4")
    says(NAME, "two North Eastern and a Government printed on it", "zwei North Eastern und eine Regierung aufgedruckt")
    assert boxes[3].printed == (0, 2, 1, 0)


def test_the_price_of_the_chain() -> None:
    links = [(7, "build RIP-MLZ"), (8, "build MLZ-MAS"), (9, "build MAS-BED")]
    prices = [spent(step, move) for step, move in links]
    assert prices == [[0, 1, 0, 0, 1], [0, 0, 1, 0, 1], [0, 0, 0, 0, 1]]
    total = [sum(price) for price in zip(*prices, strict=True)]
    says(
        NAME,
        f"cost {total[CUBES]} cubes, {total[NER]} North Eastern and {total[GOVERNMENT]} Government",
        f"kosten {total[CUBES]} Würfel, {total[NER]} North Eastern und {total[GOVERNMENT]} Regierung",
    )


def test_what_can_be_loaded() -> None:
    state = lesson(NAME).state(12)
    assert state.is_legal("load green MAS")
    assert "(LW 6.7)" in str(state.why_not("load red MAS"))
    early = position(NAME, "loading")
    assert early.is_legal("load stone h23")
    assert early.is_legal("load stone h24")


def test_profit_and_loss() -> None:
    before, after = lesson(NAME).state(13), lesson(NAME).state(14)
    stone, cheese, red, green = (int(number) for number in before.fields_view.loaded[0])
    links, profit = int(before.fields_view.links[0]), int(after.fields_view.marks[PROFIT][0])
    says(
        NAME,
        f"Blue has loaded {stone} stones, {cheese} cheese and {red + green} passengers and has {links} links: "
        f"{2 * stone} + {cheese} + {red + green} − {links} = {profit}. The marker goes from 0 to +{profit}",
        f"Blau hat {stone} Stein, {cheese} Käse und {red + green} Fahrgäste geladen und hat {links} Gleise: "
        f"{2 * stone} + {cheese} + {red + green} − {links} = {profit}. Der Marker geht von 0 auf +{profit}",
    )


def test_the_sale() -> None:
    moves = [f"sell ner {link}" for link in ("RIP-MLZ", "MLZ-MAS", "MAS-BED")]
    price = spent(15, *moves, "done")
    says(NAME, f"pays {price[NER]} North Eastern influence", f"zahlt {price[NER]} Einfluss bei der North Eastern")
    assert sum(price) == price[NER]


def test_the_scoring() -> None:
    state = position(NAME, "scoring")
    piles = [sum(int(number) for number in pile) for pile in state.fields_view.piles[:3]]
    profits = [int(mark) for mark in state.fields_view.marks[PROFIT][:3]]
    links = [int(number) for number in state.fields_view.links[:3]]
    assert links == [0, 0, 2]
    for seat, (english, german, end, ende) in enumerate(
        (
            ("Blue", "Blau", "has sold every link", "hat jedes Gleis verkauft"),
            ("Gold", "Gold", "no link", "kein Gleis"),
            ("Purple", "Lila", "two links", "zwei Gleise"),
        )
    ):
        pile, profit, score = piles[seat], profits[seat], state.scores[seat]
        says(
            NAME,
            f"{english} has {pile} pieces and +{profit} and {end}, {score} points",
            f"{german} hat {pile} Stücke und +{profit} und {ende}, {score} Punkte",
        )
    stone, cheese, red, green = (int(number) for number in state.fields_view.piles[0])
    assert min(stone, cheese, green) >= 1, "with a red passenger more there is a set"
    assert red == 0
    more = 1 + SET_BONUS
    says(NAME, f"Blue would have scored {more} points more", f"hätte Blau {more} Punkte mehr bekommen")
