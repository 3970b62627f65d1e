"""A second, naive Last Train to Wensleydale: the rules read aloud in plain Python, for lockstep against the engine.

The whole game is one generator.  It yields each decision as (actor, {text: weight}) and is sent the text chosen, so the
order of decisions is the order of the lines below.  Nothing is cached: whatever is asked is worked out from the pieces.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import pairwise
from typing import Any

Decision = tuple[int | str, dict[str, int]]
Play = Generator[Decision, str, None]
Choice = Generator[Decision, str, str]

COMPANIES = ("midland", "ner")
COMPANY_OF_PASSENGER = {"red": "midland", "green": "ner"}
INFLUENCE = ("midland", "ner", "government", "train")
START = {"profit": 0, "midland": 1, "ner": 1, "train": 2, "government": 1}
TURNS = {3: 5, 4: 4}
CUBES_A_TURN, CUBES_HELD = 12, 15
TOKENS_OF_A_KIND = 5
BIDS_AT_ONCE = 2
OWN_LINKS, COMPANY_LINKS = 15, 60
CUBES_FOR_A_TRAIN_POINT = 3
LOWEST_PROFIT, HIGHEST_PROFIT = -13, 5


class Track:
    """One track: the space of each seat and, for each space, its stack with the top first (LW 1.1, LW 3.4)."""

    def __init__(self, order: list[int], space: int, stacking: str) -> None:
        self.stacking = stacking
        self.stacks: dict[int, list[int]] = {space: list(order)}

    def at(self, seat: int) -> int:
        return next(space for space, stack in self.stacks.items() if seat in stack)

    def move(self, seat: int, steps: int) -> None:
        """LW 3.4: a marker that moves goes on top of the stack it reaches (or under it); one that does not, stays."""
        if steps == 0:
            return
        start = self.at(seat)
        self.stacks[start].remove(seat)
        stack = self.stacks.setdefault(start + steps, [])
        stack.insert(0 if self.stacking == "top" else len(stack), seat)

    def order(self) -> list[int]:
        """Highest space first, top of the stack first."""
        return [seat for space in sorted(self.stacks, reverse=True) for seat in self.stacks[space]]


class Referee:
    """Plays one game: ask `actor`, `legal`, `weights`; answer with `play`."""

    def __init__(self, players: int, options: dict[str, str | int], map_data: dict[str, Any]) -> None:
        self.players = players
        self.stacking = str(options.get("stacking", "top"))
        self.map = map_data
        self.areas: dict[str, dict[str, Any]] = {area["id"]: area for area in map_data["areas"]}
        self.borders = [frozenset((border["a"], border["b"])) for border in map_data["borders"]]
        self.trains = {f"{t['cost']}{'ABCD'[t['slot'] - 1]}": t for t in map_data["trains"] if players in t["players"]}
        self.seats = list(range(players))
        self.order = list(self.seats)
        self.tracks = {name: Track(self.order, space, self.stacking) for name, space in START.items()}
        self.cubes = dict.fromkeys(self.seats, 0)
        self.pieces: dict[str, list[str]] = {area: [] for area in self.areas}
        self.owners: dict[frozenset[str], int | str] = {}
        self.companies: dict[str, set[str]] = {area: printed_companies(self.areas[area]) for area in self.areas}
        self.hired: dict[str, int] = {}
        self.loaded: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.pile: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self._game = self._whole_game()
        self._now: Decision = next(self._game)

    # -- the interface -----------------------------------------------------------------------------

    def actor(self) -> int | str:
        return self._now[0]

    def legal(self) -> list[str]:
        return list(self._now[1])

    def weights(self) -> dict[str, int]:
        return dict(self._now[1]) if self._now[0] == "chance" else {}

    def play(self, text: str) -> None:
        if text not in self._now[1]:
            raise ValueError(f"{text!r} is not among {sorted(self._now[1])} for {self._now[0]}.")
        try:
            self._now = self._game.send(text)
        except StopIteration:
            self._now = ("over", {})

    def scores(self) -> list[int]:
        """LW 10.1."""
        found = []
        for seat in self.seats:
            pile = self.pile[seat]
            sets = min(pile.count(kind) for kind in ("stone", "cheese", "red", "green"))
            found.append(len(pile) + 2 * sets + self.tracks["profit"].at(seat) - len(self.links_of(seat)))
        return found

    def ranks(self) -> list[int]:
        """LW 10.2: most points, then higher Profit & Loss, then higher in its stack; never shared."""
        scores, profit = self.scores(), self.tracks["profit"].order()
        best_first = sorted(self.seats, key=lambda seat: (-scores[seat], profit.index(seat)))
        return [best_first.index(seat) + 1 for seat in self.seats]

    # -- the game ----------------------------------------------------------------------------------

    def _whole_game(self) -> Play:
        yield from self._set_up()
        for _ in range(TURNS[self.players]):
            for seat in self.seats:  # LW 2.1
                self.cubes[seat] += min(CUBES_A_TURN, CUBES_HELD - self.cubes[seat])
            tokens = yield from self._draw_tokens()
            yield from self._auction(tokens)
            build_order = self.tracks["government"].order()  # LW 4.1
            train_order = self.tracks["train"].order()
            for seat in build_order:
                yield from self._build(seat)
            yield from self._run_trains(train_order)
            self._profit_and_loss()
            self.order = self.tracks["profit"].order()  # LW 8.1
            for seat in self.order:
                yield from self._take_over(seat)

    def _ask(self, seat: int, texts: list[str]) -> Choice:
        return (yield seat, dict.fromkeys(texts, 1))

    def _draw(self, verb: str, bag: dict[str, int]) -> Choice:
        """One chance node: draw from the bag, each piece equally likely; the piece leaves the bag."""
        text = yield "chance", {f"{verb} {kind}": left for kind, left in bag.items() if left > 0}
        kind = text.split()[1]
        bag[kind] -= 1
        return kind

    # -- set-up ------------------------------------------------------------------------------------

    def _set_up(self) -> Play:
        """LW 1.0 to LW 1.4."""
        text = yield "chance", {f"first {seat}": 1 for seat in self.seats}
        first = int(text.split()[1])
        self.order = self.seats[first:] + self.seats[:first]
        self.tracks = {name: Track(self.order, space, self.stacking) for name, space in START.items()}

        bag = {"stone": 60, "cheese": 60}
        goods_areas = [area for area in self.areas if self.areas[area]["goods"]]
        for area in goods_areas:
            for _ in range(2):
                self.pieces[area].append((yield from self._draw("draw", bag)))
        for area in goods_areas:
            right = "stone" if self.areas[area]["terrain"] == "hill" else "cheese"
            self.pieces[area] = [kind for kind in self.pieces[area] if kind == right]

        bag = {"red": 25, "green": 25, "opposition": 25}
        for area in self.areas:
            for _ in range(self.areas[area]["pieces"]):
                self.pieces[area].append((yield from self._draw("draw", bag)))
        self._clean_up()

    def _draw_tokens(self) -> Generator[Decision, str, list[str]]:
        """LW 2.2."""
        bag = dict.fromkeys(INFLUENCE, TOKENS_OF_A_KIND)
        tokens = []
        for _ in self.map["influence_boxes"]:
            tokens.append((yield from self._draw("token", bag)))
        return tokens

    # -- phase 3: auction --------------------------------------------------------------------------

    def _auction(self, tokens: list[str]) -> Play:
        """LW 3.1 to LW 3.4."""
        standing: dict[int, tuple[int, int]] = {}  # box: (seat, cubes)
        anyone_bid = True
        while anyone_bid:
            anyone_bid = False
            for seat in self.order:
                if sum(bidder == seat for bidder, _ in standing.values()) == BIDS_AT_ONCE:
                    continue
                text = yield from self._ask(seat, [*self._bids(seat, standing), "pass"])
                if text == "pass":
                    continue
                anyone_bid = True
                box, bid = (int(word) for word in text.split()[1:])
                if box in standing:
                    outbid, returned = standing[box]
                    self.cubes[outbid] += returned
                self.cubes[seat] -= bid
                standing[box] = (seat, bid)
        for printed_box, token in zip(self.map["influence_boxes"], tokens, strict=True):
            if printed_box["box"] in standing:
                winner = standing[printed_box["box"]][0]
                points = [*printed_box["printed"], token]
                for kind in INFLUENCE:
                    self.tracks[kind].move(winner, points.count(kind))

    def _bids(self, seat: int, standing: dict[int, tuple[int, int]]) -> list[str]:
        """LW 3.2, LW 3.3."""
        texts = []
        for printed_box in self.map["influence_boxes"]:
            box = printed_box["box"]
            bidder, height = standing.get(box, (None, 0))
            lowest = max(3 if box <= 4 else 2, height + 1)
            if bidder != seat:
                texts += [f"bid {box} {bid}" for bid in range(lowest, self.cubes[seat] + 1)]
        return texts

    # -- the network -------------------------------------------------------------------------------

    def links_of(self, owner: int | str) -> list[frozenset[str]]:
        return [border for border, holder in self.owners.items() if holder == owner]

    def touched(self, owner: int | str) -> set[str]:
        return {area for border in self.links_of(owner) for area in border}

    def company_towns(self) -> list[str]:
        return [area for area in self.areas if self.companies[area]]

    def neighbours(self, area: str) -> list[str]:
        return [other for border in self.borders if area in border for other in border - {area}]

    def reachable(self, seat: int, start: str) -> set[str]:
        """Every area that the seat's own links join to the start."""
        found = {start}
        while True:
            further = {area for link in self.links_of(seat) if link & found for area in link} - found
            if not further:
                return found
            found |= further

    # -- phase 5: building -------------------------------------------------------------------------

    def _build(self, seat: int) -> Play:
        """LW 5.0 to LW 5.5."""
        path: list[str] = []
        while True:
            texts = [f"build {start}-{end}" for start, end in self._buildable(seat, path)]
            text = yield from self._ask(seat, [*texts, "done"])
            if text == "done":
                return
            start, end = text.split()[1].split("-")
            toll, points = self._price(start, end)
            path = [*(path or [start]), end]
            self.owners[frozenset((start, end))] = seat
            self.pieces[end] = [kind for kind in self.pieces[end] if kind != "opposition"]
            for kind in INFLUENCE:
                self.tracks[kind].move(seat, -toll[kind])
            from_cubes = min(points, self.cubes[seat])
            self.cubes[seat] -= from_cubes
            yield from self._pay(seat, points - from_cubes, ("midland", "ner", "train", "government"))

    def _buildable(self, seat: int, path: list[str]) -> list[tuple[str, str]]:
        """LW 5.1, LW 5.2, LW 5.5: the legal next links as (from, to)."""
        if len(self.links_of(seat)) >= OWN_LINKS:
            return []
        starts = {path[-1]} if path else {*self.company_towns(), *self.touched(seat)}
        found = []
        for start in starts:
            for end in self.neighbours(start):
                on_a_hill = "hill" in (self.areas[start]["terrain"], self.areas[end]["terrain"])
                taken = frozenset((start, end)) in self.owners
                if on_a_hill or taken or end in path or self.areas[end]["kind"] == "south":
                    continue
                if self._affordable(seat, start, end):
                    found.append((start, end))
        return found

    def _price(self, start: str, end: str) -> tuple[dict[str, int], int]:
        """LW 5.3, LW 5.4: the influence owed in its own colour, and the build points."""
        toll = dict.fromkeys(INFLUENCE, 0)
        for area in (start, end):
            for company in self.companies[area]:
                toll[company] += 1
        toll["government"] = self.pieces[end].count("opposition")
        in_a_valley = "valley" in (self.areas[start]["terrain"], self.areas[end]["terrain"])
        return toll, 2 if in_a_valley else 1

    def _affordable(self, seat: int, start: str, end: str) -> bool:
        """LW 5.5."""
        toll, points = self._price(start, end)
        left = {kind: self.tracks[kind].at(seat) - toll[kind] for kind in INFLUENCE}
        return min(left.values()) >= 0 and points <= self.cubes[seat] + sum(left.values())

    def _pay(self, seat: int, payments: int, kinds: tuple[str, ...]) -> Play:
        """A node for each payment, offering every kind of which he has any (LW 5.5, LW 6.3)."""
        for _ in range(payments):
            held = {kind: self.cubes[seat] if kind == "cube" else self.tracks[kind].at(seat) for kind in kinds}
            text = yield from self._ask(seat, [f"pay {kind}" for kind in kinds if held[kind] > 0])
            kind = text.split()[1]
            if kind == "cube":
                self.cubes[seat] -= 1
            else:
                self.tracks[kind].move(seat, -1)

    # -- phase 6: trains and loads -----------------------------------------------------------------

    def _run_trains(self, train_order: list[int]) -> Play:
        """LW 6.1."""
        waiting = list(train_order)
        while waiting:
            for seat in list(waiting):
                texts = self._hires(seat) + self._loads(seat)
                if not texts:
                    waiting.remove(seat)
                    continue
                text = yield from self._ask(seat, [*texts, "pass"])
                if text == "pass":
                    waiting.remove(seat)
                elif text.startswith("hire"):
                    yield from self._hire(seat, text.split()[1])
                else:
                    _, kind, area = text.split()
                    self.pieces[area].remove(kind)
                    self.loaded[seat].append(kind)

    def _trains_of(self, seat: int) -> list[dict[str, Any]]:
        return [self.trains[name] for name, hirer in self.hired.items() if hirer == seat]

    def _missing(self, seat: int, name: str) -> int:
        return max(0, int(self.trains[name]["cost"]) - self.tracks["train"].at(seat))

    def _hires(self, seat: int) -> list[str]:
        """LW 6.2, LW 6.3."""
        rows = {train["row"] for train in self._trains_of(seat)}
        exchangeable = self.cubes[seat] + sum(self.tracks[kind].at(seat) for kind in ("government", *COMPANIES))
        return [
            f"hire {name}"
            for name, train in self.trains.items()
            if name not in self.hired
            and train["row"] not in rows
            and CUBES_FOR_A_TRAIN_POINT * self._missing(seat, name) <= exchangeable
        ]

    def _hire(self, seat: int, name: str) -> Play:
        """LW 6.3."""
        missing = self._missing(seat, name)
        self.hired[name] = seat
        self.tracks["train"].move(seat, -(int(self.trains[name]["cost"]) - missing))
        yield from self._pay(seat, CUBES_FOR_A_TRAIN_POINT * missing, ("cube", "government", "midland", "ner"))

    def _loads(self, seat: int) -> list[str]:
        """LW 6.4."""
        trains, loaded = self._trains_of(seat), self.loaded[seat]
        goods = sum(kind in ("stone", "cheese") for kind in loaded)
        has_goods_slot = sum(train["goods"] for train in trains) > goods
        has_passenger_slot = sum(train["passengers"] for train in trains) > len(loaded) - goods
        texts = []
        for area, pieces in self.pieces.items():
            for kind in sorted(set(pieces) - {"opposition"}):
                has_slot = has_goods_slot if kind in ("stone", "cheese") else has_passenger_slot
                if has_slot and self._within_reach(seat, kind, area):
                    texts.append(f"load {kind} {area}")
        return texts

    def _within_reach(self, seat: int, kind: str, area: str) -> bool:
        touched = self.touched(seat)
        if kind == "cheese":  # LW 6.5
            return area in touched
        if kind == "stone":  # LW 6.6
            return any(town in touched and not self.companies[town] for town in self._bordering_towns(area))
        company = COMPANY_OF_PASSENGER[kind]  # LW 6.7
        return area in touched and any(company in self.companies[town] for town in self.reachable(seat, area))

    def _bordering_towns(self, area: str) -> list[str]:
        return [other for other in self.neighbours(area) if self.areas[other]["town"]]

    # -- phase 7: profit and loss ------------------------------------------------------------------

    def _profit_and_loss(self) -> None:
        """LW 7.1."""
        for seat in self.order:
            income = sum(2 if kind == "stone" else 1 for kind in self.loaded[seat])
            now = self.tracks["profit"].at(seat)
            then = max(LOWEST_PROFIT, min(HIGHEST_PROFIT, now + income - len(self.links_of(seat))))
            self.tracks["profit"].move(seat, then - now)
            self.pile[seat] += self.loaded[seat]
            self.loaded[seat] = []
        self.hired = {}

    # -- phase 9: takeovers ------------------------------------------------------------------------

    def _take_over(self, seat: int) -> Play:
        """LW 9.0 to LW 9.6."""
        buyer, path = "", [""]
        texts = self._first_sales(seat)
        text = yield from self._ask(seat, [*texts, "pass"])
        while text not in ("pass", "done"):
            _, buyer, border = text.split()
            start, end = border.split("-")
            path = [start, end] if len(path) == 1 else [*path, end]
            texts = self._further_sales(seat, buyer, path)
            if self._is_complete(seat, buyer, path):
                texts.append("done")
            text = yield from self._ask(seat, texts)
        if text == "done":
            self._sell(seat, buyer, path)

    def _first_sales(self, seat: int) -> list[str]:
        return [
            text
            for buyer in COMPANIES
            for start in self.areas
            if buyer in self.companies[start]
            for text in self._further_sales(seat, buyer, [start])
        ]

    def _further_sales(self, seat: int, buyer: str, path: list[str]) -> list[str]:
        """LW 9.1: the next links with which some complete path begins."""
        return [
            f"sell {buyer} {longer[-2]}-{longer[-1]}"
            for longer in self._one_longer(seat, path)
            if any(self._is_complete(seat, buyer, full) for full in self._paths_from(seat, longer))
        ]

    def _one_longer(self, seat: int, path: list[str]) -> list[list[str]]:
        links = self.links_of(seat)
        return [[*path, area] for link in links if path[-1] in link for area in link if area not in path]

    def _paths_from(self, seat: int, path: list[str]) -> Iterator[list[str]]:
        """The path itself and every way to go on from it over own links without entering an area twice."""
        yield path
        for longer in self._one_longer(seat, path):
            yield from self._paths_from(seat, longer)

    def _is_complete(self, seat: int, buyer: str, path: list[str]) -> bool:
        """LW 9.1, LW 9.2, LW 9.4."""
        links, end = len(path) - 1, self.areas[path[-1]]
        return (
            links >= 1
            and buyer in self.companies[path[0]]
            and end["town"] is not None
            and end["kind"] != "south"
            and sale_cost(links) <= self.tracks[buyer].at(seat)
            and len(self.links_of(buyer)) + links <= COMPANY_LINKS
        )

    def _sell(self, seat: int, buyer: str, path: list[str]) -> None:
        """LW 9.2, LW 9.3, LW 9.5, LW 9.6."""
        self.tracks[buyer].move(seat, -sale_cost(len(path) - 1))
        for start, end in pairwise(path):
            self.owners[frozenset((start, end))] = buyer
        for area in path:
            if self.areas[area]["town"]:
                self.companies[area].add(buyer)
        self._clean_up()

    def _clean_up(self) -> None:
        """LW 9.6."""
        by_company = self.touched("midland") | self.touched("ner")
        for area, pieces in self.pieces.items():
            gone = {kind for kind, company in COMPANY_OF_PASSENGER.items() if company in self.companies[area]}
            if area in by_company:
                gone.add("cheese")
            if all(self.companies[town] for town in self._bordering_towns(area)):
                gone.add("stone")
            self.pieces[area] = [kind for kind in pieces if kind not in gone]

    # -- what must always hold ---------------------------------------------------------------------

    def check(self) -> None:
        """Facts that no sequence of moves may break."""
        for seat in self.seats:
            assert 0 <= self.cubes[seat] <= CUBES_HELD
            assert len(self.links_of(seat)) <= OWN_LINKS
            assert all(self.tracks[kind].at(seat) >= 0 for kind in INFLUENCE)
            assert LOWEST_PROFIT <= self.tracks["profit"].at(seat) <= HIGHEST_PROFIT
        for track in self.tracks.values():
            assert sorted(track.order()) == self.seats
        for link in self.owners:
            assert link in self.borders
            assert "hill" not in [self.areas[area]["terrain"] for area in link]


def printed_companies(area: dict[str, Any]) -> set[str]:
    """LW 1.5."""
    return {None: set(), "both": set(COMPANIES), "midland": {"midland"}, "ner": {"ner"}}[area["company"]]


def sale_cost(links: int) -> int:
    """LW 9.2: a point for every two links or part of two."""
    return (links + 1) // 2
