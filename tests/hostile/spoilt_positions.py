"""Spoilt positions: texts of real ones with bytes, words or fields changed, and what must hold for those that are accepted."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

import branchline as bl
from branchline.bots.viewed_position import ViewedPosition
from branchline.core.view import named_fields
from branchline.kernel import OVER
from branchline.kernel.contract import SPECTATOR, Bytes
from branchline.kernel.loops import DEAD_END
from branchline.testing import settings
from tests.hostile.mutation import LINE_WAYS, NEAR, splice
from tests.hostile.repairs import repair_of
from tests.hostile.spoilt import check_sentence

SETTINGS, GAMES, PLIES = 24, 3, 6
"""So many combinations of options, random games of each, and positions of each game are the sources of texts."""
THOROUGHLY_FIRST, THOROUGHLY = 20, 400
"""The first accepted positions and later one of so many go through everything, the others through what is quick."""
ENDS = 16
"""The end of one of so many random games is checked."""
Flat = list[int]


class Source:
    """A real position, whole or as somebody sees it."""

    def __init__(self, game: bl.Game, raw: Bytes) -> None:
        self.game, self.raw, self.repair = game, raw, repair_of(game.name)
        self.fields = game.spec.rules.layout.fields
        self.heading = json.dumps(game.heading)[:-1]
        self.parts = {name: json.dumps(value) for name, value in named_fields(game, self.record(raw)).items()}
        self.text = self.written(self.parts)

    @cached_property
    def flat(self) -> dict[str, Flat]:
        """All numbers of each field."""
        record = self.record(self.raw)
        return {name: np.asarray(record[name]).ravel().tolist() for name in self.fields}

    def record(self, raw: Bytes) -> Any:
        return raw.view(self.game.spec.rules.layout.dtype)[0]

    def written(self, parts: dict[str, str]) -> str:
        inner = ", ".join(f'"{name}": {value}' for name, value in parts.items())
        return f'{self.heading}, "fields": {{{inner}}}}}'

    def changed(self, fields: dict[str, Flat]) -> str:
        """The text with other numbers in some fields."""
        parts = dict(self.parts)
        for name, values in fields.items():
            shape = self.fields[name][1]
            parts[name] = json.dumps(np.array(values, dtype=object).reshape(shape).tolist())
        return self.written(parts)

    def repaired(self, fields: dict[str, Flat]) -> str:
        """The text with other numbers in some fields, and with what follows from them if that is known."""
        if self.repair is None:
            return self.changed(fields)
        raw = self.raw.copy()
        record = self.record(raw)
        try:
            with np.errstate(all="ignore"):
                for name, values in fields.items():
                    record[name] = np.array(values).reshape(self.fields[name][1])
                self.repair(record, self.game.board)
        except (IndexError, ValueError, OverflowError, KeyError):
            return self.changed(fields)
        return self.written({name: json.dumps(value) for name, value in named_fields(self.game, record).items()})


class Positions:
    """The door for positions of one game: `Game.position`."""

    def __init__(self, name: str, seed: int) -> None:
        self.name, self.seed = name, seed
        self.sources = [source for game in settings(name, SETTINGS) for source in sources(game, seed)]
        self.by_game: dict[bl.Game, list[Source]] = {}
        for source in self.sources:
            self.by_game.setdefault(source.game, []).append(source)
        self.accepted = 0
        play_thoroughly(bl.game(name).start(), 0)  # everything is compiled before the first text

    def case(self, number: int) -> tuple[bl.Game, str]:
        """A game and a text: always the same ones for a seed and a number."""
        chance = random.Random(self.seed << 40 | number)
        source = self.sources[chance.randrange(len(self.sources))]
        kind = chance.random()
        if kind < 0.45:
            return source.game, self.spoilt_text(source, chance)
        fields = self.spoilt_fields(source, chance)
        if kind < 0.92 or source.repair is None:
            return source.game, source.changed(fields)
        return source.game, source.repaired(fields)

    def spoilt_text(self, source: Source, chance: random.Random) -> str:
        text = source.text
        kind = chance.random()
        if kind < 0.1:
            return splice(text, chance.choice(self.sources).text, chance)
        if kind < 0.3:
            return self.spoilt_parts(source, chance)
        for _ in range(chance.choice((1, 1, 1, 2, 4))):
            text = chance.choice(LINE_WAYS)(text, chance)
        return text

    def spoilt_parts(self, source: Source, chance: random.Random) -> str:
        """A field removed, doubled, renamed, in another place, or of another position."""
        parts, other = list(source.parts.items()), chance.choice(self.sources)
        place = chance.randrange(len(parts))
        name, value = parts[place]
        what = chance.randrange(6)
        if what == 0:
            del parts[place]
        elif what == 1:
            parts.insert(chance.randrange(len(parts) + 1), (name, other.parts.get(name, "0")))
        elif what == 2:
            parts[place] = (chance.choice((name.upper(), f"{name} ", "", "__class__", "fields", "x" * 5000)), value)
        elif what == 3:
            chance.shuffle(parts)
        elif what == 4:
            parts[place] = (name, chance.choice(parts)[1])
        else:
            parts[place] = (
                name,
                chance.choice(("null", "true", '"1"', "{}", "[]", f"[{value}]", "1.0", "[" * 70 + "1" + "]" * 70)),
            )
        inner = ", ".join(f'"{name}": {value}' for name, value in parts)
        heading = (other if chance.random() < 0.1 else source).heading
        return f'{heading}, "fields": {{{inner}}}}}' if chance.random() < 0.9 else f"{{{inner}}}"

    def spoilt_fields(self, source: Source, chance: random.Random) -> dict[str, Flat]:
        """Fields with other numbers; each of them has the right shape."""
        fields: dict[str, Flat] = {}
        for _ in range(chance.choice((1, 1, 1, 2, 2, 3))):
            chance.choice(FIELD_WAYS)(source, fields, chance, self.by_game[source.game])
        return fields

    def offer(self, game: bl.Game, text: str, number: int) -> str:
        """Offer a text; what became of it."""
        try:
            state = game.position(text)
        except bl.BadPosition as refusal:
            sentence = str(refusal)
            check_sentence(sentence)
            return "refused by the rules" if sentence.startswith("The position is impossible") else "refused by the reader"
        self.accepted += 1
        play(state, number)
        if self.accepted <= THOROUGHLY_FIRST or self.accepted % THOROUGHLY == 0:
            play_thoroughly(state, number)
        return "accepted"


def sources(game: bl.Game, seed: int) -> list[Source]:
    """Positions of some random games, the first and the last included; every fourth as a seat or a spectator sees it."""
    chance, found = random.Random(seed), []
    for number in range(GAMES):
        actions = game.start().play_out(seed * GAMES + number).actions
        for place in range(PLIES):
            state = game.start()
            for action in actions[: (0, len(actions))[place] if place < 2 else chance.randrange(len(actions))]:
                state.push(action)
            raw = state._raw
            if chance.random() < 0.25:
                game.engine.hide(raw, chance.choice((SPECTATOR, *range(game.players))))
            found.append(Source(game, raw))
    return found


# -- fields ---------------------------------------------------------------------------------------------

FieldWay = Callable[[Source, dict[str, Flat], random.Random, list[Source]], None]


def taken(source: Source, fields: dict[str, Flat], name: str) -> Flat:
    """The numbers of a field, to be changed."""
    return fields.setdefault(name, list(source.flat[name]))


def any_field(source: Source, chance: random.Random) -> str:
    """A field.  One that has something in it is more likely."""
    return chance.choice(list(source.parts)) if chance.random() < 0.7 else chance.choice(list(source.fields))


def cell(values: Flat, chance: random.Random) -> int:
    """The place of a number.  One that is not zero is more likely."""
    for _ in range(4):
        place = chance.randrange(len(values))
        if values[place]:
            break
    return place


def near(source: Source, fields: dict[str, Flat], chance: random.Random, others: list[Source]) -> None:
    values = taken(source, fields, any_field(source, chance))
    values[cell(values, chance)] += chance.choice(NEAR)


def small(source: Source, fields: dict[str, Flat], chance: random.Random, others: list[Source]) -> None:
    values = taken(source, fields, any_field(source, chance))
    values[chance.randrange(len(values))] = chance.choice((-1, 0, 0, 1, 1, 2, 3, 4, 5, 7, 24, 40, 100, chance.choice(values)))


def end_of_range(source: Source, fields: dict[str, Flat], chance: random.Random, others: list[Source]) -> None:
    name = any_field(source, chance)
    values, limits = taken(source, fields, name), np.iinfo(source.fields[name][0])
    values[chance.randrange(len(values))] = int(
        chance.choice((limits.min, limits.max, limits.max // 2, 1 << chance.randrange(7)))
    )


def swap(source: Source, fields: dict[str, Flat], chance: random.Random, others: list[Source]) -> None:
    values = taken(source, fields, any_field(source, chance))
    one, other = cell(values, chance), chance.randrange(len(values))
    if values[one] == values[other]:
        other = cell(values, chance)
    values[one], values[other] = values[other], values[one]


def transfer(source: Source, fields: dict[str, Flat], chance: random.Random, others: list[Source]) -> None:
    """One from here to there, so that sums stay the same."""
    name = any_field(source, chance)
    one, other = (
        taken(source, fields, name),
        taken(source, fields, name if chance.random() < 0.7 else any_field(source, chance)),
    )
    one[cell(one, chance)] -= 1
    other[chance.randrange(len(other))] += 1


def row(source: Source, fields: dict[str, Flat], chance: random.Random, others: list[Source]) -> None:
    """In all fields of one length the row of one seat, city or square becomes that of another, or both are exchanged."""
    lengths = sorted({shape[0] for _, shape in source.fields.values() if shape})
    length, exchange = chance.choice(lengths), chance.random() < 0.5
    one, other = chance.randrange(length), chance.randrange(length)
    for name, (_, shape) in source.fields.items():
        if shape and shape[0] == length:
            values = taken(source, fields, name)
            size = len(values) // length
            here, there = slice(one * size, one * size + size), slice(other * size, other * size + size)
            kept = values[here]
            values[here] = values[there]
            if exchange:
                values[there] = kept


def graft(source: Source, fields: dict[str, Flat], chance: random.Random, others: list[Source]) -> None:
    """Some fields of another position of the same game."""
    other = chance.choice(others)
    for name in chance.sample(list(source.fields), chance.choice((1, 1, 2, 5))):
        fields[name] = list(other.flat[name])


FIELD_WAYS: list[FieldWay] = [near, near, near, small, small, end_of_range, swap, swap, transfer, transfer, row, graft]


# -- what an accepted position must be good for -----------------------------------------------------------


def play(state: bl.State, number: int) -> None:
    """Legal moves, standings, what a seat sees and guesses, and random games to their end."""
    game, ids, seat = state.game, state.ids(), number % state.game.players
    assert (len(ids) == 0) == state.is_over or is_view(state), "a dead end"
    assert not len(ids) or (ids[0] >= 0 and ids[-1] < game.action_count and bool((ids[1:] > ids[:-1]).all())), "wrong ids"
    assert len(state.weights()) == (len(ids) if state.is_chance else 0)
    assert min(state.ranks) == 1
    assert np.isfinite(state.encode(seat)).all()  # `encode` hides first
    play_out(state, number)
    imagined = state.resample(seat, bl.seeded(number))
    if imagined != state and game.engine.actor(imagined._raw) != OVER:
        play_out(imagined, number)


def is_view(state: bl.State) -> bool:
    """Whether something is blank, as somebody sees it: such a position can be looked at, but not always played on."""
    seats, key = range(state.game.players), state.key()
    return any(
        state.hide(seat).fields.tobytes() == key and state.resample(seat or 0, bl.seeded(0)) != state for seat in (None, *seats)
    )


def play_out(state: bl.State, number: int) -> None:
    """A random game to its end, which is a possible position too.

    A position with blank parts may come to a dead end, and so may one that was imagined from it but is impossible.
    """
    game, path, raw = state.game, np.empty(state.game.max_plies, np.int64), state._raw.copy()
    ids, weights = (np.empty(game.board.max_legal, np.int64) for _ in range(2))
    count = game.engine.random_game(raw, bl.seeded(number), ids, weights, path)
    if count >= 0 and number % ENDS:
        return
    if not is_view(state) and not game.spec.rules.problems(state.fields_view, game.board):
        assert count != DEAD_END, "a dead end in a random game"
        assert count >= 0, "a random game without an end"
        game.check_position(raw)


def play_thoroughly(state: bl.State, number: int) -> None:
    """Everything else: texts, refusals, views for all seats and the choices of bots.  The state is played on."""
    game = state.game
    assert game.position(state.dumps()).key() == state.key()
    for seat in (None, *range(game.players)):
        game.position(state.view(seat)["position"])
        state.text(seat)
        if seat is not None:
            state.encode(seat)
            imagined = state.resample(seat, bl.seeded(number))
            assert is_view(state) or not game.spec.rules.problems(imagined.fields_view, game.board), "impossible guesses"
    state.svg()
    if is_view(state):
        return
    codes = np.zeros(game.action_count, np.int64)
    game.engine.why_not_all(state._raw, codes)
    assert np.flatnonzero(codes == 0).tolist() == state.ids().tolist(), "why_not and legal disagree"
    for seed in range(0, 3 * ENDS, ENDS):
        play_out(state, seed)
    while state.actor < 0 and not state.is_over:
        state.push(int(state.ids()[0]))
    if not state.is_over:
        view = json.loads(json.dumps(state.view(state.actor)))
        assert ViewedPosition(view).state.actor == state.actor
        for bot in ("greedy", "easy"):
            assert bl.bot(bot, 1, simulations=8 if bot == "easy" else None).choose(view) in view["legal"]
