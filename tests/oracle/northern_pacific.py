"""Northern Pacific once more, from the rules alone: plain Python, nothing shared with the engine."""

from __future__ import annotations

from dataclasses import dataclass, field

TRACKS = """
Minneapolis > Duluth, Fargo, Aberdeen, Sioux Falls; Duluth > Grand Forks, Fargo; Grand Forks > Minot, Fargo;
Fargo > Grand Forks, Minot, Bismarck; Sioux Falls > Aberdeen, Rapid City; Aberdeen > Bismarck, Rapid City;
Bismarck > Minot, Terry; Minot > Glasgow, Terry; Rapid City > Terry, Billings, Casper;
Terry > Glasgow, Great Falls, Billings; Glasgow > Terry, Chinook, Great Falls; Casper > Billings, Butte;
Billings > Great Falls, Butte; Chinook > Shelby, Great Falls; Great Falls > Shelby, Butte, Lewiston;
Shelby > Bonner's Ferry, Great Falls, Lewiston; Butte > Great Falls, Lewiston; Bonner's Ferry > Oroville, Spokane;
Lewiston > Spokane, Richland; Spokane > Oroville, Richland; Oroville > Vancouver, Seattle;
Richland > Portland, Seattle; Vancouver > Seattle; Portland > Seattle
"""
EXITS = {
    start.strip(): [city.strip() for city in exits.split(",")] for start, exits in (row.split(">") for row in TRACKS.split(";"))
}
CITIES = {*EXITS, "Seattle"}


@dataclass
class Hand:
    small: int = 3
    large: int = 1


@dataclass
class Cube:
    colour: int
    large: bool


@dataclass
class Player:
    good: int = 0
    bad: int = 0
    wins: int = 0
    route: list[str] = field(default_factory=list)


class NorthernPacific:
    """The referee."""

    def __init__(self, players: int, options: dict[str, str | int]) -> None:
        self.options = {"rounds": 3, "scoring": "points", "order": "clockwise", "line": "shared"} | options
        self.count = players
        self.two_colours = players == 2 and options.get("duo", "two-colours") == "two-colours"
        self.colours = 4 if self.two_colours else players
        self.capacity = {2: 3 if self.two_colours else 2, 3: 2, 4: 3, 5: 3, 6: 4}[players]
        self.players = [Player() for _ in range(players)]
        self.round = 0
        self.ended = False
        self.order = list(range(players))
        self.turn = 0
        self.set_up()

    def set_up(self) -> None:
        self.hands = [Hand() for _ in range(self.colours)]
        self.cubes: dict[str, list[Cube]] = {city: [] for city in CITIES}
        self.reached = {"Minneapolis"}
        self.shared = ["Minneapolis"]
        for player in self.players:
            player.route = ["Minneapolis"] if self.options["line"] == "own" else self.shared
        if self.options["order"] == "shuffled":
            self.order, self.turn = [], 0

    def cycle(self) -> list[tuple[int, int]]:
        """(player, colour) in the order of turns."""
        first = [(seat, seat) for seat in self.order]
        return first + [(seat, seat + 2) for seat in self.order] if self.two_colours else first

    def actor(self) -> int | str:
        if self.ended:
            return "over"
        if len(self.order) < self.count:
            return "chance"
        return self.cycle()[self.turn][0]

    def legal(self) -> list[str]:
        if self.ended:
            return []
        if len(self.order) < self.count:
            return [f"seat {seat}" for seat in range(self.count) if seat not in self.order]
        seat, colour = self.cycle()[self.turn]
        route = self.players[seat].route
        moves = [f"extend {city}" for city in EXITS[route[-1]] if city not in route]
        for city in CITIES - {"Minneapolis", "Seattle"} - self.reached:
            here = self.cubes[city]
            own = any(cube.colour == colour for cube in here)
            if len(here) >= self.capacity or (own and self.options.get("cubes_per_city") != "many"):
                continue
            if self.hands[colour].small:
                moves.append(f"invest {city}")
            if self.hands[colour].large:
                moves.append(f"invest {city} large")
        return moves

    def weights(self) -> dict[str, int]:
        return dict.fromkeys(self.legal(), 1)

    def play(self, text: str) -> None:
        verb, _, rest = text.partition(" ")
        if verb == "seat":
            self.order.append(int(rest))
            return
        seat, colour = self.cycle()[self.turn]
        self.turn = (self.turn + 1) % self.colours
        if verb == "extend":
            self.extend(seat, rest)
        elif rest.endswith(" large"):
            self.hands[colour].large -= 1
            self.cubes[rest.removesuffix(" large")].append(Cube(colour, True))
        else:
            self.hands[colour].small -= 1
            self.cubes[rest].append(Cube(colour, False))

    def extend(self, seat: int, city: str) -> None:
        self.players[seat].route.append(city)
        if city not in self.reached:
            self.reached.add(city)
            for cube in self.cubes[city]:
                hand = self.hands[cube.colour]
                if cube.large:
                    hand.large += 1
                    hand.small += 2
                else:
                    hand.small += 2
            self.cubes[city] = []
        if city == "Seattle":
            self.end_round()

    def end_round(self) -> None:
        results = []
        for seat, player in enumerate(self.players):
            colours = [seat, seat + 2] if self.two_colours else [seat]
            good = sum(self.hands[colour].small + self.hands[colour].large for colour in colours)
            bad = sum(cube.colour in colours for here in self.cubes.values() for cube in here)
            player.good += good
            player.bad += bad
            results.append((good, -bad))
        self.round += 1
        if self.options["scoring"] == "wins":
            if results.count(max(results)) == 1:
                self.players[results.index(max(results))].wins += 1
            self.ended = self.round == 9 or any(player.wins == 2 for player in self.players)
        else:
            self.ended = self.round == self.options["rounds"]
        if not self.ended:
            self.set_up()

    def scores(self) -> list[int]:
        return [player.wins if self.options["scoring"] == "wins" else player.good for player in self.players]

    def ranks(self) -> list[int]:
        if self.options["scoring"] == "wins":
            keys = [(player.wins, 0) for player in self.players]
        else:
            keys = [(player.good, -player.bad) for player in self.players]
        return [1 + sum(other > key for other in keys) for key in keys]
