"""Laws on what is hidden: `hide` hides what `sees` does not show, and `resample` fills what `hide` blanks."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

import numpy as np

from branchline.core.game import Game
from branchline.core.state import State
from branchline.games.position import Position
from branchline.kernel import OVER
from branchline.kernel.contract import Bytes, Ids
from branchline.kernel.loops import DEAD_END
from branchline.kernel.rng import seeded
from branchline.testing.broken import RandomGame, reader
from branchline.testing.memory import SPARE

ALTERNATIVES = 12
"""The most actions of a position that are compared, spread evenly over the legal ones."""
SAMPLES = 4
"""Samples of `resample` for each position and seat."""
ENOUGH, ENOUGH_OF_ONE = 40, 20
"""Samples of a whole game, or of one number, before a law is applied to them: by chance a sample may look like a blank."""
PLAYED_ON = 5
"""The game is played on from a sample at one position in so many."""


class Sampled(NamedTuple):
    """A position, what a seat sees of it, and samples for that seat, as bytes."""

    ply: int
    seat: int
    truth: Bytes
    seen: Bytes
    samples: list[Bytes]


class HiddenLaws:
    """The laws on what is hidden, for one random game."""

    def __init__(self, at: RandomGame) -> None:
        self.at = at
        self.game: Game = at.game
        self.rng = seeded(at.seed, 1)  # not that of the game: it can be replayed without these samples
        self.reached: list[Bytes] = []
        self.sampled: list[Sampled] = []

    def note(self, state: State) -> None:
        """Remember a position that was reached in play."""
        self.reached.append(state._raw.copy())

    # -- hide --------------------------------------------------------------------------------------

    def check_perfect(self, state: State) -> None:
        """With `perfect_information` everybody sees the whole position, and which action is taken."""
        if not self.game.spec.rules.perfect_information:
            return
        self.at.law(not state.has_secrets, state, "perfect_information is set, but hide blanks something.")
        for action in spread(state.ids()):
            text = self.game.board.texts[action]
            self.at.law(all(state.seen_by(action)), state, f"perfect_information is set, but not everybody sees {text!r}.")

    def check_unseen(self, state: State) -> None:
        """Actions that a seat does not see look the same to it afterwards, if the same player is to act then.

        If who is to act depends on a hidden action, the table shows it.  At the end everything may be shown.
        """
        legal = state.ids()
        if len(legal) < 2:
            return
        actions = spread(legal)
        seen_by = [state.seen_by(action) for action in actions]
        for place, seat in enumerate((*range(self.game.players), None)):
            hidden = [action for action, seen in zip(actions, seen_by, strict=True) if not seen[place]]
            groups: defaultdict[int, list[tuple[int, Position]]] = defaultdict(list)
            for action in hidden:
                text = self.game.board.texts[action]
                told = self.game.spec.text.redact(text) == text
                self.at.law(not told, state, f"{reader(seat)} does not see {text!r}, but reads its whole text.")
                after = state.copy()
                after.push(action)
                groups[after.actor].append((action, after.hide(seat)))
            groups.pop(OVER, None)
            for (first, one), *others in groups.values():
                for action, other in others:
                    self.check_alike(state, seat, (first, one), (action, other))

    def check_alike(self, state: State, seat: int | None, one: tuple[int, Position], other: tuple[int, Position]) -> None:
        """Two positions look the same to a seat, each with the hidden action that leads to it."""
        if one[1].raw.tobytes() == other[1].raw.tobytes():
            return
        fields = one[1].fields, other[1].fields
        name = next(name for name in fields[0].dtype.names if np.any(fields[0][name] != fields[1][name]))
        first, second = (self.game.board.texts[action] for action, _ in (one, other))
        self.at.law(
            False,
            state,
            f"{reader(seat)} sees neither {first!r} nor {second!r}, but after `hide` the field {name} tells them apart."
            " hint: what a rule shows at once is an action of its own, or `sees` returns 1.",
        )

    # -- resample ----------------------------------------------------------------------------------

    def check_resample(self, state: State, seat: int) -> None:
        """A sample is a possible position that looks to the seat as this one does."""
        truth, seen = state._raw.copy(), state.hide(seat).raw
        samples = []
        for number in range(SAMPLES if seen.tobytes() != truth.tobytes() else 1):
            twin = state.resample(seat, self.rng)
            same = twin.hide(seat).raw.tobytes() == seen.tobytes()
            self.at.law(same, state, f"resample changed what seat {seat} sees.")
            self.at.law(twin.actor == state.actor, state, "resample changed whose turn it is.")
            if number == 0:
                found = self.game.spec.rules.problems(twin.fields_view, self.game.board)
                self.at.law(not found, state, f"a position made by resample is called impossible: {' '.join(found)}")
            samples.append(twin._raw)
        if len(samples) > 1:
            self.sampled.append(Sampled(state.ply, seat, truth, seen, samples))
            if len(self.sampled) % PLAYED_ON == 0:
                self.check_playable(state, seat, samples[0])

    def check_playable(self, state: State, seat: int, sample: Bytes) -> None:
        """The game can be played to its end from a sample, as bots do."""
        ids, weights = (np.zeros(self.game.action_count + SPARE, np.int64) for _ in range(2))
        path = np.empty(self.game.max_plies, np.int64)
        count = self.game.engine.random_game(sample.copy(), self.rng, ids, weights, path)
        self.at.law(count != DEAD_END, state, f"a game comes to a dead end after resample for seat {seat}.")
        most = self.game.max_plies
        self.at.law(count >= 0, state, f"a game after resample for seat {seat} has more plies than max_plies allows, {most}.")

    def check_filled(self) -> None:
        """Over the whole game, `resample` fills something of what `hide` blanks, and leaves nothing that only `hide` writes."""
        if not self.sampled:
            return
        first = self.sampled[0]
        if sum(len(case.samples) for case in self.sampled) >= ENOUGH:
            filled = any(sample.tobytes() != case.seen.tobytes() for case in self.sampled for sample in case.samples)
            self.at.law_at(filled, first.ply, f"resample fills nothing of what hide blanks for seat {first.seat}.")
        reached = self.records(self.reached)
        for seat in range(self.game.players):
            if cases := [case for case in self.sampled if case.seat == seat]:
                self.check_blanks(seat, cases, reached)

    def check_blanks(self, seat: int, cases: list[Sampled], reached: Any) -> None:
        """A value that only `hide` writes into a field is a blank, and no number of a sample stays blank."""
        truths, views = self.records([case.truth for case in cases]), self.records([case.seen for case in cases])
        samples = [self.records([case.samples[number] for case in cases]) for number in range(SAMPLES)]
        for name in self.game.spec.rules.layout.fields:
            seen = _rows(views, name)
            blanked = (seen != _rows(truths, name)) & ~np.isin(seen, reached[name])
            left = np.all([_rows(sample, name) == seen for sample in samples], axis=0)
            for place in np.flatnonzero(blanked.any(axis=0)):
                found = np.flatnonzero(blanked[:, place])
                blank, ply = seen[found[0], place], cases[found[0]].ply
                filled = len(found) * SAMPLES < ENOUGH_OF_ONE or not left[found, place].all()
                sentence = f"resample for seat {seat} leaves {blank} in the field {name}, which only hide writes."
                self.at.law_at(filled, ply, sentence)

    def records(self, positions: list[Bytes]) -> Any:
        """Positions as an array of records."""
        return np.stack(positions).view(self.game.spec.rules.layout.dtype)[:, 0]


def spread(legal: Ids) -> list[int]:
    """At most `ALTERNATIVES` of the legal actions, spread evenly."""
    few = np.unique(np.linspace(0, len(legal) - 1, min(ALTERNATIVES, len(legal))).astype(int))
    return [int(legal[place]) for place in few]


def _rows(records: Any, name: str) -> Any:
    """The numbers of a field in many positions, a row for each position."""
    return records[name].reshape(len(records), -1)
