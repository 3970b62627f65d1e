"""Tables whose snapshot or log was damaged: a snapshot never matters, and a log harms no other table."""

from __future__ import annotations

import functools
import json
import random
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from branchline.errors import BranchlineError
from branchline.match import Absence, BadEntry, Clock, Entries, Entry, Match, Setup
from tests.match.tables import GAMES, do, seats, step, table, until
from tests.server.running import Client, Running
from tests.server.test_secrets import setup_of

JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    3,
    10**6,
    2**63,
    10**30,
    0.5,
    float("nan"),
    float("inf"),
    "",
    "x",
    [],
    [0],
    [[]],
    {},
    {"a": 1},
]


@functools.cache
def bomb() -> bytes:
    """200 MB in 200 kB; to make it takes a second, so only tests that need it do."""
    return zlib.compress(b"[" * 200_000_000)


def eventful(game: str) -> Match:
    """A match in play in which every field of a snapshot is filled."""
    clock, absence = Clock("bank", 500.0, 5.0), Absence("vote", 1.0)
    match, rng = table(game, "ppp", clock=clock, absence=absence, on_time_out="bot"), random.Random(3)
    for _ in range(12):
        step(match, rng)
    seat = match.decider
    assert seat is not None
    do(match, match.take_over(seat, 2.0))
    step(match, rng)
    do(match, match.hand_back(seat, 3.0))
    do(match, match.vote(0, "close", 3.0))
    own = max(ply for ply, past in enumerate(match.played) if past.seat == 0)
    do(match, match.ask_undo(0, own, match.ply, 4.0))
    return match


def pack(data: Any) -> bytes:
    return zlib.compress(json.dumps(data).encode())


def unpack(match: Match) -> Any:
    return json.loads(zlib.decompress(match.snapshot()))


def places(data: Any, *path: Any) -> Iterator[tuple[Any, ...]]:
    """The way to every value in JSON data."""
    yield path
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield from places(value, *path, key)


def changed(data: Any, path: tuple[Any, ...], junk: Any) -> Any:
    """A copy with other data at a place."""
    if not path:
        return junk
    copy = json.loads(json.dumps(data))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = junk
    return copy


def use(match: Match) -> None:
    """Everything that is asked of a match: it works, or it refuses by a sentence; what is shown can be sent."""
    for seat in (None, 0, 1, 2):
        json.dumps(match.view(seat, 5.0), allow_nan=False)
    wishes: list[Callable[[], Entries]] = [
        lambda: match.tick(5.0),
        lambda: match.undo_step(0, match.ply, 5.0),
        lambda: match.answer_undo(1, match.ask.id if match.ask else 0, True, 5.0),
        lambda: match.vote(1, "close", 5.0),
        lambda: match.play(match.decider or 0, match.state.legal()[0], match.ply, 5.0, random.Random(1)),
        lambda: match.leave(0, 5.0),
    ]
    for wish in wishes:
        with suppress(BranchlineError):
            match.copy().apply(wish())
    Match.restore(match.setup, match.snapshot())


def tried(setup: Setup, snapshot: bytes) -> bool:
    """Whether the bytes were taken for a snapshot; then the match works."""
    try:
        match = Match.restore(setup, snapshot)
    except BadEntry:
        return False
    use(match)
    return True


@pytest.mark.parametrize("game", GAMES)
def test_a_snapshot_of_another_shape_is_refused_or_works(game: str) -> None:
    """Every value of a snapshot replaced by other data in turn; of the many deeds and their times some."""
    match, rng = eventful(game), random.Random(game)
    data = unpack(match)
    ways = list(places(data))
    deeds = [way for way in ways if way[0:1] in (("deeds",), ("times",)) and len(way) > 1]
    ways = [way for way in ways if way not in deeds] + rng.sample(deeds, 60)
    taken = sum(tried(match.setup, pack(changed(data, way, junk))) for way in ways for junk in rng.sample(JUNK, 5))
    assert taken < len(ways), "most other shapes are refused"
    for key in data:
        without = {name: value for name, value in data.items() if name != key}
        assert not tried(match.setup, pack(without))
    assert not tried(match.setup, pack({**data, "more": 1}))
    assert tried(match.setup, pack(data))


@pytest.mark.parametrize("game", GAMES)
def test_a_snapshot_with_other_moves_is_refused_or_works(game: str) -> None:
    """Compiled code trusts its input, so an illegal action must not reach it."""
    match, rng = eventful(game), random.Random(game)
    refused = 0
    for _ in range(60):
        data = unpack(match)
        deeds = data["deeds"]
        one, other = rng.randrange(len(deeds)), rng.randrange(len(deeds))
        spoil = rng.choice(["swap", "drop", "double", "other"])
        if spoil == "swap":
            deeds[one], deeds[other] = deeds[other], deeds[one]
        elif spoil == "drop":
            del deeds[one]
        elif spoil == "double":
            deeds.insert(other, deeds[one])
        else:
            deeds[one][0] = rng.randrange(match.game.action_count)
        refused += not tried(match.setup, pack(data))
    assert refused


@pytest.mark.parametrize(
    "make",
    [
        lambda: b"",
        lambda: b"hello",
        bomb,
        lambda: zlib.compress(b"[" * 100_000),
        lambda: zlib.compress(b"\xff\xfe"),
        lambda: zlib.compress(b"9" * 9000),
    ],
    ids=["nothing", "no-zlib", "bomb", "deep", "no-text", "long-number"],
)
def test_bytes_of_any_kind(make: Callable[[], bytes]) -> None:
    junk = make()
    match = eventful("northern-pacific")
    assert not tried(match.setup, junk)
    assert not tried(match.setup, match.snapshot()[:-7])


def test_the_snapshot_of_another_table() -> None:
    other = eventful("northern-pacific").snapshot()
    assert not tried(Setup.of("northern-pacific", seats("ppppp")), other)
    assert not tried(Setup.of("central-pacific", seats("ppp")), other)


@pytest.mark.parametrize("game", GAMES)
def test_a_damaged_log_is_refused_or_works(game: str) -> None:
    rng, match = random.Random(game), Match(Setup.of(game, seats("ppb")))
    log = list(do(match, match.begin(0.0, rng)))
    for _ in range(20):
        log += step(match, rng)
    until(match, rng, seat=0)
    bodies = [entry.to_dict() for entry in log]
    for _ in range(150):
        spoilt = json.loads(json.dumps(bodies))
        one, other = rng.randrange(len(spoilt)), rng.randrange(len(spoilt))
        spoil = rng.choice(["swap", "drop", "junk", "move", "undo"])
        if spoil == "swap":
            spoilt[one], spoilt[other] = spoilt[other], spoilt[one]
        elif spoil == "drop":
            del spoilt[one]
        elif spoil == "move":
            spoilt[one].setdefault("data", {})["move"] = rng.choice(match.game.board.texts)
        elif spoil == "undo":
            spoilt[one] = {
                "kind": "undo",
                "seat": 0,
                "at": 1.0,
                "data": {"to": rng.choice([-5, 0, 2, 99]), "ply": 3, "right": "free"},
            }
        else:
            way = rng.choice(list(places(spoilt))[1:])
            spoilt = changed(spoilt, way, rng.choice(JUNK))
        try:
            found = Match.restore(match.setup, None, [Entry.from_dict(body) for body in spoilt])
        except BadEntry:
            continue
        found.view(0, 5.0)


# -- on a server ------------------------------------------------------------------------------------------


def write(server: Running, statement: str, *values: Any) -> None:
    """Change the database behind the server's back."""
    with sqlite3.connect(server.settings.folder / "branchline.sqlite") as database:
        changed_rows = database.execute(statement, values).rowcount
    database.close()
    assert changed_rows > 0
    server.call(server.services.tables.cache.clear)


def moved(ann: Client, moves: int = 12) -> dict[str, Any]:
    """A table of Ann's after some moves."""
    found: dict[str, Any] = ann.open(seats="me me", name="Ann")
    for ply in range(moves):
        found = ann.move(found["id"], found["view"]["legal"][0], ply)
    return found


def test_any_snapshot_is_replaced_by_the_log(start: Callable[..., Running]) -> None:
    server = start(snapshot_every=10)
    ann = server.client()
    found = moved(ann)
    version = found["version"]
    data = unpack(Match.restore(setup_of(server, found["id"])))
    for body in (
        b"",
        bomb(),
        pack([]),
        pack({"format": 1}),
        pack({**data, "version": "one"}),
        pack({**data, "deeds": [[5]]}),
        pack({**data, "signs": None}),
        pack({**data, "version": version + 5}),
        pack({**data, "version": version - 2}),
    ):
        write(server, "UPDATE snapshots SET body = ?, version = ? WHERE table_id = ?", body, version - 2, found["id"])
        again = ann.table(found["id"])
        assert (again["version"], again["view"]) == (version, found["view"])
    write(server, "UPDATE snapshots SET version = ? WHERE table_id = ?", version + 50, found["id"])
    after = ann.move(found["id"], found["view"]["legal"][0], found["ply"])
    assert after["version"] == version + 1
    server.call(server.services.tables.cache.clear)
    assert ann.table(found["id"])["ply"] == after["ply"], "a snapshot that fits has taken its place"


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE entries SET body = '{}' WHERE table_id = ? AND seq = 3",
        "UPDATE entries SET body = 'no JSON' WHERE table_id = ? AND seq = 3",
        "UPDATE entries SET body = (SELECT body FROM entries WHERE seq = 1) WHERE table_id = ? AND seq = 3",
        "UPDATE entries SET body = replace(body, 'at', 'when') WHERE table_id = ? AND seq = 3",
        "DELETE FROM entries WHERE table_id = ? AND seq = 3",
        "DELETE FROM entries WHERE table_id = ? AND seq > 3",
        "UPDATE tables SET setup = '{}' WHERE id = ?",
        "UPDATE tables SET setup = replace(setup, '\"rules\": ', '\"rules\": 9') WHERE id = ?",
        "UPDATE tables SET setup = 'no JSON' WHERE id = ?",
    ],
)
def test_a_damaged_log_harms_no_other_table(start: Callable[..., Running], harm: str) -> None:
    server = start()
    ann = server.client()
    broken, whole = moved(ann, 5)["id"], ann.open(name="Ann")["id"]
    write(server, harm, broken)
    for path in (f"/api/tables/{broken}", f"/t/{broken}", f"/api/tables/{broken}/record", f"/api/tables/{broken}/events"):
        said = ann.http.get(path)
        assert said.status_code == 409, (path, said.text)
        assert "cannot be shown" in said.text
    ann.post(f"/api/tables/{broken}/moves", {"move": "extend Fargo", "ply": 5}, 409)
    ann.move(whole, "extend Fargo", 0)
    assert server.client().get("/")
    assert ann.get("/api/me/tables")["tables"]
