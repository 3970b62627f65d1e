"""Finding puzzles: bots play, and each decision goes through tests, the cheap ones first.

A position becomes a puzzle if

- the review's evaluator finds one move, and every other legal move loses at least `GAP`, by the lower limit of independent
  searches for those that come nearest;
- the bot `expert` finds the move with every seed;
- the bot `easy` seldom finds it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from branchline.bots import Analysis, bot
from branchline.core.game import Game, set_up
from branchline.core.state import State
from branchline.kernel.rng import Rng
from branchline.review.estimates import Estimate
from branchline.review.evaluator import SearchEvaluator, stream
from branchline.review.moves import Loss, loss_of, value_moves
from branchline.review.puzzles import Puzzle


class Look(NamedTuple):
    """How closely moves are valued: the simulations of a search, the searches, and what every other move has to lose."""

    tree: int
    trees: int
    least: float


GAP = 0.05
"""What every other move loses at least, in shares of the win: every other move is an inaccuracy or worse."""
FEWEST_MOVES = 4
"""Positions with fewer legal moves are no puzzles."""
MOST_PLAYERS = 4
PLAYED_BY = "medium"
"""The bot that plays the games."""
FIRST_LOOK = 2_000
"""Simulations of the first search for the best move."""
STANDS_OUT = 0.04
"""By how much the best move must look better than any other one to the bot that plays."""
LOOKS: tuple[Look, ...] = (Look(400, 2, -0.02), Look(1_500, 4, 0.045), Look(5_000, 8, GAP))
"""Each look has more and larger searches.  The first values every legal move.  Each later one values the moves that seemed to
lose less than `NEAR`, and at least the nearest `LEAST_NEAR`.  A position is dropped if a move loses less than a look asks for;
in the last look the lower limit counts."""
NEAR, LEAST_NEAR = 3 * GAP, 3
EASY_FIRST, EASY_SEEDS, EASY_SHARE = 8, 24, 0.25
"""`easy` plays with so many seeds, and may find the move in this share of them at most."""
EXPERT_SEEDS, EXPERT_SIMULATIONS = 4, 60_000
"""`expert` plays with so many seeds.  Its budget is simulations here, so that a puzzle can be made again."""
DRAWS = 8
"""The number of a random stream: of the draws of a game."""


def players_of(game: str, number: int) -> int:
    """How many play in a game of bots: the numbers of players take turns."""
    from branchline.games import find_card

    usual = [players for players in find_card(game).players if players <= MOST_PLAYERS]
    return usual[number % len(usual)]


def puzzles_of_game(name: str, seed: int, number: int) -> Iterator[Puzzle | None]:
    """Play the game of a number and look for a puzzle in it.

    Yields None after each decision, so that a server can stop in between, and at most one puzzle, which ends the search.  Equal
    arguments give the same puzzle.
    """
    game = set_up(name, players_of(name, number), {})
    numbers = [int(value) for value in _numbers(seed, number, game.players)]
    bots = [bot(PLAYED_BY, seed=value) for value in numbers]
    state, draws = game.start(), stream(seed, number, DRAWS)
    examine = Examiner(game, seed)
    while not state.is_over:
        if state.is_chance:
            state.push(state.random_move(draws).id)
            continue
        analysis = bots[state.actor].think(state.view(state.actor))
        found = examine(state, analysis)
        yield found
        if found is not None:
            return
        state.play(analysis.choice)


def _numbers(seed: int, number: int, count: int) -> Iterator[int]:
    for seat in range(count):
        rng: Rng = stream(seed, number, seat)
        yield int(rng[0] >> 1)


def make(name: str, count: int, seed: int, seconds: float = float("inf")) -> Iterator[Puzzle | None]:
    """Puzzles from one game after another, until there are enough or the processor time is spent; None between them."""
    began, number, found = time.process_time(), 0, 0
    while found < count and time.process_time() - began < seconds:
        for puzzle in puzzles_of_game(name, seed, number):
            found += puzzle is not None
            yield puzzle
            if time.process_time() - began >= seconds:
                return
        number += 1


def _stands_out(analysis: Analysis) -> bool:
    """Whether one move looks better than all others to the bot that plays."""
    chances = sorted(analysis.move_chances.values(), reverse=True)
    return len(chances) > 1 and chances[0] - chances[1] >= STANDS_OUT


class Examiner:
    """The tests of one game's positions."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed = game, seed
        self.evaluator = SearchEvaluator(game)
        self.spent, self.gap = 0, 0.0
        """The simulations of the looks at a position, and the lower limit of what the nearest move loses."""

    def __call__(self, state: State, analysis: Analysis) -> Puzzle | None:
        """The puzzle of a position, if it is one.  `analysis` is what the bot that plays there found."""
        ids = [int(action) for action in state.ids()]
        if len(ids) < FEWEST_MOVES or not _stands_out(analysis):
            return None
        best = self.evaluator.best(state, FIRST_LOOK, stream(self.seed, state.ply, 0))[0]
        if self._easy(state, best, 0, EASY_FIRST) > EASY_SHARE:
            return None
        order = {move: place for place, move in enumerate(analysis.visits)}
        ids.sort(key=lambda action: order.get(self.game.board.texts[action], len(order)))
        losses = self._losses(state, ids, best)
        if losses is None or not self._is_clear(state, best):
            return None
        easy = self._easy(state, best, 0, EASY_SEEDS)
        if easy > EASY_SHARE:
            return None
        line = self.evaluator.best(state, LOOKS[-1].tree * LOOKS[-1].trees, stream(self.seed, state.ply, 1))
        texts = self.game.board.texts
        if line[0] != best:
            return None
        return Puzzle(
            game=self.game.name,
            players=self.game.players,
            options=self.game.changed_options,
            rules=self.game.spec.rules.version,
            board=self.game.board.digest,
            moves=tuple(texts[action] for action in state.actions),
            best=texts[best],
            line=tuple(texts[action] for action in line),
            losses={texts[action]: round(max(0.0, losses[action].loss), 3) for action in ids},
            gap=round(self.gap, 3),
            easy=round(easy, 3),
            simulations=self.spent,
        )

    def _losses(self, state: State, ids: list[int], best: int) -> dict[int, Loss] | None:
        """What every move loses against the best one; None if another one is nearly as good."""
        self.spent, losses = 0, {}
        rivals = [action for action in ids if action != best]
        for number, look in enumerate(LOOKS):
            last = number == len(LOOKS) - 1
            seen = self._values(state, best, look, number)
            for action in rivals:
                losses[action] = loss = loss_of(self._values(state, action, look, number), seen, state.actor)
                if (loss.low if last else loss.loss) < look.least:
                    return None
            rivals.sort(key=lambda action: losses[action].loss)
            self.gap = min(losses[action].low for action in rivals)
            near = [action for action in rivals if losses[action].loss < NEAR]
            rivals = near if len(near) > LEAST_NEAR else rivals[:LEAST_NEAR]
        return {best: Loss(0.0, 0.0, 0.0), **losses}

    def _values(self, state: State, action: int, look: Look, number: int) -> Estimate:
        """The values after a move.  Each look has searches of its own."""
        self.spent += look.tree * look.trees
        return value_moves(state, [action], self.evaluator, look.tree, look.trees, self.seed, salt=number)[action]

    def _easy(self, state: State, best: int, first: int, seeds: int) -> float:
        """How often `easy` finds the move."""
        view, text = state.view(state.actor), self.game.board.texts[best]
        return sum(bot("easy", seed=first + seed).choose(view) == text for seed in range(seeds)) / seeds

    def _is_clear(self, state: State, best: int) -> bool:
        """Whether `expert` finds the move with every seed."""
        view, text = state.view(state.actor), self.game.board.texts[best]
        thinkers = (bot("expert", seed=seed, simulations=EXPERT_SIMULATIONS) for seed in range(EXPERT_SEEDS))
        return all(thinker.choose(view) == text for thinker in thinkers)
