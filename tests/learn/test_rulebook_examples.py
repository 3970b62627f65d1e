"""What the rulebooks say in figures is what the rules of the program give."""

from __future__ import annotations

import re

import branchline as bl
from branchline.core.state import State
from branchline.games.central_pacific.rules.board import SQUARE_NAMES
from branchline.games.northern_pacific.rules.visit_odds import random_walk
from branchline.games.wensleydale.rules.layout import PROFIT, SET_BONUS
from branchline.games.wensleydale.text.scene import purse
from branchline.learn import lesson, rulebook, summary
from branchline.learn.diagrams import diagrams

NP, CP, LW = "northern-pacific", "central-pacific", "last-train-to-wensleydale"


def says(name: str, english: str, german: str) -> None:
    """Both rulebooks have these words, however the lines are broken."""
    for language, words in (("en", english), ("de", german)):
        text = re.sub(r"\s*\n(?:> )?\s*", " ", rulebook(name, language))
        assert words in text, f"{language}: {words}"


def position(name: str, diagram: str) -> State:
    return next(found.state for found in diagrams(name) if found.name == diagram).copy()


def _german(count: str) -> str:
    return count.replace("good", "Gewinn").replace("bad", "Verlust")


class TestNorthernPacific:
    def test_the_map(self) -> None:
        map_ = bl.game(NP).board.data
        tracks = sum(len(exits) for exits in map_.exits)
        cities = len(map_.cities)
        says(NP, f"has {cities} cities", f"hat {cities} Städte")
        says(NP, f"and {cities - 2} between them. {tracks} tracks", f"und {cities - 2} dazwischen. {tracks} Gleise")

    def test_the_room_in_a_city(self) -> None:
        room = [bl.game(NP, players=players).start().fields_view.capacity for players in range(2, 7)]
        row = " | ".join(map(str, room))
        says(NP, f"cubes that a city holds | {row} |", f"Würfel, die eine Stadt fasst | {row} |")
        alone = bl.game(NP, players=2, duo="plain").start().fields_view.capacity
        says(NP, f"a city holds {alone} cubes (NP 1.4, 5.2)", f"eine Stadt fasst {alone} Würfel (NP 1.4, 5.2)")

    def test_the_full_city(self) -> None:
        state = position(NP, "invest")
        room = state.fields_view.capacity
        assert not any(move.text.startswith("invest Fargo") for move in state.legal())
        assert "full" in str(state.why_not("invest Fargo large"))
        says(NP, f"so a city holds {room} cubes", f"eine Stadt fasst also {room} Würfel")

    def test_the_ways_on(self) -> None:
        state = position(NP, "ways-on")
        exits = [move.text.removeprefix("extend ") for move in state.legal() if move.text.startswith("extend")]
        assert sorted(exits) == ["Billings", "Glasgow", "Great Falls"]
        says(NP, "to Glasgow, Great Falls and Billings", "nach Glasgow, Great Falls und Billings")

    def test_the_payout(self) -> None:
        before = position(NP, "ways-on")
        after = before.copy().play("extend Great Falls")
        small, later = before.fields_view.small[:2], after.fields_view.small[:2]
        assert small[0] == small[1]
        assert later[0] == later[1]
        new, held = later[0] - small[0], later[0] + 1
        assert list(after.fields_view.large_at[:2]) == [-1, -1], "the large cubes are back in the hands"
        says(NP, f"and {small[0]} small ones in hand", f"und {small[0]} kleine auf der Hand")
        says(
            NP,
            f"and {new} new small ones: now they hold {held} cubes each",
            f"und {new} neue kleine: Jetzt haben sie je {held}",
        )
        says(NP, f"| large | {new} new small cubes |", f"| groß | {new} neuen kleinen Würfeln |")
        one = bl.game(NP, players=3).replay(["invest Fargo", "invest Terry", "extend Fargo"]).fields_view.small[0]
        says(NP, f"| small | {one - 3} new small cube |", f"| klein | {one - 3} neuen kleinen Würfel |")

    def test_the_cube_that_is_passed_by(self) -> None:
        state = position(NP, "passed-by")
        map_ = state.game.board.data
        assert state.fields_view.small_at[map_.cities.index("Butte")][2] == 1, "a small cube of Gold"
        reached, found = {map_.cities.index("Lewiston")}, 0
        while found < len(reached):
            found = len(reached)
            reached |= {exit for city in reached for exit in map_.exits[city]}
        assert map_.cities.index("Butte") not in reached

    def test_the_end_of_a_round(self) -> None:
        state = position(NP, "end-of-round")
        good, bad = (state.extra_scores[kind] for kind in ("good", "bad"))
        red, blue, gold = (f"{good[seat]} good, {bad[seat]} bad" for seat in range(3))
        says(
            NP,
            f"Red holds {good[0]} cubes and has none on the map: {red}. Blue holds {good[1]} and has one left in Portland: "
            f"{blue}. Gold holds {good[2]} and has three on the map: {gold}.",
            f"Rot hat {good[0]} Würfel auf der Hand und keinen auf dem Plan: {_german(red)}. Blau hat {good[1]} und einen, der "
            f"in Portland blieb: {_german(blue)}. Gold hat {good[2]} und drei auf dem Plan: {_german(gold)}.",
        )

    def test_who_never_invests(self) -> None:
        state = bl.game(NP, players=3, rounds=1).start()
        while not state.is_over:
            state.play(next(move for move in state.legal() if move.text.startswith("extend")))
        held = state.extra_scores["good"][0]
        says(NP, f"Who never invests ends a round with {held} good", f"Wer nie setzt, beendet eine Runde mit {held} Gewinn")

    def test_the_odds(self) -> None:
        _, odds = random_walk(bl.game(NP).board.data)
        lewiston, falls, casper = (round(100 * odds[city]) for city in ("Lewiston", "Great Falls", "Casper"))
        says(
            NP,
            f"to Lewiston in {lewiston} rounds of 100, to Great Falls in {falls}, and to Casper in {casper}",
            f"in {lewiston} von 100 Runden nach Lewiston, in {falls} nach Great Falls und in {casper} nach Casper",
        )

    def test_the_last_stations(self) -> None:
        map_ = bl.game(NP).board.data
        last = {map_.cities[city] for city, exits in enumerate(map_.exits) if map_.goal in exits}
        assert last == {"Oroville", "Richland", "Vancouver", "Portland"}
        says(NP, "From Oroville, Richland, Vancouver and Portland", "Von Oroville, Richland, Vancouver und Portland")

    def test_the_order_for_two(self) -> None:
        state = bl.game(NP, players=2).replay(["invest Fargo", "invest Terry", "invest Minot", "invest Duluth"])
        assert state.tell("invest Butte")[0][0] == "Seat 0 invests a small red cube in Butte", (
            "after four colours the first again"
        )
        says(NP, "The four colours take turns, yours and your rival's by turns", "abwechselnd deine und die deines Gegners")


class TestCentralPacific:
    def test_the_tiles(self) -> None:
        straight, curve, tee, cross, tunnel, two, three, four, forest, mountain, start = bl.game(CP).board.data.counts
        total = sum(bl.game(CP).board.data.counts) + 1
        says(CP, f"**{total} tiles**", f"**{total} Plättchen**")
        says(CP, f"| {straight}, {curve}, {tee}, {cross} |", f"| {straight}, {curve}, {tee}, {cross} |")
        says(CP, f"| tunnel | {tunnel} |", f"| Tunnel | {tunnel} |")
        says(CP, f"| city of 2, 3, 4 | {two}, {three}, {four} |", f"| 2er-, 3er-, 4er-Stadt | {two}, {three}, {four} |")
        says(CP, f"| start city | {start} |", f"| Startstadt | {start} |")
        says(CP, f"| forest, mountain | {forest}, {mountain} |", f"| Wald, Gebirge | {forest}, {mountain} |")

    def test_the_homes(self) -> None:
        homes = {players: self.homes(players) for players in (2, 3, 4)}
        says(
            CP,
            f"on {homes[2]} with two players, on {homes[3]} with three, on {homes[4]} with four",
            f"auf {homes[2]} zu zweit, auf {homes[3]} zu dritt, auf {homes[4]} zu viert".replace(" and ", " und "),
        )
        assert self.homes(4, teams="on", sides=2) == "E1 and F10"

    @staticmethod
    def homes(players: int, sides: int = 0, **options: str) -> str:
        squares = bl.game(CP, players=players, **options).start().fields_view.homes[: sides or players]
        names = [SQUARE_NAMES[square] for square in squares]
        return f"{', '.join(names[:-1])} and {names[-1]}"

    def test_the_squares_where_track_joins(self) -> None:
        diagram = next(found for found in diagrams(CP) if found.name == "network")
        laid = {move.text.split()[1] for move in diagram.state.legal() if re.match(r"lay \w+ (straight|curve|tee)", move.text)}
        marked = {pick.removeprefix("square:") for pick in diagram.highlight}
        assert laid == marked
        assert len(marked) == 5
        says(CP, "the five squares on which its next track can join", "die fünf Felder, auf denen sein nächstes Gleis")

    def test_the_distance(self) -> None:
        hands = ["draw straight", "draw straight", "draw city2", "draw city3", "draw tee", *["draw city2"] * 5]
        state = bl.game(CP, players=2).replay([*hands, "first 0", "lay E2 straight NS", "lay E3 straight NS"])
        assert state.is_legal("lay E4 city2 NESW")
        assert "(CP 2.4)" in str(state.why_not("lay E4 city3 NESW"))
        says(CP, "A city of 2 fits on E4: 2 tiles of track", "Eine 2er-Stadt passt auf E4: 2 Gleisplättchen")
        says(CP, "A city of 3 does not", "Eine 3er-Stadt passt nicht")
        state.play("lay E4 city2 NESW").play("done")
        while state.is_chance:
            state.play(state.legal()[0])
        sheet = {row.label: row.values[0] for row in state.score_sheet()}
        track, cities = sheet["Track tiles of lines"], sheet["Cities with own lines only"]
        assert cities == 4
        score = state.scores[0]
        says(CP, f"Red scores {track} for the track", f"Rot bekommt {track} für das Gleis")
        says(CP, f"2 for the home, {score} points in all", f"2 für die Heimatstadt, zusammen {score} Punkte")

    def test_the_forest(self) -> None:
        state = position(CP, "clearing")
        before = state.fields_view.hand_size[0]
        state.play("lay D7 straight NS")
        assert before - state.fields_view.hand_size[0] == 2
        assert state.fields_view.laid == 2

    def test_the_spike_changes_the_network_in_the_next_turn(self) -> None:
        state = position(CP, "spike")
        assert state.fields_view.spike == 1
        assert position(CP, "clearing").fields_view.spike == 1

    def test_the_stolen_line(self) -> None:
        state = position(CP, "stolen")
        trains = state.fields_view.trains
        says(CP, f"Red has {trains[0]} trains in supply again", f"Rot hat wieder {trains[0]} Loks im Vorrat")
        assert trains[1] == 5, "Blue has a train on each of two lines"

    def test_the_scoring(self) -> None:
        state = position(CP, "scoring")
        sheet = {row.label: row.values for row in state.score_sheet()}
        lines, cities, spike = sheet["Track tiles of lines"], sheet["Cities with own lines only"], sheet["Golden Spike"]
        red, blue = state.scores
        assert (red, blue) == (lines[0] + cities[0] + spike[0], lines[1] + cities[1])
        assert (lines[0], lines[1], cities[1]) == (2 + 5, 2 + 2, 2 + 2)
        says(CP, f"2 and 5 tiles of track: {lines[0]} points", f"2 und 5 Gleisplättchen: {lines[0]} Punkte")
        says(CP, f"has the number 2: {cities[0]} points", f"hat die Zahl 2: {cities[0]} Punkte")
        says(CP, f"makes {spike[0]} more. Red has {red} points", f"bringt noch {spike[0]}. Rot hat {red} Punkte")
        says(CP, f"the cities F10 and H8: {blue} points", f"die Städte F10 und H8: {blue} Punkte")


class TestWensleydale:
    MIDLAND, NER, GOVERNMENT, TRAIN, CUBES = range(5)
    """What a player can pay with, as `purse` counts it."""

    def spent(self, step: int, *moves: str) -> list[int]:
        """What the learner of the lesson pays for moves from a step on."""
        state = lesson(LW).state(step)
        before = purse(state.fields_view, 0)
        for move in moves:
            state.play(move)
        after = purse(state.fields_view, 0)
        return [before[kind] - after[kind] for kind in range(5)]

    def test_the_markers_at_the_start(self) -> None:
        state = bl.game(LW, players=3).start()
        midland, ner, government, train, profit = (int(state.fields_view.marks[track][0]) for track in range(5))
        for english, german, value in (
            ("Profit & Loss", "Gewinn & Verlust", profit),
            ("Midland", "Midland", midland),
            ("North Eastern", "North Eastern", ner),
            ("Train", "Zug", train),
            ("Government", "Regierung", government),
        ):
            says(LW, f"{english} {value}", f"{german} {value}")

    def test_the_number_of_turns(self) -> None:
        four, three = (bl.game(LW, players=players).start().fields_view.turns for players in (4, 3))
        says(
            LW,
            f"Four players play **{four} turns**, three players **{three}**",
            f"Vier Spieler spielen **{four} Runden**, drei Spieler **{three}**",
        )

    def test_the_trains(self) -> None:
        trains = {train.name: train for train in bl.game(LW).board.data.trains}
        assert {name[1] for name, train in trains.items() if 3 not in train.players} == {"D"}
        for row in (3, 2, 1):
            offered = [trains[f"{row}{letter}"] for letter in "ABCD"]
            cells = " | ".join(f"{train.passengers} + {train.goods}" for train in offered)
            says(LW, f"| costs {row} | {cells} |", f"| kostet {row} | {cells} |")
            for language, words in (("en", "row of"), ("de", "Reihe zu")):
                assert f"| {words} {row} | {cells} |" in summary(LW, language)

    def test_the_auction(self) -> None:
        boxes = bl.game(LW).board.data.boxes
        assert [box.minimum for box in boxes] == [3] * 4 + [2] * 4
        state = position(LW, "auction")
        assert state.is_legal("bid 5 2")
        assert not state.is_legal("bid 4 6"), "nobody raises his own bid"
        assert [lesson(LW).steps[step].expect[0] for step in (3, 4)] == ["bid 4 3", "bid 4 5"]
        assert lesson(LW).steps[4].moves[0] == "bid 4 4"
        says(LW, "Blue (A) bids 3 cubes, Gold (B) bids 4", "Blau (A) bietet 3 Würfel, Gold (B) bietet 4")
        says(LW, "two North Eastern and a Government printed on it", "zwei North Eastern und eine Regierung aufgedruckt")
        assert boxes[3].printed == (0, 2, 1, 0)

    def test_the_price_of_the_chain(self) -> None:
        links = [(7, "build RIP-MLZ"), (8, "build MLZ-MAS"), (9, "build MAS-BED")]
        prices = [self.spent(step, move) for step, move in links]
        assert prices == [[0, 1, 0, 0, 1], [0, 0, 1, 0, 1], [0, 0, 0, 0, 1]]
        total = [sum(price) for price in zip(*prices, strict=True)]
        says(
            LW,
            f"cost {total[self.CUBES]} cubes, {total[self.NER]} North Eastern and {total[self.GOVERNMENT]} Government",
            f"kosten {total[self.CUBES]} Würfel, {total[self.NER]} North Eastern und {total[self.GOVERNMENT]} Regierung",
        )

    def test_what_can_be_loaded(self) -> None:
        state = lesson(LW).state(12)
        assert state.is_legal("load green MAS")
        assert "(LW 6.7)" in str(state.why_not("load red MAS"))
        early = position(LW, "loading")
        assert early.is_legal("load stone h23")
        assert early.is_legal("load stone h24")

    def test_profit_and_loss(self) -> None:
        before, after = lesson(LW).state(13), lesson(LW).state(14)
        stone, cheese, red, green = (int(number) for number in before.fields_view.loaded[0])
        links, profit = int(before.fields_view.links[0]), int(after.fields_view.marks[PROFIT][0])
        says(
            LW,
            f"Blue has loaded {stone} stones, {cheese} cheese and {red + green} passengers and has {links} links: "
            f"{2 * stone} + {cheese} + {red + green} − {links} = {profit}. The marker goes from 0 to +{profit}",
            f"Blau hat {stone} Stein, {cheese} Käse und {red + green} Fahrgäste geladen und hat {links} Gleise: "
            f"{2 * stone} + {cheese} + {red + green} − {links} = {profit}. Der Marker geht von 0 auf +{profit}",
        )

    def test_the_sale(self) -> None:
        moves = [f"sell ner {link}" for link in ("RIP-MLZ", "MLZ-MAS", "MAS-BED")]
        price = self.spent(15, *moves, "done")
        says(LW, f"pays {price[self.NER]} North Eastern influence", f"zahlt {price[self.NER]} Einfluss bei der North Eastern")
        assert sum(price) == price[self.NER]

    def test_the_scoring(self) -> None:
        state = position(LW, "scoring")
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
                LW,
                f"{english} has {pile} pieces and +{profit} and {end}, {score} points",
                f"{german} hat {pile} Stücke und +{profit} und {ende}, {score} Punkte",
            )
        stone, cheese, red, green = (int(number) for number in state.fields_view.piles[0])
        assert min(stone, cheese, green) >= 1, "with a red passenger more there is a set"
        assert red == 0
        more = 1 + SET_BONUS
        says(LW, f"Blue would have scored {more} points more", f"hätte Blau {more} Punkte mehr bekommen")
