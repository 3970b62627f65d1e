"""Moves told in words, with the paragraph behind every effect."""

from __future__ import annotations

import branchline as bl
from branchline.texts import speaking
from tests.games.wensleydale.positions import arrange, auction, building, new, pieces, takeovers, trains

NAMES = ("Ann", "Bo", "Cy", "Di")


def told(state: bl.State, move: str, language: str = "en") -> list[tuple[str, str]]:
    with speaking(language, NAMES):
        found = state.tell(move)
    state.play(move)
    return found


def sentences(state: bl.State, move: str) -> list[str]:
    return [sentence for sentence, _ in told(state, move)]


def test_set_up_draws_name_their_area() -> None:
    state = bl.game("last-train-to-wensleydale", 3).start()
    assert told(state, "first 1") == [("Bo is the first player", "LW 1.1")]
    assert told(state, "draw stone")[0][1] == "LW 1.3"


def test_the_first_turn_begins_with_cubes() -> None:
    state = new(3)
    before = state.back()
    with speaking("en", NAMES):
        found = before.tell(state.history[-1])
    assert ("Turn 1 of 5 begins", "LW 1.6") in found
    assert ("Everybody takes investment cubes: Ann 12 cubes, Bo 12 cubes, Cy 12 cubes", "LW 2.1") in found


def test_a_bid_tells_who_is_outbid() -> None:
    state = auction(3)
    assert told(state, "bid 1 3") == [("Ann bids 3 for box 1", "LW 3.2")]
    assert told(state, "bid 1 4")[1] == ("Ann is outbid and takes back 3 cubes", "LW 3.2")


def test_the_end_of_the_auction_tells_winners_and_orders() -> None:
    state = auction(3)
    for move in ("bid 4 3", "pass", "pass", "pass", "pass"):
        state.play(move)
    found = told(state, "pass")
    assert found[0] == ("Cy passes for this round", "LW 3.1")
    assert found[1][0].startswith("Ann wins box 4: ")
    assert [paragraph for _, paragraph in found] == ["LW 3.1", "LW 3.4", "LW 4.1", "LW 4.1"]


def test_a_bid_that_leaves_nobody_to_ask_wins_its_box_at_once() -> None:
    state = auction(3)
    for box, cubes in ((1, 3), (2, 3), (3, 3), (4, 3), (5, 2)):
        state.play(f"bid {box} {cubes}")
    assert any(sentence.startswith("Cy wins box 6") for sentence in sentences(state, "bid 6 2"))


def test_a_link_tells_its_price() -> None:
    state = arrange(building(3), 0, cubes=1, midland=1, government=3)
    pieces(state, "MAL", opposition=2)
    assert told(state, "build SET-MAL") == [
        ("Ann builds Settle – Malham", "LW 5.1"),
        ("Ann pays 1 cube", "LW 5.3"),
        ("Ann pays a toll of 1 Midland", "LW 5.4"),
        ("2 opposition pieces gone for 2 Government", "LW 5.4"),
        ("1 point is still owed", "LW 5.5"),
    ]
    assert told(state, "pay train") == [("Ann pays 1 Train", "LW 5.5")]
    assert told(state, "done", "de") == [("Ann beendet eine Kette aus 1 Gleis", "LW 5.0")]


def test_hires_loads_and_profit() -> None:
    state = arrange(building(3), 0, train=2, profit=5, links="SKI-ADD")
    trains(state)
    assert told(state, "hire 3A")[2] == ("3 payments are still owed", "LW 6.3")
    for _ in range(3):
        state.play("pay cube")
    assert sentences(state, "pass") == ["Bo is done with trains"]
    state.play("pass")
    assert told(state, "load cheese ADD") == [("Ann loads in Addingham: cheese (profit +1)", "LW 6.5")]
    state.play("load cheese ADD")
    found = told(state, "pass")
    assert ("Ann: +2 for loads, −1 for links, profit from 5 to 5", "LW 7.1") in found
    assert ("The profit track ends there: +1 without effect", "LW 1.2") in found
    assert found[-1][1] == "LW 8.1"


def test_who_can_do_nothing_is_told_to_be_out() -> None:
    state = building(3)
    arrange(state, 2, cubes=0, midland=0, ner=0, government=0, train=0)
    trains(state)
    state.play("hire 1A")
    assert told(state, "hire 1B") == [
        ("Bo hires train 1B with 2 seats", "LW 6.2"),
        ("Bo pays 1 Train", "LW 6.2"),
        ("Cy can neither hire nor load and is out", "LW 6.1"),
    ]


def test_a_sale_tells_price_towns_and_what_leaves_the_board() -> None:
    state = arrange(building(3), 0, midland=2, links="SET-LPR LPR-MAL")
    pieces(state, "MAL", red=1, green=1)
    takeovers(state)
    while state.actor != 0:
        state.play("pass")
    assert told(state, "sell midland SET-LPR") == [("Ann offers Settle – Long Preston to Midland", "LW 9.1")]
    state.play("sell midland LPR-MAL")
    assert told(state, "done")[:3] == [
        ("Ann sells 2 links to Midland for 1 Midland", "LW 9.3"),
        ("Malham turns to Midland", "LW 9.5"),
        ("Of no more use and removed: 1 red passenger (Malham), 2 cheeses (Long Preston)", "LW 9.6"),
    ]


def test_the_end_names_the_winner() -> None:
    state = new(3).play_out(3)
    last = state.history[-1]
    with speaking("en", NAMES):
        found = state.back().tell(last)
    winner = state.ranks.index(1)
    assert found[-2] == ("The game is over", "LW 10.0")
    assert found[-1][0].startswith(f"{NAMES[winner]} wins with {state.scores[winner]} point")
