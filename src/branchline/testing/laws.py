"""Laws of the rules: ids, refusals, copies, texts, records, views, scores, ends."""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import pickle

import numpy as np

from branchline.core.game import Game, game
from branchline.core.record import Record
from branchline.core.state import State
from branchline.errors import BadOption, IllegalMove
from branchline.games import find_spec
from branchline.games.position import Position
from branchline.kernel import CHANCE, OVER
from branchline.kernel.loops import DEAD_END
from branchline.kernel.rng import seeded
from branchline.learn import paragraphs
from branchline.testing import memory
from branchline.testing.broken import RandomGame, law, loading, reader
from branchline.testing.hidden import HiddenLaws
from branchline.testing.parts import check_parts


def settings(name: str, limit: int | None = None) -> list[Game]:
    """All different combinations of players and options of a game, or `limit` of them, spread evenly."""
    every = _settings(name)
    if limit is None or limit >= len(every):
        return list(every)
    return [every[index * len(every) // limit] for index in range(limit)]


@functools.cache
def _settings(name: str) -> tuple[Game, ...]:
    spec = find_spec(name)
    rows = [option for option in spec.options if option.values]
    found: dict[Game, None] = {}
    for players in spec.card.players:
        for values in itertools.product(*(row.values for row in rows)):
            chosen = {row.name: value for row, value in zip(rows, values, strict=True)}
            with contextlib.suppress(BadOption):  # values that cannot be combined
                found.setdefault(game(name, players, **chosen))
    return tuple(found)


def check_game(game: Game, games: int = 5, seed: int = 0, thorough: int = 40) -> None:
    """Check the parts of a game, then the laws on random games: ids, refusals, copies, texts, records, views, scores, ends.

    About `thorough` positions of each game get the costly checks (every id, every seat's view).
    """
    check_parts(game.name)
    check_loading(game)
    with loading(game.name):
        check_texts(game)
    for number in range(games):
        state = _Walk(game, seed + number, thorough).walk()
        check_record(state)
    check_same_seed(game, seed)


def check_loading(game: Game) -> None:
    """The rules can be compiled, `new` reads only what it is given, and there is a first position."""
    with loading(game.name):
        memory.check_new(game)
        game.start()
        law(game.max_plies > 0, game, f"max_plies is {game.max_plies}.")


def check_texts(game: Game) -> None:
    """Every id has its own text, and every text leads back to its id."""
    texts = game.board.texts
    law(len(texts) > 1, game, f"the board has {len(texts)} actions.")
    twice = next((text for action, text in enumerate(texts) if text in texts[:action]), "")
    law(len(set(texts)) == len(texts), game, f"two actions share one text: {twice!r}.")
    for action, text in enumerate(texts):
        for spelling in (text, text.upper(), f"  {text} "):
            found = game.move(spelling).id
            law(found == action, game, f"{spelling!r} is read as action {found}, but {text!r} is action {action}.")


def check_record(state: State) -> None:
    """A record, as text and as JSON, replays to the same position at every ply."""
    record = Record.of(state, date="2000-01-01")
    for twin in (Record.loads(record.dumps()), Record.loads(json.dumps(record.to_json()))):
        law(twin == record, state.game, "a record read back differs from the one written.")
    again = state.game.start()
    for past, replayed in zip(state.actions, record.states(), strict=False):
        law(again.key() == replayed.key(), state.game, f"the replay differs at ply {again.ply}.")
        again.push(past)
    law(again.key() == state.key(), state.game, "the replay ends in another position.")


def check_same_seed(game: Game, seed: int) -> None:
    """The same seed gives the same game; another seed usually gives another game."""
    first, second = game.start().play_out(seed), game.start().play_out(seed)
    law(first.actions == second.actions, game, f"seed {seed} gave two different games.")


def check_many(game: Game, games: int, seed: int = 0) -> int:
    """Play random games inside the kernel and return their decisions; a dead end or an endless game breaks the law."""
    start, board, engine = game.start(), game.board, game.engine
    ids, weights = np.zeros(board.max_legal, np.int64), np.zeros(board.max_legal, np.int64)
    path = np.zeros(game.max_plies, np.int64)
    total = 0
    for number in range(games):
        count = engine.random_game(start.copy()._raw, seeded(seed, number), ids, weights, path)
        law(count != DEAD_END, game, f"game {number} of seed {seed} came to a dead end.")
        law(count >= 0, game, f"game {number} of seed {seed} was longer than {game.max_plies} plies.")
        total += count
    return total


class _Walk(RandomGame):
    """Play one random game and check every law on the way."""

    def __init__(self, game: Game, seed: int, thorough: int) -> None:
        super().__init__(game, seed)
        self.rng = seeded(seed)
        self.paragraphs = paragraphs(game.name)
        self.hidden = HiddenLaws(self)
        start = game.start()
        with self.watching(start):
            self.every = max(1, self.length(start) // max(1, thorough))

    def length(self, start: State) -> int:
        """The plies of the game, or what comes before a dead end or the bound; `walk` finds out what is wrong there."""
        ids, weights = (np.zeros(self.game.action_count + memory.SPARE, np.int64) for _ in range(2))
        path = np.empty(self.game.max_plies, np.int64)
        return int(self.game.engine.random_game(start.copy()._raw, seeded(self.seed), ids, weights, path))

    def walk(self) -> State:
        state = self.game.start()
        with self.watching(state):
            while not state.is_over:
                self.check_position(state)
                if state.ply % self.every == 0:
                    self.check_thoroughly(state)
                before = state.copy()
                state.play(state.random_move(self.rng))
                most = self.game.max_plies
                self.law(before.ply + 1 == state.ply, state, "a move did not advance the ply by one.")
                self.law(state.ply <= most, state, f"the game has more plies than max_plies allows, {most}.")
            self.check_position(state)
            self.check_thoroughly(state)
            self.hidden.check_filled()
        return state

    def check_position(self, state: State) -> None:
        memory.check_actions(self, state)
        self.hidden.note(state)
        ids = state.ids()
        self.law((len(ids) == 0) == state.is_over, state, f"{len(ids)} legal moves while the actor is {state.actor}.")
        self.law(bool((np.diff(ids) > 0).all()), state, "the legal ids are not ascending.")
        self.law(state.actor in (CHANCE, OVER) or 0 <= state.actor < self.game.players, state, f"no seat {state.actor}.")
        weights = state.weights()
        wanted = len(ids) if state.is_chance else 0
        self.law(len(weights) == wanted and min(weights, default=1) > 0, state, f"{len(weights)} weights for {wanted} moves.")

    def check_thoroughly(self, state: State) -> None:
        memory.check_standings(self, state, state.position)
        self.check_fixed_fields(state)
        self.check_refusals(state)
        self.check_copies(state)
        self.check_results(state)
        self.check_views(state)
        self.hidden.check_perfect(state)
        self.hidden.check_unseen(state)
        found = self.game.spec.rules.problems(state.fields_view, self.game.board)
        self.law(not found, state, f"the position is called impossible: {' '.join(found)}")
        twin = self.game.position(state.dumps())
        self.law(twin.key() == state.key(), state, "the position's text does not read back to the position.")

    def check_fixed_fields(self, state: State) -> None:
        """No move changes a field that the options decide."""
        now, first = state.fields_view, self.game.start().fields_view
        for name in self.game.spec.rules.fixed_fields:
            same = bool(np.all(now[name] == first[name]))
            self.law(same, state, f"a move has changed {name}, which is one of FIXED_FIELDS: take it out of them.")

    def check_refusals(self, state: State) -> None:
        codes = np.zeros(self.game.action_count, np.int64)
        self.game.engine.why_not_all(state._raw, codes)
        allowed = np.flatnonzero(codes == 0).tolist()
        self.law(allowed == state.ids().tolist(), state, "why_not and legal disagree.")
        key = state.key()
        for code in np.unique(codes[codes != 0]):
            action = int(np.flatnonzero(codes == code)[0])
            cited = self.game.spec.paragraph(int(code))
            self.law(cited in self.paragraphs, state, f"why_not cites {cited}, which RULES.md does not have.")
            self.check_refusal(state, action)
        self.law(state.key() == key, state, "asking for refusals changed the position.")

    def check_refusal(self, state: State, action: int) -> None:
        """A refused move raises an error with a sentence and its paragraph, and changes nothing."""
        move = self.game.move(action)
        key = state.key()
        try:
            state.play(move)
        except IllegalMove as refusal:
            sentence = str(refusal)
            self.law(sentence.endswith(f"({refusal.rule})."), state, f"{sentence!r} does not end with its rule.")
            self.law(sentence[0].isupper() or sentence[0].isdigit(), state, f"{sentence!r} is no sentence.")
        else:
            self.law(False, state, f"{move} was refused by why_not and played all the same.")
        self.law(state.key() == key, state, f"the refused {move} changed the position.")

    def check_copies(self, state: State) -> None:
        twin, key = state.copy(), state.key()
        if not state.is_over:
            twin.push(int(state.ids()[-1]))
            self.law(state.key() == key and twin.ply == state.ply + 1, state, "playing on a copy changed the original.")
        thawed = pickle.loads(pickle.dumps(state))
        self.law(thawed == state and thawed.actions == state.actions, state, "pickling changed the state.")
        self.law(hash(thawed) == hash(state), state, "equal states have different hashes.")

    def check_results(self, state: State) -> None:
        """Scores and ranks agree, in the position itself and as every seat sees it: people and bots read the latter."""
        self.check_standings(state, state.position, "")
        for seat in (None, *range(self.game.players)):
            seen = state.hide(seat)
            whom = f" as {reader(seat)} sees them"
            memory.check_standings(self, state, seen)
            self.check_standings(state, seen, whom)
            if self.game.spec.rules.open_scores:
                same = (seen.scores, seen.ranks) == (state.position.scores, state.position.ranks)
                self.law(same, state, f"open_scores is set, but scores or ranks{whom} differ.")

    def check_standings(self, state: State, position: Position, whom: str) -> None:
        scores, ranks = position.scores, position.ranks
        self.law(min(ranks) == 1, state, f"nobody has rank 1: {list(ranks)}{whom}.")
        sides = self.game.spec.rules.sides(position.fields)
        for rank in ranks:
            better = len({side for side, other in zip(sides, ranks, strict=True) if other < rank})
            self.law(rank == better + 1, state, f"ranks {list(ranks)}{whom} do not share places as 1, 2, 2, 4.")
        for one, other in itertools.permutations(range(self.game.players), 2):
            if scores[one] > scores[other]:
                agree = ranks[one] < ranks[other]
                self.law(agree, state, f"scores {list(scores)} and ranks {list(ranks)}{whom} do not agree.")

    def check_views(self, state: State) -> None:
        """Views are JSON-safe and list legal moves for the actor only; `resample` keeps what the seat sees."""
        for seat in range(self.game.players):
            memory.check_encode(self, state, seat)
        for seat in (None, *range(self.game.players)):
            view = state.view(seat)
            self.law(json.loads(json.dumps(view)) == view, state, f"the view of seat {seat} is not JSON-safe.")
            wanted = [move.text for move in state.legal()] if state.actor == seat else []
            self.law(view["legal"] == wanted, state, f"the view of seat {seat} lists other moves than are legal.")
            if seat is not None:
                self.check_hidden(state, seat)
                self.hidden.check_resample(state, seat)

    def check_hidden(self, state: State, seat: int) -> None:
        """What a seat sees is a possible position, and the actor's legal moves are the same there.  Bots get nothing else."""
        seen = state.hide(seat)
        found = self.game.spec.rules.problems(seen.fields, self.game.board)
        self.law(not found, state, f"the position as seat {seat} sees it is called impossible: {' '.join(found)}")
        if seat == state.actor:
            self.law(seen.actor == seat, state, f"hide changes whose turn it is for seat {seat}.")
            self.law(seen.legal == state.ids().tolist(), state, f"hide changes what is legal for seat {seat}.")
