"""Planned moves: what a seat wants to play when its turn comes.

A plan says what the others are expected to decide, and what the seat then plays.  It is made from what the seat sees: a
hidden decision of somebody else counts as the seat reads it in its log, so that no plan can find out more.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from branchline.core.state import State
from branchline.errors import NotAllowed, UnknownMove, WrongPly
from branchline.kernel import CHANCE
from branchline.kernel.rng import Rng, seeded
from branchline.match.match_state import MatchState
from branchline.match.view import log
from branchline.texts import say

MAX_MOVES, MAX_AFTER, MAX_PLANS = 20, 8, 6
"""The most own decisions of a plan, expected decisions of others, and plans of a seat."""
SAMPLES, MAX_STEPS = 12, 60
"""How many random continuations are tried to find moves that may come, and the most decisions in each."""


@dataclass(frozen=True)
class Plan:
    """What a seat plays when its turn comes."""

    moves: tuple[str, ...]
    """The seat's decisions, one after the other."""
    after: tuple[str | None, ...]
    """The decisions of others from `ply` on, as the seat reads them; with None, any will do.  Later ones do not matter."""
    ply: int
    """The position in which it was made: its ply and the version of the table."""
    version: int
    begun: bool = False
    """Whether a decision of it was made.  The rest is for the same turn."""

    def to_dict(self) -> dict[str, Any]:
        """JSON-safe data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Plan:
        """Read what `to_dict` wrote."""
        return cls(tuple(data["moves"]), tuple(data["after"]), data["ply"], data["version"], data["begun"])


def check_plan(match: MatchState, seat: int, plan: Plan) -> None:
    """Refuse a plan that can never be played: NotAllowed, WrongPly or UnknownMove."""
    if match.phase != "playing":
        raise NotAllowed(say("Moves are planned while a game is on."))
    if match.seats[seat].played_by != "person":
        raise NotAllowed(say("A bot plays for you. hint: play on yourself, then plan."))
    if match.decider == seat:
        raise NotAllowed(say("It is your turn: make the move itself."))
    for move in plan.moves:
        match.game.move(move)
    texts, redact = match.game.board.texts, match.game.spec.text.redact
    for wanted in plan.after:
        if wanted is not None and wanted not in match.game.board.ids and wanted not in map(redact, texts):
            raise UnknownMove(wanted, [], texts[0])
    if why_void(match, seat, plan):
        raise WrongPly(say("The board has changed: it is at ply {ply} now.", ply=match.ply), match.ply, match.version)


def is_due(match: MatchState, seat: int) -> bool:
    """Whether a plan of the seat may be played now.  It waits while the clock is paused, and for the answer to an undo."""
    return match.decider == seat and match.seats[seat].played_by == "person" and not match.paused and match.ask is None


def why_void(match: MatchState, seat: int, plan: Plan) -> str:
    """Why a plan will not be played: `over`, `undo`, `bot`, `moved`, `drawn`, `other` or `illegal`; empty if it may be."""
    if match.phase != "playing":
        return "over"
    if plan.ply > match.ply or (plan.ply and match.played[plan.ply - 1].version > plan.version):
        return "undo"
    since = match.played[plan.ply :]
    own = [past.by for past in since if past.seat == seat]
    if "bot" in own or match.seats[seat].played_by != "person":
        return "bot"
    if own:
        return "moved"
    if plan.begun:
        if since:
            return "drawn"
    elif not _is_expected(plan, [line["move"] for line in log(match, seat, plan.ply) if line["actor"] != "chance"]):
        return "other"
    return "illegal" if match.decider == seat and not match.state.is_legal(plan.moves[0]) else ""


def _is_expected(plan: Plan, decided: list[str]) -> bool:
    """Whether nothing was decided that the plan does not expect."""
    return all(wanted in (None, found) for wanted, found in zip(plan.after, decided, strict=False))


def fits(match: MatchState, seat: int, plan: Plan) -> bool:
    """Whether a plan that is not void is to be played now: everything that it expects has happened."""
    decided = [past for past in match.played[plan.ply :] if past.seat != CHANCE]
    return len(decided) >= len(plan.after)


def rest_of(plan: Plan, match: MatchState, seat: int) -> Plan | None:
    """The plan without its first decision, which was made; None if the turn is over or something was drawn since."""
    last = match.played[-1] if match.played else None
    if len(plan.moves) == 1 or match.decider != seat or last is None or last.seat != seat:
        return None
    return Plan(plan.moves[1:], (), match.ply, match.version, begun=True)


class Outlook(NamedTuple):
    """Moves that may be possible: for those who write a plan."""

    next: list[str]
    """Decisions of the seat that is to decide now, as the reader would read them."""
    own: list[str]
    """The reader's own decisions after the plan so far."""


def outlook(match: MatchState, seat: int, after: tuple[str | None, ...] = (), moves: tuple[str, ...] = ()) -> Outlook:
    """What may come until the seat's next turn, and what it could play then.

    It is found by trying random ways to go on.  They begin from what the seat knows: whatever is hidden from it is drawn.
    """
    order = {text: number for number, text in enumerate(match.game.board.texts)}
    coming: set[str] = set()
    own: set[str] = set()
    seed = random.randrange(2**62)
    for number in range(SAMPLES):
        rng = seeded(seed + number)
        state = match.state.resample(seat, rng)
        if state.actor not in (seat, CHANCE):
            coming.update(_read(state, move.id, seat) for move in state.legal())
        if _reach(state, seat, after, rng) and _play(state, seat, moves):
            own.update(move.text for move in state.legal())
    return Outlook(sorted(coming, key=lambda text: order.get(text, len(order))), sorted(own, key=order.__getitem__))


def _read(state: State, action: int, seat: int) -> str:
    """A decision as a seat reads it in its log."""
    text = state.game.board.texts[action]
    return text if state.seen_by(action)[seat] else state.game.spec.text.redact(text)


def _reach(state: State, seat: int, after: tuple[str | None, ...], rng: Rng) -> bool:
    """Go on until the seat is to decide; False if that does not happen."""
    expected = list(after)
    for _ in range(MAX_STEPS):
        if state.is_over:
            return False
        if state.actor == seat:
            return not expected
        wanted = expected.pop(0) if expected and not state.is_chance else None
        if wanted is None:
            state.push(state.random_move(rng).id)
            continue
        found = [move.id for move in state.legal() if _read(state, move.id, seat) == wanted]
        if not found:
            return False
        state.push(found[0])
    return False


def _play(state: State, seat: int, moves: tuple[str, ...]) -> bool:
    """Play the seat's own decisions; False if one cannot be played, or if the seat is not to decide afterwards."""
    for move in moves:
        if state.actor != seat or not state.is_legal(move):
            return False
        state.play(move)
    return state.actor == seat
