"""What the rulebook says in figures is what the rules of the program give."""

from __future__ import annotations

import branchline as bl
from branchline.games.northern_pacific.rules.visit_odds import random_walk
from tests.learn.books import position, says

NAME = "northern-pacific"


def _german(count: str) -> str:
    return count.replace("good", "Gewinn").replace("bad", "Verlust")


def test_the_map() -> None:
    map_ = bl.game(NAME).board.data
    tracks = sum(len(exits) for exits in map_.exits)
    cities = len(map_.cities)
    says(NAME, f"has {cities} cities", f"hat {cities} Städte")
    says(NAME, f"and {cities - 2} between them. {tracks} tracks", f"und {cities - 2} dazwischen. {tracks} Gleise")


def test_the_room_in_a_city() -> None:
    room = [bl.game(NAME, players=players).start().fields_view.capacity for players in range(2, 7)]
    row = " | ".join(map(str, room))
    says(NAME, f"cubes that a city holds | {row} |", f"Würfel, die eine Stadt fasst | {row} |")
    alone = bl.game(NAME, players=2, duo="plain").start().fields_view.capacity
    says(NAME, f"a city holds {alone} cubes (NP 1.4, 5.2)", f"eine Stadt fasst {alone} Würfel (NP 1.4, 5.2)")


def test_the_full_city() -> None:
    state = position(NAME, "invest")
    room = state.fields_view.capacity
    assert not any(move.text.startswith("invest Fargo") for move in state.legal())
    assert "full" in str(state.why_not("invest Fargo large"))
    says(NAME, f"so a city holds {room} cubes", f"eine Stadt fasst also {room} Würfel")


def test_the_ways_on() -> None:
    state = position(NAME, "ways-on")
    exits = [move.text.removeprefix("extend ") for move in state.legal() if move.text.startswith("extend")]
    assert sorted(exits) == ["Billings", "Glasgow", "Great Falls"]
    says(NAME, "to Glasgow, Great Falls and Billings", "nach Glasgow, Great Falls und Billings")


def test_the_payout() -> None:
    before = position(NAME, "ways-on")
    after = before.copy().play("extend Great Falls")
    small, later = before.fields_view.small[:2], after.fields_view.small[:2]
    assert small[0] == small[1]
    assert later[0] == later[1]
    new, held = later[0] - small[0], later[0] + 1
    assert list(after.fields_view.large_at[:2]) == [-1, -1], "the large cubes are back in the hands"
    says(NAME, f"and {small[0]} small ones in hand", f"und {small[0]} kleine auf der Hand")
    says(
        NAME,
        f"and {new} new small ones: now they hold {held} cubes each",
        f"und {new} neue kleine: Jetzt haben sie je {held}",
    )
    says(NAME, f"| large | {new} new small cubes |", f"| groß | {new} neuen kleinen Würfeln |")
    one = bl.game(NAME, players=3).replay(["invest Fargo", "invest Terry", "extend Fargo"]).fields_view.small[0]
    says(NAME, f"| small | {one - 3} new small cube |", f"| klein | {one - 3} neuen kleinen Würfel |")


def test_the_cube_that_is_passed_by() -> None:
    state = position(NAME, "passed-by")
    map_ = state.game.board.data
    assert state.fields_view.small_at[map_.cities.index("Butte")][2] == 1, "a small cube of Gold"
    reached, found = {map_.cities.index("Lewiston")}, 0
    while found < len(reached):
        found = len(reached)
        reached |= {exit for city in reached for exit in map_.exits[city]}
    assert map_.cities.index("Butte") not in reached


def test_the_end_of_a_round() -> None:
    state = position(NAME, "end-of-round")
    good, bad = (state.extra_scores[kind] for kind in ("good", "bad"))
    red, blue, gold = (f"{good[seat]} good, {bad[seat]} bad" for seat in range(3))
    says(
        NAME,
        f"Red holds {good[0]} cubes and has none on the map: {red}. Blue holds {good[1]} and has one left in Portland: "
        f"{blue}. Gold holds {good[2]} and has three on the map: {gold}.",
        f"Rot hat {good[0]} Würfel auf der Hand und keinen auf dem Plan: {_german(red)}. Blau hat {good[1]} und einen, der "
        f"in Portland blieb: {_german(blue)}. Gold hat {good[2]} und drei auf dem Plan: {_german(gold)}.",
    )


def test_who_never_invests() -> None:
    state = bl.game(NAME, players=3, rounds=1).start()
    while not state.is_over:
        state.play(next(move for move in state.legal() if move.text.startswith("extend")))
    held = state.extra_scores["good"][0]
    says(NAME, f"Who never invests ends a round with {held} good", f"Wer nie setzt, beendet eine Runde mit {held} Gewinn")


def test_the_odds() -> None:
    _, odds = random_walk(bl.game(NAME).board.data)
    lewiston, falls, casper = (round(100 * odds[city]) for city in ("Lewiston", "Great Falls", "Casper"))
    says(
        NAME,
        f"to Lewiston in {lewiston} rounds of 100, to Great Falls in {falls}, and to Casper in {casper}",
        f"in {lewiston} von 100 Runden nach Lewiston, in {falls} nach Great Falls und in {casper} nach Casper",
    )


def test_the_last_stations() -> None:
    map_ = bl.game(NAME).board.data
    last = {map_.cities[city] for city, exits in enumerate(map_.exits) if map_.goal in exits}
    assert last == {"Oroville", "Richland", "Vancouver", "Portland"}
    says(NAME, "From Oroville, Richland, Vancouver and Portland", "Von Oroville, Richland, Vancouver und Portland")


def test_the_order_for_two() -> None:
    state = bl.game(NAME, players=2).replay(["invest Fargo", "invest Terry", "invest Minot", "invest Duluth"])
    assert state.tell("invest Butte")[0][0] == "Seat 0 invests a small red cube in Butte", "after four colours the first again"
    says(NAME, "The four colours take turns, yours and your rival's by turns", "abwechselnd deine und die deines Gegners")
