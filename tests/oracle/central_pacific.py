"""A second, naive Central Pacific: plain Python straight from the rules, everything recomputed from scratch.

It shares no line and no idea with the engine.  The game is told as one generator: where the rules ask for a decision or a
draw, the story yields a `Node` and goes on with the text that was chosen there.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

Square = tuple[int, int]  # column, row; both from 0
Board = dict[Square, "Tile"]
Piece = frozenset[Square]


class Tile(NamedTuple):
    """A tile on the board: its kind and its rail exits, such as `NES` (none for terrain)."""

    kind: str
    exits: str


class Node(NamedTuple):
    """A place where the game waits: who acts and what may happen, each text with its weight."""

    actor: int | str
    choices: dict[str, int]


class Line(NamedTuple):
    """Track joined without passing a city, and the cities it touches (CP 4.2)."""

    track: Piece
    cities: Piece


Story = Generator[Node, str, None]
Laying = Generator[Node, str, int]

SIZE = 10
HAND = 5
MAX_A_TURN = 5
MAX_FOR_A_VICTIM = 4
IDLE_ROUNDS = 5
TRAINS = 7
STOCK_DRAWS = 2
SPIKE_POINTS = 10
FAR = 1000
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
FACING = {"N": "S", "E": "W", "S": "N", "W": "E"}
TURNS: dict[int, tuple[str, ...]] = {3: ("NES", "NEW", "NSW", "ESW"), 4: ("NESW",)}
TRACK = {
    "straight": ("NS", "EW"),
    "curve": ("NE", "ES", "SW", "NW"),
    "tee": TURNS[3],
    "cross": TURNS[4],
    "tunnel": ("NS", "EW"),
}
CLEARERS = ("straight", "curve", "tee", "cross")
CITIES = ("city2", "city3", "city4", "start")
CLEARING_COST = {"forest": 2, "mountain": 3}
STANDARD = {
    "straight": 16,
    "curve": 16,
    "tee": 11,
    "cross": 5,
    "tunnel": 4,
    "city2": 6,
    "city3": 5,
    "city4": 3,
    "forest": 6,
    "mountain": 4,
    "start": 4,
}
HOMES = {
    2: (("E1", "ESW"), ("F10", "NEW")),
    3: (("E1", "ESW"), ("J7", "NSW"), ("A8", "NES")),
    4: (("E1", "ESW"), ("J5", "NSW"), ("F10", "NEW"), ("A6", "NES")),
}


def square_of(name: str) -> Square:
    return "ABCDEFGHIJ".index(name[0]), int(name[1:]) - 1


def name_of(square: Square) -> str:
    return f"{'ABCDEFGHIJ'[square[0]]}{square[1] + 1}"


def reading(square: Square) -> tuple[int, int]:
    """The sort key of CP 4.7: A1 … J1, A2 …"""
    return square[1], square[0]


def beyond(square: Square, side: str) -> Square:
    return square[0] + STEP[side][0], square[1] + STEP[side][1]


def on_board(square: Square) -> bool:
    return 0 <= square[0] < SIZE and 0 <= square[1] < SIZE


def is_terrain(tile: Tile) -> bool:
    return tile.kind in CLEARING_COST


def is_city(tile: Tile) -> bool:
    return tile.kind in CITIES


def joined(board: Board, square: Square) -> list[Square]:
    """The squares that this square's tile is joined to rail to rail."""
    found = []
    for side in board[square].exits:
        other = beyond(square, side)
        if other in board and FACING[side] in board[other].exits:
            found.append(other)
    return found


def reach(board: Board, start: Square) -> Piece:
    """Every tile rail-connected to `start`, through cities (CP 2.2)."""
    seen = {start}
    open_ = [start]
    while open_:
        for other in joined(board, open_.pop()):
            if other not in seen:
                seen.add(other)
                open_.append(other)
    return frozenset(seen)


def pieces(board: Board) -> list[Line]:
    """The maximal pieces of track with the cities they touch, in reading order of their first square."""
    found: list[Line] = []
    done: set[Square] = set()
    for square in sorted(board, key=reading):
        if square in done or board[square].kind not in TRACK:
            continue
        track, cities, open_ = {square}, set(), [square]
        while open_:
            for other in joined(board, open_.pop()):
                if is_city(board[other]):
                    cities.add(other)
                elif other not in track:
                    track.add(other)
                    open_.append(other)
        done |= track
        found.append(Line(frozenset(track), frozenset(cities)))
    return found


def lines(board: Board) -> list[Line]:
    """CP 4.2: a piece of track is a line when it touches two different cities."""
    return [piece for piece in pieces(board) if len(piece.cities) >= 2]


def meetings(board: Board, track: Iterable[Square]) -> set[tuple[Square, str]]:
    """CP 4.5: each city with each of its sides at which this track meets it."""
    return {
        (beyond(square, side), FACING[side])
        for square in track
        for side in board[square].exits
        if beyond(square, side) in joined(board, square) and is_city(board[beyond(square, side)])
    }


def first_square(squares: Iterable[Square]) -> Square:
    return min(squares, key=reading)


def distances(board: Board, city: Square, furthest: int) -> dict[Square, int]:
    """CP 2.4: for each other city joined to this one, the fewest track tiles between, as far as `furthest` tiles."""
    found: dict[Square, int] = {}
    seen = {city}
    ring = [city]
    for length in range(furthest + 1):
        following = []
        for square in ring:
            for other in joined(board, square):
                if is_city(board[other]):
                    if other != city:
                        found.setdefault(other, length)
                elif other not in seen:
                    seen.add(other)
                    following.append(other)
        ring = following
    return found


def steiner(board: Board, line: Line) -> int:
    """CP 6.2: the fewest tiles of the line that, joined without passing a city, still touch all its cities."""
    track, cities = sorted(line.track), sorted(line.cities)
    beside = tuple(tuple(track.index(other) for other in joined(board, square) if other in line.track) for square in track)
    touched = tuple(
        frozenset(cities.index(other) for other in joined(board, square) if other in line.cities) for square in track
    )
    return smallest_tree(beside, touched, len(cities))


@cache
def smallest_tree(beside: tuple[tuple[int, ...], ...], touched: tuple[frozenset[int], ...], cities: int) -> int:
    """Tiles and cities are numbers; `best[some][tile]` is the smallest joined set that holds the tile and touches `some`.

    `some` is a set of cities as bits.  Either two smaller sets meet in the tile, or the set grew from a tile beside it.
    """
    tiles = range(len(beside))
    best = [[FAR] * len(beside) for _ in range(1 << cities)]
    for some in range(1, 1 << cities):
        sizes = best[some]
        if some.bit_count() == 1:
            for tile in tiles:
                if some.bit_length() - 1 in touched[tile]:
                    sizes[tile] = 1
        part = (some - 1) & some
        while 2 * part > some:
            one, other = best[part], best[some - part]
            for tile in tiles:
                sizes[tile] = min(sizes[tile], one[tile] + other[tile] - 1)
            part = (part - 1) & some
        open_ = list(tiles)
        while open_:
            tile = open_.pop()
            for next_ in beside[tile]:
                if sizes[tile] + 1 < sizes[next_]:
                    sizes[next_] = sizes[tile] + 1
                    open_.append(next_)
    return min(best[-1])


class Referee:
    """One game; `play` moves it on.  Seats count from 0; sides are seats, or the two teams (CP 6.5)."""

    def __init__(self, players: int, options: Mapping[str, str | int]) -> None:
        self.players = players
        self.teams = str(options.get("teams", "off")) == "on"
        self.loose = options.get("matching", "strict") == "loose"
        self.closed = options.get("rim", "open") == "closed"
        self.anywhere = options.get("terrain", "anywhere") == "anywhere"
        self.city_exits = int(options.get("city_exits", 4))
        self.home_number = int(options.get("home_number", 2))
        if self.teams and players != 4:
            raise ValueError(f"Teams need 4 players, not {players}.")
        self.sides = 2 if self.teams else players

        homes = HOMES[2 if self.teams else players]
        self.homes = [square_of(name) for name, _ in homes]
        self.board: Board = {square_of(name): Tile("start", exits) for name, exits in homes}
        self.pool = Counter(self._mix(str(options.get("tiles", "standard"))))
        self.pool["start"] -= len(homes)
        self.hands: list[Counter[str]] = [Counter() for _ in range(players)]
        self.supply = [TRAINS] * self.sides
        self.stock = [True] * self.sides
        self.grant = [True] * self.sides
        self.can_sacrifice = [True] * self.sides
        self.flagged: set[int] = set()  # seats that a Land Grant has hit since their last turn (CP 5.3)
        self.markers: dict[Square, int] = {}
        self.spike: int | None = None
        self.ending = ""
        self.drawer = 0  # the seat that drew last or draws now
        self._standing = [0] * players
        self._standing_spike: int | None = None
        self._story = self._game()
        self._node = next(self._story)

    # ---------------------------------------------------------------- what the outside asks

    def actor(self) -> int | str:
        return self._node.actor

    def legal(self) -> list[str]:
        return list(self._node.choices)

    def weights(self) -> dict[str, int]:
        return dict(self._node.choices)

    def play(self, text: str) -> None:
        if text not in self._node.choices:
            raise ValueError(f"{text!r} is not among the {len(self._node.choices)} moves of {self._node.actor}.")
        try:
            self._node = self._story.send(text)
        except StopIteration:
            self._node = Node("over", {})

    def scores(self) -> list[int]:
        """CP 6.6: in mid-turn the score is that of the board at the start of the turn."""
        return self._points() if self.ending else list(self._standing)

    def ranks(self) -> list[int]:
        """CP 6.4: one more than the number of sides that did better, by score and then by the spike."""
        points = self.scores()
        holder = self.spike if self.ending else self._standing_spike
        merit = [(points[side], side == holder) for side in range(self.sides)]  # seat s < sides plays for side s
        return [1 + sum(other > merit[self._side(seat)] for other in merit) for seat in range(self.players)]

    # ---------------------------------------------------------------- set-up and the round of turns

    def _mix(self, name: str) -> dict[str, int]:
        if name == "standard":
            return dict(STANDARD)
        data = tomllib.loads(Path(name).read_text())
        counts = (
            data
            if "straight" in data
            else next(part for part in data.values() if isinstance(part, dict) and "straight" in part)
        )
        return {kind: int(counts.get(kind, 0)) for kind in STANDARD}

    def _side(self, seat: int) -> int:
        return seat % 2 if self.teams else seat

    def _game(self) -> Story:
        """CP 1.4: deal, redraw, first; then turn by turn until an end of CP 6.1."""
        for seat in range(self.players):
            yield from self._refill(seat)
        for seat in range(self.players):
            while not any(self.hands[seat][city] for city in CITIES):
                if (yield self._decision(seat, ["redraw", "keep"])) == "keep":
                    break
                self._put_back(self.hands[seat])
                self.hands[seat] = Counter()
                yield from self._refill(seat)
        chosen = yield Node("chance", {f"first {seat}": 1 for seat in range(self.players)})
        seat = int(chosen.split()[1])
        without = 0
        while True:
            self._standing, self._standing_spike = self._points(), self.spike
            laid = yield from self._turn(seat)
            if self.ending:
                return
            self.flagged -= {seat}
            without = 0 if laid else without + 1
            if without == IDLE_ROUNDS * self.players:
                self.ending = "c"
                return
            seat = (seat + 1) % self.players

    def _decision(self, seat: int, texts: Iterable[str]) -> Node:
        return Node(seat, dict.fromkeys(texts, 1))

    def _put_back(self, tiles: Mapping[str, int]) -> None:
        for kind, count in tiles.items():
            self.pool[kind] += count

    # ---------------------------------------------------------------- draws

    def _draw(self, seat: int) -> Story:
        """CP 1.5: one tile from the pool; no node when there is none."""
        if self.pool.total():
            self.drawer = seat
            text = yield Node("chance", {f"draw {kind}": count for kind, count in self.pool.items() if count})
            kind = text.split()[1]
            self.pool[kind] -= 1
            self.hands[seat][kind] += 1

    def _refill(self, seat: int) -> Story:
        """CP 5.4: draw up to five, never more."""
        while self.hands[seat].total() < HAND and self.pool.total():
            yield from self._draw(seat)

    def _give_back_surplus(self, seat: int) -> Story:
        """CP 5.4: whoever holds more than five returns tiles of his choice first."""
        while self.hands[seat].total() > HAND:
            text = yield self._decision(seat, self._with_each_tile("return", seat))
            kind = text.split()[1]
            self.hands[seat][kind] -= 1
            self.pool[kind] += 1

    def _with_each_tile(self, verb: str, seat: int) -> list[str]:
        return [f"{verb} {kind}" for kind, count in self.hands[seat].items() if count]

    # ---------------------------------------------------------------- a turn

    def _turn(self, seat: int) -> Laying:
        """CP 5: one turn; the result is the number of tiles laid."""
        side = self._side(seat)
        before = dict(self.board)
        pool_was_empty = not self.pool.total()
        tokens = self._tokens(seat)
        if pool_was_empty and not self._lays(seat, self._most(seat)):
            if not tokens:  # CP 6.1 (b)
                self.ending = "b"
                return 0
            text = yield self._decision(seat, [*tokens, "done"])
            if text == "done":
                self.ending = "b"
                return 0
        elif not self.hands[seat].total():
            text = yield self._decision(seat, [*tokens, "done"])  # CP 5.5
        else:
            text = yield self._decision(seat, [*tokens, *self._main_moves(seat, pool_was_empty)])
        if text in tokens:
            yield from self._token(seat, text)
            moves = self._main_moves(seat, pool_was_empty)
            if not moves:  # CP 6.1 (b): nothing can be laid even after the Land Grant
                self.ending = "b"
                return 0
            text = yield self._decision(seat, moves)

        laid = 0
        if text.startswith("discard"):
            yield from self._discard(seat, text)
            yield from self._give_back_surplus(seat)
        elif text == "sacrifice":
            self.can_sacrifice[side] = False
            self.supply[side] -= 1
            yield from self._discard(seat, (yield self._decision(seat, self._with_each_tile("discard", seat))))
            yield from self._refill(seat)
            laid = yield from self._lay_on(seat, (yield self._decision(seat, [*self._lays(seat, self._most(seat)), "done"])))
            yield from self._claim_all(seat, before)
        elif text.startswith("lay"):
            laid = yield from self._lay_on(seat, text)
            yield from self._claim_all(seat, before)
        if self.ending:
            return laid
        yield from self._give_back_surplus(seat)
        yield from self._refill(seat)
        return laid

    def _tokens(self, seat: int) -> list[str]:
        """CP 5.3: what the Stock Market and the Land Grant allow at the start of a turn."""
        side = self._side(seat)
        found = []
        if self.stock[side] and self.pool.total():
            found.append("stock")
        if self.grant[side]:
            others = [other for other in range(self.players) if self._side(other) != side]
            found += [f"grant {other}" for other in others if self.hands[other].total()]
        return found

    def _token(self, seat: int, text: str) -> Story:
        side = self._side(seat)
        if text == "stock":
            self.stock[side] = False
            for _ in range(STOCK_DRAWS):
                yield from self._draw(seat)
            return
        self.grant[side] = False
        victim = int(text.split()[1])
        taken = yield Node("chance", {f"take {kind}": count for kind, count in self.hands[victim].items() if count})
        kind = taken.split()[1]
        self.hands[victim][kind] -= 1
        self.hands[seat][kind] += 1
        self.flagged.add(victim)

    def _most(self, seat: int) -> int:
        """CP 5.3: a seat that a Land Grant has hit reads four for five when it lays, and four for five when it discards."""
        return MAX_FOR_A_VICTIM if seat in self.flagged else MAX_A_TURN

    def _main_moves(self, seat: int, pool_was_empty: bool) -> list[str]:
        """CP 5.0: sacrifice, discard and lay, as far as each is allowed."""
        side = self._side(seat)
        found = self._lays(seat, self._most(seat))
        if not pool_was_empty and self.hands[seat].total():
            found += self._with_each_tile("discard", seat)
            if self.can_sacrifice[side] and self.supply[side] >= 2:
                found.append("sacrifice")
        return found

    def _discard(self, seat: int, text: str) -> Story:
        """CP 5.1, 5.3: one to five tiles, or to four; they join the pool when the player is done."""
        out: Counter[str] = Counter()
        while text != "done":
            kind = text.split()[1]
            self.hands[seat][kind] -= 1
            out[kind] += 1
            more = self._with_each_tile("discard", seat) if out.total() < self._most(seat) else []
            text = yield self._decision(seat, [*more, "done"])
        self._put_back(out)

    def _lay_on(self, seat: int, text: str) -> Laying:
        """CP 2.1, 5.3: lay up to five tiles, or up to four, until the player is done."""
        laid = 0
        while text != "done":
            laid += self._lay(seat, text)
            text = yield self._decision(seat, [*self._lays(seat, self._most(seat) - laid), "done"])
        return laid

    def _lay(self, seat: int, text: str) -> int:
        words = text.split()
        square, kind = square_of(words[1]), words[2]
        spent = self._cost(square, kind)
        self.hands[seat][kind] -= spent
        self.board[square] = Tile(kind, words[3] if len(words) > 3 else "")
        return spent

    # ---------------------------------------------------------------- where a tile may go

    def _cost(self, square: Square, kind: str) -> int:
        """How many tiles of this kind the square costs: 1 when empty, more to clear terrain, 0 when impossible (CP 3.3)."""
        if square not in self.board:
            return 1
        there = self.board[square]
        if there.kind == "mountain" and kind == "tunnel":
            return 1
        if is_terrain(there) and kind in CLEARERS:
            return CLEARING_COST[there.kind]
        return 0

    def _lays(self, seat: int, room: int) -> list[str]:
        """Every `lay` that is legal now with `room` tiles still to lay in this turn."""
        network = self._network(seat)
        found = []
        for square in [(column, row) for row in range(SIZE) for column in range(SIZE)]:
            for kind, held in self.hands[seat].items():
                cost = self._cost(square, kind)
                if not 1 <= cost <= min(held, room):
                    continue
                if kind in CLEARING_COST:
                    if self._terrain_fits(square, network):
                        found.append(f"lay {name_of(square)} {kind}")
                    continue
                for exits in self._orientations(kind):
                    if self._rail_fits(square, Tile(kind, exits), network):
                        found.append(f"lay {name_of(square)} {kind} {exits}")
        return found

    def _orientations(self, kind: str) -> tuple[str, ...]:
        if kind in TRACK:
            return TRACK[kind]
        return TURNS[3] if kind == "start" else TURNS[self.city_exits]

    def _network(self, seat: int) -> Piece:
        """CP 2.2: what the home reaches; after the spike all track and cities on the board."""
        if self.spike is not None:
            return frozenset(square for square, tile in self.board.items() if not is_terrain(tile))
        return reach(self.board, self.homes[self._side(seat)])

    def _facing_exits(self, square: Square) -> list[Square]:
        """The neighbours whose rail points at this square."""
        around = [(side, beyond(square, side)) for side in "NESW"]
        return [other for side, other in around if other in self.board and FACING[side] in self.board[other].exits]

    def _terrain_fits(self, square: Square, network: Piece) -> bool:
        """CP 3.1 and 3.2."""
        facing = self._facing_exits(square)
        return bool(facing) if self.anywhere else any(other in network for other in facing)

    def _rail_fits(self, square: Square, tile: Tile, network: Piece) -> bool:
        """CP 2.2, 2.3 and 2.4, and the rim option."""
        if self.closed and any(not on_board(beyond(square, side)) for side in tile.exits):
            return False
        trial = {**self.board, square: tile}
        if not any(other in network for other in joined(trial, square)):
            return False
        return (self.loose or self._matches(square, tile)) and self._cities_far_enough(trial)

    def _matches(self, square: Square, tile: Tile) -> bool:
        for side in "NESW":
            other = self.board.get(beyond(square, side))
            if other is not None and not is_terrain(other) and (side in tile.exits) != (FACING[side] in other.exits):
                return False
        return True

    def _number(self, board: Board, city: Square) -> int:
        kind = board[city].kind
        return self.home_number if kind == "start" else int(kind[-1])

    def _cities_far_enough(self, board: Board) -> bool:
        numbers = {square: self._number(board, square) for square, tile in board.items() if is_city(tile)}
        furthest = max(numbers.values())  # no way of that many tiles can be too short
        for city, number in numbers.items():
            for other, length in distances(board, city, furthest).items():
                if length < max(number, numbers[other]):
                    return False
        return True

    # ---------------------------------------------------------------- claiming

    def _claim_all(self, seat: int, before: Board) -> Story:
        """CP 4: spike; take-backs; claims."""
        side = self._side(seat)
        spike_before = self.spike is not None
        if not spike_before:
            mine = reach(self.board, self.homes[side])
            if any(home in mine for other, home in enumerate(self.homes) if other != side):
                self.spike = side
        wanting = []
        for line in lines(self.board):
            owner = self._settle(side, line, before, spike_before)
            mine_there = [square for square in self.markers if square in line.track]
            if owner is None or (owner == side and not mine_there):
                wanting.append(line)
        yield from self._place_trains(seat, wanting)

    def _settle(self, side: int, line: Line, before: Board, spike_before: bool) -> int | None:
        """Decide whose line this is now and send the other markers home; None for a line without an owner."""
        held = {square: owner for square, owner in self.markers.items() if square in line.track}
        if not held:
            return None
        owner = self._owner(side, line, before, held, spike_before)
        keep = [square for square in held if held[square] == owner]
        for square in held:
            if not keep or square != first_square(keep):
                self.supply[self.markers.pop(square)] += 1
        return owner

    def _owner(self, side: int, line: Line, before: Board, held: dict[Square, int], spike_before: bool) -> int:
        foreign = {owner for owner in held.values() if owner != side}
        if not foreign:
            return side  # CP 4.4
        old = [other for other in lines(before) if other.track <= line.track]
        if not spike_before:  # CP 4.6
            return max(foreign, key=lambda owner: (self._old_track(owner, old, held), -((owner - side) % self.sides)))
        if len(old) > 1:  # CP 4.5: it merged with a line that stood
            return side
        met_before = meetings(before, old[0].track)  # not what a stub met that has been joined to it
        if meetings(self.board, line.track) - met_before:  # CP 4.5: a new city, or a new side of one
            return side
        return foreign.pop()

    def _old_track(self, owner: int, old: list[Line], held: dict[Square, int]) -> int:
        return sum(len(line.track) for line in old if any(held.get(square) == owner for square in line.track))

    def _place_trains(self, seat: int, wanting: list[Line]) -> Story:
        """CP 4.3 and 4.7: automatic while the trains suffice, else the mover chooses; the last train ends the game."""
        side = self._side(seat)
        firsts = [first_square(line.track) for line in wanting]
        choosing = len(firsts) > self.supply[side]
        while firsts and not self.ending:
            square = firsts[0]
            if choosing:
                text = yield self._decision(seat, [f"claim {name_of(square)}" for square in firsts])
                square = square_of(text.split()[1])
            firsts.remove(square)
            self.markers[square] = side
            self.supply[side] -= 1
            if self.supply[side] == 0:
                self.ending = "a"

    # ---------------------------------------------------------------- score

    def _points(self) -> list[int]:
        """CP 6.2, 6.3 and 6.4 for each seat, on the board as it is now."""
        points = [0] * self.sides
        owners: dict[Square, set[int]] = {}
        for line in lines(self.board):
            claimed = {owner for square, owner in self.markers.items() if square in line.track}
            for owner in claimed:
                points[owner] += steiner(self.board, line)
            for city in line.cities:
                owners.setdefault(city, set()).update(claimed)
        for city, controlling in owners.items():
            if len(controlling) == 1:
                points[min(controlling)] += self._number(self.board, city)
        if self.spike is not None:
            points[self.spike] += SPIKE_POINTS
        return [points[self._side(seat)] for seat in range(self.players)]
