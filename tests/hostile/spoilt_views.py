"""Spoilt views, as another server may send them to a bot, and spoilt answers, as a program may give them to the arena."""

from __future__ import annotations

import json
import random
from typing import Any

import branchline as bl
from branchline.arena.child_process import Child
from branchline.arena.external import ExternalBot
from branchline.arena.forfeit import Forfeit
from branchline.errors import BranchlineError
from branchline.testing import settings
from tests.hostile.mutation import LINE_WAYS, odd_value
from tests.hostile.spoilt import check_sentence
from tests.hostile.spoilt_positions import Positions, Source
from tests.test_hostile import middle

VIEWS = 30


class Views:
    """The door of bots: `choose` and a view."""

    def __init__(self, name: str, seed: int) -> None:
        self.seed, self.positions = seed, Positions(name, seed)
        chance = random.Random(seed)
        self.states = [decision(game, seed, chance) for game in settings(name, VIEWS)]
        self.bots = [bl.bot("random", 1), bl.bot("greedy", 1), bl.bot("easy", 1, simulations=8)]

    def case(self, number: int) -> tuple[str]:
        chance = random.Random(self.seed << 40 | number)
        state = chance.choice(self.states)
        view = state.view(state.actor)
        kind = chance.random()
        if kind < 0.5:
            self.spoil_position(state, view, chance)
            return (json.dumps(view),)
        text = json.dumps(view)
        if kind < 0.7:
            return (odd_value(text, chance),)
        for _ in range(chance.choice((1, 1, 2))):
            text = chance.choice(LINE_WAYS)(text, chance)
        return (text,)

    def spoil_position(self, state: bl.State, view: dict[str, Any], chance: random.Random) -> None:
        """Other fields; and the legal moves that follow from them, if they are possible."""
        raw = state._raw.copy()
        state.game.engine.hide(raw, state.actor)
        source = Source(state.game, raw)
        self.positions.by_game.setdefault(state.game, [source])
        fields = self.positions.spoilt_fields(source, chance)
        text = source.repaired(fields) if chance.random() < 0.5 else source.changed(fields)
        view["position"] = json.loads(text)["fields"]
        try:
            view["legal"] = [move.text for move in state.game.position(view["position"]).legal()]
        except bl.BadPosition:
            return

    def offer(self, text: str, number: int) -> str:
        try:
            view = json.loads(text)
        except (ValueError, RecursionError):
            return "no JSON"
        try:
            move = self.bots[number % len(self.bots)].choose(view)
        except BranchlineError as refusal:
            check_sentence(str(refusal))
            return "refused"
        assert move in view["legal"]
        return "accepted"


def decision(game: bl.Game, seed: int, chance: random.Random) -> bl.State:
    """A position in which a seat decides, somewhere in a game."""
    state = middle(game, seed, chance)
    while state.actor < 0:
        state = game.start() if state.is_over else state
        state.push(state.random_move(bl.seeded(seed)).id)
    return state


class Answering(Child):
    """A program without a process, which answers with the same line again and again."""

    def __init__(self, line: bytes) -> None:
        self.line = line

    @property
    def has_spoken(self) -> bool:
        return False

    def send(self, message: Any) -> None:
        json.dumps(message)

    def _next_line(self, deadline: float) -> bytes | None:
        return self.line


class Lines:
    """The door of programs in the arena: a line that says which move is made."""

    def __init__(self, name: str, seed: int) -> None:
        self.seed = seed
        chance = random.Random(seed)
        self.states = [decision(game, seed, chance) for spec in bl.specs() for game in settings(spec.name, 6)]

    def case(self, number: int) -> tuple[int, str]:
        chance = random.Random(self.seed << 40 | number)
        place = chance.randrange(len(self.states))
        text = json.dumps({"move": chance.choice(self.states[place].legal()).text, "more": [1, {"a": None}]})
        if chance.random() < 0.3:
            return place, odd_value(text, chance)
        for _ in range(chance.choice((1, 1, 2, 4))):
            text = chance.choice(LINE_WAYS)(text, chance)
        return place, text

    def offer(self, place: int, text: str, number: int) -> str:
        state = self.states[place].copy()
        bot = ExternalBot.__new__(ExternalBot)
        bot.name, bot.seat, bot.move_seconds = "program", state.actor, 1.0
        bot.child = Answering(text.encode("utf-8", "surrogatepass"))
        view = state.view(state.actor)
        try:
            if number % 2:
                bot.hello(view, 1)
            move = bot.choose(view)
        except Forfeit as forfeit:
            check_sentence(forfeit.reason, 400)
            return "garbage"
        try:
            state.play(move)
        except BranchlineError as refusal:
            str(refusal).encode("utf-8", "backslashreplace")
            return "illegal"
        return "accepted"
