"""What the rulebook says in figures is what the rules of the program give."""

from __future__ import annotations

import re

import branchline as bl
from branchline.games.central_pacific.rules.board import SQUARE_NAMES
from branchline.learn.diagrams import diagrams
from tests.learn.books import position, says

NAME = "central-pacific"


def test_the_tiles() -> None:
    straight, curve, tee, cross, tunnel, two, three, four, forest, mountain, start = bl.game(NAME).board.data.counts
    total = sum(bl.game(NAME).board.data.counts) + 1
    says(NAME, f"**{total} tiles**", f"**{total} Plättchen**")
    says(NAME, f"| {straight}, {curve}, {tee}, {cross} |", f"| {straight}, {curve}, {tee}, {cross} |")
    says(NAME, f"| tunnel | {tunnel} |", f"| Tunnel | {tunnel} |")
    says(NAME, f"| city of 2, 3, 4 | {two}, {three}, {four} |", f"| 2er-, 3er-, 4er-Stadt | {two}, {three}, {four} |")
    says(NAME, f"| start city | {start} |", f"| Startstadt | {start} |")
    says(NAME, f"| forest, mountain | {forest}, {mountain} |", f"| Wald, Gebirge | {forest}, {mountain} |")


def test_the_homes() -> None:
    homes = {players: home_squares(players) for players in (2, 3, 4)}
    says(
        NAME,
        f"on {homes[2]} with two players, on {homes[3]} with three, on {homes[4]} with four",
        f"auf {homes[2]} zu zweit, auf {homes[3]} zu dritt, auf {homes[4]} zu viert".replace(" and ", " und "),
    )
    assert home_squares(4, teams="on", sides=2) == "E1 and F10"


def home_squares(players: int, sides: int = 0, **options: str) -> str:
    squares = bl.game(NAME, players=players, **options).start().fields_view.homes[: sides or players]
    names = [SQUARE_NAMES[square] for square in squares]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def test_the_squares_where_track_joins() -> None:
    diagram = next(found for found in diagrams(NAME) if found.name == "network")
    laid = {move.text.split()[1] for move in diagram.state.legal() if re.match(r"lay \w+ (straight|curve|tee)", move.text)}
    marked = {pick.removeprefix("square:") for pick in diagram.highlight}
    assert laid == marked
    assert len(marked) == 5
    says(NAME, "the five squares on which its next track can join", "die fünf Felder, auf denen sein nächstes Gleis")


def test_the_distance() -> None:
    hands = ["draw straight", "draw straight", "draw city2", "draw city3", "draw tee", *["draw city2"] * 5]
    state = bl.game(NAME, players=2).replay([*hands, "first 0", "lay E2 straight NS", "lay E3 straight NS"])
    assert state.is_legal("lay E4 city2 NESW")
    assert "(CP 2.4)" in str(state.why_not("lay E4 city3 NESW"))
    says(NAME, "A city of 2 fits on E4: 2 tiles of track", "Eine 2er-Stadt passt auf E4: 2 Gleisplättchen")
    says(NAME, "A city of 3 does not", "Eine 3er-Stadt passt nicht")
    state.play("lay E4 city2 NESW").play("done")
    while state.is_chance:
        state.play(state.legal()[0])
    sheet = {row.label: row.values[0] for row in state.score_sheet()}
    track, cities = sheet["Track tiles of lines"], sheet["Cities with own lines only"]
    assert cities == 4
    score = state.scores[0]
    says(NAME, f"Red scores {track} for the track", f"Rot bekommt {track} für das Gleis")
    says(NAME, f"2 for the home, {score} points in all", f"2 für die Heimatstadt, zusammen {score} Punkte")


def test_the_forest() -> None:
    state = position(NAME, "clearing")
    before = state.fields_view.hand_size[0]
    state.play("lay D7 straight NS")
    assert before - state.fields_view.hand_size[0] == 2
    assert state.fields_view.laid == 2


def test_the_spike_changes_the_network_in_the_next_turn() -> None:
    state = position(NAME, "spike")
    assert state.fields_view.spike == 1
    assert position(NAME, "clearing").fields_view.spike == 1


def test_the_stolen_line() -> None:
    state = position(NAME, "stolen")
    trains = state.fields_view.trains
    says(NAME, f"Red has {trains[0]} trains in supply again", f"Rot hat wieder {trains[0]} Loks im Vorrat")
    assert trains[1] == 5, "Blue has a train on each of two lines"


def test_the_scoring() -> None:
    state = position(NAME, "scoring")
    sheet = {row.label: row.values for row in state.score_sheet()}
    lines, cities, spike = sheet["Track tiles of lines"], sheet["Cities with own lines only"], sheet["Golden Spike"]
    red, blue = state.scores
    assert (red, blue) == (lines[0] + cities[0] + spike[0], lines[1] + cities[1])
    assert (lines[0], lines[1], cities[1]) == (2 + 5, 2 + 2, 2 + 2)
    says(NAME, f"2 and 5 tiles of track: {lines[0]} points", f"2 und 5 Gleisplättchen: {lines[0]} Punkte")
    says(NAME, f"has the number 2: {cities[0]} points", f"hat die Zahl 2: {cities[0]} Punkte")
    says(NAME, f"makes {spike[0]} more. Red has {red} points", f"bringt noch {spike[0]}. Rot hat {red} Punkte")
    says(NAME, f"the cities F10 and H8: {blue} points", f"die Städte F10 und H8: {blue} Punkte")
