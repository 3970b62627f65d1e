"""Tables for the tests: people and bots, games driven by a seeded generator."""

from __future__ import annotations

import random
from typing import Any

from branchline.match import Entries, Match, Seat, Setup
from tests.own_games import SEATED

GAMES = SEATED


def seats(kinds: str) -> list[Seat]:
    """`pbo`: a person, a bot and an open seat."""
    made = {"b": Seat("bot", level="easy"), "o": Seat("open")}
    return [made.get(kind) or Seat("person", f"Person {number}") for number, kind in enumerate(kinds)]


def table(game: str, kinds: str = "ppp", seed: int = 1, **settings: Any) -> Match:
    """A table that has begun, if nobody is missing, at time 0."""
    match = Match(Setup.of(game, seats(kinds), **settings))
    match.apply(match.begin(0.0, random.Random(seed)))
    return match


def do(match: Match, entries: Entries) -> Entries:
    """Let entries happen."""
    match.apply(entries)
    return entries


def step(match: Match, rng: random.Random, now: float = 1.0, move: str | None = None) -> Entries:
    """The seat to decide plays a move, at random unless it is given."""
    waiting = match.waiting_for
    assert waiting is not None
    chosen = rng.choice(match.state.legal()).text if move is None else move
    return do(match, match.play(waiting.seat, chosen, match.ply, now, rng, by_bot=waiting.by == "bot"))


def until(match: Match, rng: random.Random, *, seat: int, now: float = 1.0) -> None:
    """Play at random until a seat is to decide."""
    while match.decider != seat:
        step(match, rng, now)


def play_out(match: Match, rng: random.Random, now: float = 1.0) -> None:
    """Play at random to the end."""
    while match.phase == "playing":
        step(match, rng, now)


def asked(match: Match, to: int, seat: int = 0) -> int:
    """Ask to go back to a ply; the id of the wish."""
    do(match, match.ask_undo(seat, to, match.ply, 2.0))
    assert match.ask is not None
    return match.ask.id
