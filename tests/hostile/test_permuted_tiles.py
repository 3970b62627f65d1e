"""Everything that somebody receives of a game of Central Pacific, byte by byte, while what others hide is permuted.

A game is played on a server.  Then its log is rewritten with other hidden tiles, in three ways: two tiles that one seat drew
unseen are exchanged, a tile of one hand is exchanged with one of another, or a tile in a hand with one that is still in the
pool.  All public moves stay the same.  Whoever could not see these tiles must receive exactly the same: every page, view,
picture, stream and refusal, with the same headers and the same length.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence

import pytest

from branchline.errors import BranchlineError
from branchline.match import Entry, Match, Setup
from branchline.match.chance import SYSTEM
from tests.server.running import Client, Running
from tests.server.test_events import entries_of
from tests.server.test_secrets import rewrite, setup_of

Sent = dict[str, tuple[int, dict[str, str], bytes]]
"""By what was asked: status, headers and body."""
PASSING = ("date", "x-request-id")
"""Headers that differ from one request to the next."""


class Reader:
    """Somebody who asks for everything there is."""

    def __init__(self, client: Client, table: str, seat: int | None, texts: Sequence[str]) -> None:
        self.client, self.table, self.seat = client, table, seat
        self.texts = texts
        """Every move of the game."""

    def everything(self, step: int) -> Sent:
        """All answers: for every `step`-th ply of the history, too."""
        api, page = f"/api/tables/{self.table}", f"/t/{self.table}"
        now = self.client.table(self.table)
        ply, legal = now["ply"], now["view"]["legal"]
        paths = [
            api,
            f"{api}/picture",
            f"{api}/chat",
            f"{api}/record",
            page,
            f"{page}/state",
            f"{page}/log",
            "/api/me/tables",
            "/",
        ]
        for earlier in range(0, ply, step):
            paths += [f"{api}/at/{earlier}", f"{api}/picture?ply={earlier}"]
            paths += [f"{page}/state?ply={earlier}", f"{page}/log?ply={earlier}"]
        sent = {path: self._ask("GET", path) for path in paths}
        for path in (f"{page}/state", f"{page}/log", api):
            sent[f"{path} in German"] = self._ask("GET", path, headers={"Accept-Language": "de"})
        sent["ghosts"] = self._ask("POST", f"{page}/ghosts", json={"moves": legal[:40], "ply": ply})
        sent["hint"] = self._ask("POST", f"{api}/hint")
        sent["fork"] = self._ask("POST", f"{api}/fork", json={"ply": ply})
        for move in self._illegal(legal):
            sent[f"move {move}"] = self._ask("POST", f"{api}/moves", json={"move": move, "ply": ply})
        for query in ("", "?brief=true"):
            sent[f"events{query}"] = self._stream(f"{api}/events{query}", now["version"])
        return sent

    def _ask(self, method: str, path: str, **more: object) -> tuple[int, dict[str, str], bytes]:
        answer = self.client.http.request(method, path, **more)  # type: ignore[arg-type]
        assert answer.status_code < 500, (path, answer.text[:300])
        return (
            answer.status_code,
            {name: value for name, value in answer.headers.items() if name not in PASSING},
            answer.content,
        )

    def _illegal(self, legal: list[str]) -> list[str]:
        """Moves that are refused: the sentence that says why must tell nothing either."""
        return [move for move in random.Random(len(legal)).sample(self.texts, 12) if move not in legal][:6]

    def _stream(self, path: str, version: int) -> tuple[int, dict[str, str], bytes]:
        """The bytes of a stream from the first entry on to the present version."""
        found = []
        with self.client.http.stream("GET", path, headers={"Last-Event-ID": "0-0"}) as answer:
            headers = {name: value for name, value in answer.headers.items() if name not in PASSING}
            last = False
            for line in answer.iter_lines():
                if line.startswith(":"):
                    continue  # a sign of life, which comes by the clock
                found.append(line)
                last = last or line == "event: table"
                if last and not line:
                    break
        assert any(f'"version":{version}' in line.replace(" ", "") for line in found)
        return answer.status_code, headers, "\n".join(found).encode()


# -- other tiles ------------------------------------------------------------------------------------------


def hidden_draws(log: list[Entry]) -> list[tuple[int, int]]:
    """Number and seat of every tile that was drawn unseen and not shown later to be drawn anew."""
    shown = {
        entry.seat: number for number, entry in enumerate(log) if entry.kind == "action" and entry.data["move"] == "redraw"
    }
    return [
        (number, entry.data["seen_by"][0])
        for number, entry in enumerate(log)
        if entry.kind == "action"
        and entry.data["move"].startswith("draw ")
        and len(entry.data["seen_by"] or ()) == 1
        and number > shown.get(entry.data["seen_by"][0], -1)
    ]


def with_moves(log: list[Entry], moves: dict[int, str]) -> list[Entry]:
    """The log with other draws at some numbers."""
    return [
        entry if number not in moves else Entry(entry.kind, entry.seat, entry.at, {**entry.data, "move": moves[number]})
        for number, entry in enumerate(log)
    ]


def permuted(setup: Setup, log: list[Entry], way: str, chance: random.Random) -> Iterator[tuple[set[int], list[Entry]]]:
    """Logs that differ in hidden tiles only, each with the seats that do notice: by their hands, or by what they drew when."""
    now = Match.restore(setup, None, log)
    draws = hidden_draws(log)
    chance.shuffle(draws)
    kinds = sorted({log[number].data["move"] for number, _ in draws})
    if way == "pool":
        tries = [({seat}, {number: kind}) for number, seat in draws for kind in kinds]
    else:
        tries = [
            ({seat, owner}, {number: log[other].data["move"], other: log[number].data["move"]})
            for (number, seat), (other, owner) in itertools.combinations(draws, 2)
            if (seat == owner) == (way == "own")
        ]
    for seats, moves in tries:
        if all(log[number].data["move"] == move for number, move in moves.items()):
            continue
        try:
            other = Match.restore(setup, None, with_moves(log, moves))
        except BranchlineError:
            continue  # a tile that was laid had not been drawn, or the pool has no such tile
        if all(other.view(seat, 0.0) != now.view(seat, 0.0) for seat in seats):
            yield seats, with_moves(log, moves)


# -- the comparison ---------------------------------------------------------------------------------------


def sit_down(server: Running, players: int, **more: object) -> tuple[str, list[Client]]:
    """A table of so many people, and everybody there, with a spectator at the end."""
    clients = [server.client() for _ in range(players + 1)]
    opened = clients[0].open("central-pacific", " ".join(["me"] + ["link"] * (players - 1)), name="Person 0", **more)
    table = str(opened["id"])
    for seat, client in enumerate(clients[1:-1], 1):
        client.post(f"/api/tables/{table}/join", {"secret": opened["links"][seat]["secret"], "name": f"Person {seat}"})
    return table, clients


def decide(clients: list[Client], table: str, chance: random.Random) -> None:
    """Whoever is to decide makes a move."""
    waiting = clients[-1].table(table)["view"]["waiting_for"]
    view = clients[waiting["seat"]].table(table)["view"]
    clients[waiting["seat"]].move(table, chance.choice([move for move in view["legal"] if move != "redraw"]), view["ply"])


def first_difference(asked: str, before: tuple[int, dict[str, str], bytes], after: tuple[int, dict[str, str], bytes]) -> None:
    """Fail with the place where two answers begin to differ."""
    (status, headers, body), (then, others, bytes_then) = after, before
    place = next((at for at, (new, old) in enumerate(zip(body, bytes_then, strict=False)) if new != old), None)
    if place is not None:
        pytest.fail(
            f"{asked}: {bytes_then[max(0, place - 80) : place + 80]!r} became {body[max(0, place - 80) : place + 80]!r}"
        )
    assert (status, len(body)) == (then, len(bytes_then)), asked
    assert headers == others, asked


def compare(server: Running, players: int, way: str, seed: int, step: int, decisions: int = 9, **more: object) -> int:
    """The number of answers that were compared; every one was the same for whoever could not see the tiles."""
    chance = random.Random(seed)
    table, clients = sit_down(server, players, **more)
    setup, found = setup_of(server, table), None
    while found is None:  # until there are tiles that can be exchanged
        for _ in range(decisions):
            decide(clients, table, chance)
        found, decisions = next(permuted(setup, entries_of(server, table), way, chance), None), 1
    seats, other = found
    readers = [
        Reader(client, table, seat if seat < players else None, setup.core.board.texts) for seat, client in enumerate(clients)
    ]
    before = {reader.seat: reader.everything(step) for reader in readers}
    rewrite(server, table, other)
    compared = 0
    for reader in readers:
        after = reader.everything(step)
        if reader.seat in seats:
            assert after[f"/t/{table}/state"] != before[reader.seat][f"/t/{table}/state"], "the tiles are others indeed"
            continue
        assert after.keys() == before[reader.seat].keys()
        for asked, answer in after.items():
            first_difference(asked, before[reader.seat][asked], answer)
            compared += 1
    return compared


@pytest.fixture
def dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same draws in every run."""
    monkeypatch.setattr(SYSTEM, "randrange", random.Random(1).randrange)


@pytest.mark.usefixtures("dealt")
@pytest.mark.parametrize(("players", "way"), [(2, "own"), (3, "hands"), (2, "pool")])
def test_nothing_received_depends_on_hidden_tiles(start: Callable[..., Running], players: int, way: str) -> None:
    assert compare(start(), players, way, seed=1, step=12) >= 25


@pytest.mark.slow
@pytest.mark.usefixtures("dealt")
def test_nothing_received_depends_on_hidden_tiles_in_many_games(start: Callable[..., Running]) -> None:
    server = start()
    compared = 0
    for seed, (players, way) in enumerate(itertools.product((2, 3, 4), ("own", "hands", "pool"))):
        compared += compare(server, players, way, seed, step=7, decisions=8 + seed * 2)
    compared += compare(server, 4, "hands", 21, step=7, options={"teams": "on"})
    print(f"{compared} answers compared, no difference")
    assert compared >= 800
