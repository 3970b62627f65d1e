"""People, tables and secrets for hostile requests to aim at."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import branchline as bl
from tests.server.running import Client, Running

RECORD = Path(__file__).parents[1] / "golden" / "northern_pacific" / "three-one-round.txt"
HOOK = "https://hook.invalid/branchline"


class Scene:
    """Vic and Wil play, Mal plays alone, and nobody is a visitor; what each of them may know, and tables in every phase."""

    def __init__(self, server: Running) -> None:
        self.games = tuple(spec.name for spec in bl.specs())
        self._secrets: dict[str, set[str]] = {}
        vic, wil, mal = (server.client() for _ in range(3))
        waiting = vic.open(seats="me link open", name="Vic")
        playing = vic.open(seats="me link bot:easy", name="Vic", public=True)
        invite = next(link["secret"] for link in playing["links"] if link["kind"] == "invite")
        joined = wil.post(f"/api/tables/{playing['id']}/join", {"name": "Wil", "secret": invite})
        alone = mal.open(seats="me me me", name="Mal")
        over = mal.post("/api/import", {"record": RECORD.read_text("utf-8")}, 201)
        closed = vic.open(seats="me open", name="Vic")
        vic.post(f"/api/tables/{closed['id']}/close")
        made = vic.post("/api/tournaments", {"title": "Winter", "game": "northern-pacific", "name": "Vic"}, 201)
        wil.post(f"/api/tournaments/{made['id']}/join", {"name": "Wil"})
        self.tournaments = (made["id"], "aaaabbbbcccc")
        self.tables = tuple(table["id"] for table in (waiting, playing, alone, over, closed))
        self.legal = (*alone["view"]["legal"], "extend Fargo", "no such move")
        token, hook = vic.post("/api/tokens", {"label": "Mover"}, 201), vic.post("/api/webhooks", {"url": HOOK}, 201)
        self.ids = (token["id"], hook["id"])
        seat = next(link["secret"] for link in joined["links"] if link["kind"] == "seat")
        self._keep("vic", vic, waiting, vic.get(f"/api/tables/{playing['id']}/links"), token["token"], hook["secret"])
        self._keep("wil", wil, joined)
        self._keep("mal", mal, alone)
        self.people: dict[str, dict[bytes, bytes]] = {
            "nobody": {},
            "vic": self._cookies(vic),
            "wil": {b"Authorization": f"Bearer {seat}".encode()},
            "mal": self._cookies(mal),
        }

    def _keep(self, who: str, client: Client, *known: Any) -> None:
        kept = self._secrets.setdefault(who, set(client.http.cookies.values()))
        for one in known:
            links = one["links"] if isinstance(one, dict) else one
            kept |= {one} if isinstance(one, str) else {link["secret"] for link in links}

    @staticmethod
    def _cookies(client: Client) -> dict[bytes, bytes]:
        return {b"Cookie": "; ".join(f"{name}={value}" for name, value in client.http.cookies.items()).encode()}

    def hidden_from(self, who: str) -> set[str]:
        """The secrets that nobody else may tell this person."""
        return {secret for owner, secrets in self._secrets.items() if owner != who for secret in secrets}

    def some_table(self, chance: random.Random) -> str:
        """A table in any phase; seldom one that does not exist."""
        return chance.choice((*self.tables, *self.tables, "aaaabbbbcccc"))

    def fitting(self, path: str, body: dict[str, Any], chance: random.Random) -> dict[str, Any]:
        """The body with values that exist, so that the request comes as far as it can."""
        if "move" in body:
            body["move"], body["ply"] = chance.choice(self.legal), chance.choice((0, 0, 0, 1))
        if "moves" in body:
            body["moves"] = chance.sample(self.legal, 2)
        if "secret" in body and chance.random() < 0.7:
            body.pop("secret")
        if "record" in body and chance.random() < 0.5:
            body["record"] = RECORD.read_text("utf-8")
        if isinstance(body.get("clock"), dict):
            body["clock"] = {"kind": "none", "seconds": 0}  # one that expires would change the table by itself
        if "url" in body:
            body["url"] = HOOK
        if path == "/api/accounts":
            body["name"] = f"Ann {chance.randrange(10**9)}"
        return body
