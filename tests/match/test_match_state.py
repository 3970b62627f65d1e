"""The log is the truth: a match rebuilt from its entries is the live one, at every version, whatever people do."""

from __future__ import annotations

import ast
import json
import random
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import branchline.match
from branchline.core.game import Game
from branchline.errors import BranchlineError
from branchline.match import Absence, BadEntry, Clock, Entries, Entry, Match, Setup
from branchline.match.clock import Clocks
from branchline.match.match_state import UndoRequest
from tests.match.tables import seats

TABLES: list[tuple[str, str, dict[str, Any]]] = [
    ("northern-pacific", "ppo", {"clock": Clock("bank", 40.0, 3.0), "on_time_out": "bot", "absence": Absence("vote", 1.0)}),
    ("northern-pacific", "pbb", {"options": {"order": "shuffled", "line": "own"}, "clock": Clock("move", 20.0)}),
    (
        "central-pacific",
        "ppp",
        {"absence": Absence("after", 1.0), "clock": Clock("bank", 300.0, 1.0), "on_time_out": "forfeit"},
    ),
    ("central-pacific", "pbo", {"undo": "own"}),
    ("central-pacific", "pbpb", {"options": {"teams": "on"}, "absence": Absence("vote", 1.0)}),
    ("last-train-to-wensleydale", "ppb", {"clock": Clock.days(1), "on_time_out": "bot"}),
    ("last-train-to-wensleydale", "pbb", {}),
]


def wishes(match: Match, rng: random.Random, now: float) -> list[Callable[[], Entries]]:
    """Things somebody might try now, sensible or not."""
    seat, other = rng.randrange(len(match.seats)), rng.randrange(len(match.seats))
    ply = match.ply if rng.random() < 0.9 else rng.randrange(-1, match.ply + 2)
    to = rng.randrange(-1, match.ply + 1)
    version = rng.choice([None, match.version, max(0, match.version - 3)])
    waiting = match.waiting_for
    who, hand = (waiting.seat, waiting.by == "bot") if waiting and rng.random() < 0.9 else (seat, rng.random() < 0.3)
    moves = match.state.legal() or [match.game.move(0)]
    move = rng.choice(moves) if rng.random() < 0.95 else match.game.move(rng.randrange(match.game.action_count))
    ask = match.ask.id if match.ask else 0
    seen = {seat: now - rng.randrange(100)}
    often: list[Callable[[], Entries]] = [lambda: match.play(who, move, ply, now, rng, version=version, by_bot=hand)] * 25
    return [
        *often,
        lambda: match.join(rng.choice([None, seat]), "Newcomer", now, rng),
        lambda: match.fill(seat, "hard", now, rng),
        lambda: match.rename(seat, rng.choice(["Ann", "Bo", "x" * 50]), now),
        lambda: match.change_device(seat, rng.choice(["another", "ended"]), now),
        lambda: match.leave(seat, now) if rng.random() < 0.03 else (),
        lambda: match.undo(seat, to, ply, now, version=version),
        lambda: match.undo_step(seat, ply, now),
        lambda: match.restart_turn(seat, ply, now),
        lambda: match.ask_undo(seat, max(0, match.ply - 3), ply, now),
        *[lambda: match.answer_undo(seat, ask, rng.random() < 0.8, now)] * 4,
        lambda: match.take_over(seat, now),
        *[lambda: match.hand_back(seat, now)] * 2,
        lambda: match.vote(seat, f"take-over {match.decider if match.decider is not None else other}", now, seen=seen),
        lambda: match.vote(seat, "close", now, yes=rng.random() < 0.1),
        *[lambda: match.vote(seat, "pause", now, yes=rng.random() < 0.8)] * 2,
        *[lambda: match.tick(now, seen)] * 2,
        lambda: match.downtime(now - rng.randrange(30), now),
        lambda: match.begin(now, rng),
        lambda: match.holiday(seat, now + rng.choice([0.0, 20.0, 86_400.0]), now),
    ]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("game", "kinds", "settings"), TABLES)
def test_the_fold_is_the_live_match_at_every_version(game: str, kinds: str, settings: dict[str, Any], seed: int) -> None:
    rng, now = random.Random(f"{game} {kinds} {seed}"), 1_000_000.0
    setup = Setup.of(game, seats(kinds), **settings)
    live, entries, kept = Match(setup), list[Entry](), [(0, Match(setup).snapshot())]
    entries += live.begin(now, rng)
    live.apply(entries)
    for _ in range(250):
        now += rng.choice([0.0, 0.1, 1.0, 5.0, 30.0 if rng.random() < 0.2 else 2.0])
        wish = rng.choice(wishes(live, rng, now))
        before = live.snapshot()
        try:
            made = wish()
        except BranchlineError:
            made = ()
        assert live.snapshot() == before, "a wish changes nothing"
        made = tuple(Entry.from_dict(json.loads(json.dumps(entry.to_dict()))) for entry in made)
        live.apply(made)
        entries += made
        assert live.version == len(entries)
        assert live.phase != "playing" or live.decider is not None
        assert live.state.ply == live.ply
        if rng.random() < 0.04:
            check_rebuilt(setup, live, entries, kept)
        if live.is_finished:
            break
    check_rebuilt(setup, live, entries, kept)
    step_by_step = Match(setup)
    for entry in entries:
        step_by_step.apply([entry])
    assert step_by_step.snapshot() == live.snapshot()


def check_rebuilt(setup: Setup, live: Match, entries: list[Entry], kept: list[tuple[int, bytes]]) -> None:
    """From nothing and from an older snapshot, the same match with the same views."""
    version, older = kept[-1]
    for rebuilt in (Match.restore(setup, None, entries), Match.restore(setup, older, entries[version:])):
        assert rebuilt.snapshot() == live.snapshot()
        assert rebuilt.state == live.state
        assert rebuilt.view(0, 2e6) == live.view(0, 2e6)
    kept.append((live.version, live.snapshot()))


def test_the_fuzz_reaches_every_kind_of_entry() -> None:
    """Otherwise the test above would prove less than it says."""
    from branchline.match.entry import FIELDS

    found: set[str] = set()
    for game, kinds, settings in TABLES:
        for seed in range(8):
            rng, now = random.Random(f"{game} {kinds} {seed}"), 1_000_000.0
            match = Match(Setup.of(game, seats(kinds), **settings))
            match.apply(match.begin(now, rng))
            for _ in range(400):
                now += rng.choice([0.0, 0.1, 1.0, 5.0, 30.0 if rng.random() < 0.2 else 2.0])
                try:
                    made = rng.choice(wishes(match, rng, now))()
                except BranchlineError:
                    continue
                match.apply(made)
                found |= {entry.kind for entry in made}
                if match.is_finished:
                    break
    assert found == set(FIELDS)


def test_bytes_that_are_no_snapshot() -> None:
    setup = Setup.of("northern-pacific", seats("ppp"))
    for junk in (b"", b"hello", b"x\x9c\x03\x00\x00\x00\x00\x01"):
        with pytest.raises(BadEntry, match="snapshot"):
            Match.restore(setup, junk)


def test_a_snapshot_of_another_format_is_refused() -> None:
    setup = Setup.of("northern-pacific", seats("ppp"))
    data = {**json.loads(zlib.decompress(Match(setup).snapshot())), "format": 99}
    with pytest.raises(BadEntry):
        Match.restore(setup, zlib.compress(json.dumps(data).encode()))


def test_an_entry_for_a_seat_that_is_not_there() -> None:
    with pytest.raises(BadEntry, match="seat 7"):
        Match(Setup.of("northern-pacific", seats("ppp"))).apply([Entry("rename", 7, 1.0, {"name": "Eve"})])


def test_a_match_knows_no_bots_no_web_and_no_store() -> None:
    for file in Path(branchline.match.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                assert name.split(".")[0] not in ("fastapi", "starlette", "sqlalchemy", "sqlite3", "asyncio"), file
                assert not name.startswith(("branchline.bots", "branchline.server", "branchline.cli", "branchline.arena")), file


@pytest.mark.parametrize(("game", "kinds", "more"), TABLES)
def test_a_copy_shares_nothing_that_changes(game: str, kinds: str, more: dict[str, Any]) -> None:
    rng = random.Random(5)
    match = Match(Setup.of(game, seats(kinds), **more))
    match.apply(match.begin(0.0, rng))
    for number in range(60):
        twin, before = match.copy(), match.snapshot()
        for seat in range(len(match.seats)):
            match.log(seat), twin.log(seat)
        shared = [name for name, value in vars(match).items() if vars(twin)[name] is value and not is_lasting(value)]
        assert not shared
        assert not [name for name in match._lines if match._lines[name] is twin._lines[name]]
        try:
            twin.apply(rng.choice(wishes(twin, rng, float(number)))())
        except BranchlineError:
            continue
        assert match.snapshot() == before
        match = twin if twin.phase != "closed" else match


def is_lasting(value: object) -> bool:
    """Whether a value is never changed in place."""
    return value is None or isinstance(value, (str, int, float, tuple, frozenset, Game, Entry, Setup, Clocks, UndoRequest))
