"""Hostile requests against every route: seeded, so that a number names the same attack again.

for attack in attacks(app, scene, random.Random(1), 400): ...
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import FastAPI
from fastapi.routing import APIRoute

from branchline.server.services import daily
from tests.hostile.odd import (
    ADDRESSES,
    BYTES,
    CONTENT_TYPES,
    HEADERS,
    LENGTHS,
    METHODS,
    MULTIPART,
    QUERIES,
    VALUES,
)
from tests.hostile.scene import Scene
from tests.hostile.test_odd_requests import BODIES, FORMS

PAGE_BODIES: dict[str, dict[str, Any]] = {
    "/me/notifications/push": {"endpoint": "https://push.example/x", "keys": {"p256dh": "x" * 87, "auth": "x" * 22}},
    "/me/notifications/push/off": {"endpoint": "https://push.example/x"},
    "/t/{table}/moves": {"move": "extend Fargo", "ply": 0},
    "/t/{table}/ghosts": {"moves": ["extend Fargo"], "ply": 0},
    "/t/{table}/link": {"secret": "invite_0123456789"},
    "/t/{table}/why": {"picks": [], "name": "city:Fargo", "ply": 0},
    "/t/{table}/plan": {"move": "extend Fargo", "first": "extend Duluth", "at": "0.1"},
    "/t/{table}/plan/then": {"number": "0", "move": "extend Fargo"},
    "/t/{table}/note": {"ply": "0", "text": "Watch Bo"},
    "/learn/{name}/why": {"picks": [], "name": "city:Fargo", "ply": 0},
    "/t/{table}/mistakes/{ply}/answer": {"move": "extend Fargo"},
    "/t/{table}/mistakes/{ply}/ghosts": {"moves": ["extend Fargo"]},
    "/t/{table}/mistakes/{ply}/why": {"picks": [], "name": "city:Fargo", "ply": 0},
    "/puzzles/{name}/{day}/answer": {"move": "extend Fargo"},
    "/puzzles/{name}/{day}/ghosts": {"moves": ["extend Fargo"]},
    "/puzzles/{name}/{day}/why": {"picks": [], "name": "city:Fargo", "ply": 0},
}
HTML = b"text/html,application/xhtml+xml,*/*;q=0.8"
JSON = b"application/json"
URL_ENCODED = b"application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Attack:
    """One request as bytes, and what is known of it."""

    family: str
    who: str
    method: bytes
    target: bytes
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""
    length: tuple[tuple[bytes, bytes], ...] | None = None
    """Headers in place of the true Content-Length."""

    def with_header(self, name: bytes, value: bytes) -> Attack:
        """The same request with one header set."""
        others = tuple(one for one in self.headers if one[0].lower() != name.lower())
        return replace(self, headers=(*others, (name, value)))

    def raw(self, host: bytes) -> bytes:
        """The request as it goes over the wire."""
        given = {name.lower() for name, _ in self.headers}
        lines = [b"%s %s HTTP/1.1" % (self.method, self.target)]
        if b"host" not in given:
            lines.append(b"Host: " + host)
        lines += [name + b": " + value for name, value in self.headers]
        if self.length is not None:
            lines += [name + b": " + value for name, value in self.length]
        elif self.body:
            lines.append(b"Content-Length: %d" % len(self.body))
        return b"\r\n".join([*lines, b"Connection: close", b"", self.body])


@dataclass(frozen=True)
class Target:
    """An operation: a method at a path, with a body that it takes."""

    method: str
    path: str
    body: dict[str, Any] | None
    is_form: bool


def targets(app: FastAPI) -> list[Target]:
    """Every operation of the application: what the OpenAPI description names, and pages and forms beside it."""
    found = [Target("GET", "/api/openapi.json", None, False), Target("GET", "/static/{file}", None, False)]
    for route in app.routes:
        if isinstance(route, APIRoute):
            for method in sorted(route.methods or ()):
                body = BODIES.get((method.lower(), route.path), PAGE_BODIES.get(route.path))
                form = FORMS.get(route.path) if method == "POST" else None
                found.append(Target(method, route.path, form or body, form is not None))
    return found


class Attacker:
    """Makes attacks by chance."""

    def __init__(self, app: FastAPI, scene: Scene, chance: random.Random) -> None:
        self.all, self.scene, self.chance = targets(app), scene, chance
        self.with_body = [one for one in self.all if one.body is not None and not one.is_form]
        self.forms = [one for one in self.all if one.is_form]
        self.families: tuple[Callable[[], Attack], ...] = (
            self.wrong_method,
            self.bytes_as_body,
            self.wrong_field,
            self.wrong_field,
            self.content_type,
            self.address,
            self.query,
            self.header,
            self.form,
            self.multipart,
            self.length,
            self.wrong_person,
            self.wrong_person,
        )

    def some(self, number: int) -> Iterator[Attack]:
        """So many attacks, the families in turn."""
        for count in range(number):
            yield self.families[count % len(self.families)]()

    # -- a request that could be right ------------------------------------------------------------------------

    def filled(self, path: str, **given: str) -> str:
        """The path with values for its parameters that exist."""
        pick = self.chance.choice
        return path.format(
            table=given.get("table", self.scene.some_table(self.chance)),
            game=pick(self.scene.games),
            name=pick((*self.scene.games, "np", "cities")),
            token=pick(self.scene.ids),
            hook=pick(self.scene.ids),
            ply=pick(("0", "1", "5", "40")),
            tournament=pick(self.scene.tournaments),
            what=pick(("join", "leave", "begin", "close", "dance")),
            person=pick(self.scene.ids),
            act=pick(("confirm", "off", "dance")),
            day=pick((daily.today(), "2026-01-01", "today")),
            size=pick(("192", "512", "7")),
            file=pick(("site.css", "table.js", "boards/northern-pacific.svg")),
        )

    def valid(self, target: Target, family: str) -> Attack:
        """A well-formed request of anybody for a target."""
        who = self.chance.choice(tuple(self.scene.people))
        address = quote(self.filled(target.path), safe="/?=")
        attack = Attack(family, who, target.method.encode(), address.encode())
        accept = JSON if target.path.startswith("/api/") else self.chance.choice((HTML, HTML, b"*/*"))
        attack = attack.with_header(b"Accept", accept)
        for header, value in self.scene.people[who].items():
            attack = attack.with_header(header, value)
        if target.body is not None:
            attack = self._with_body(attack, target)
        return attack

    def _with_body(self, attack: Attack, target: Target) -> Attack:
        body = self.scene.fitting(target.path, dict(target.body or {}), self.chance)
        if target.is_form:
            form = urlencode(body).encode()
            return replace(attack.with_header(b"Content-Type", URL_ENCODED), body=form)
        return replace(attack.with_header(b"Content-Type", JSON), body=json.dumps(body).encode())

    # -- families ---------------------------------------------------------------------------------------------

    def wrong_method(self) -> Attack:
        attack = self.valid(self.chance.choice(self.all), "method")
        return replace(attack, method=self.chance.choice(METHODS))

    def bytes_as_body(self) -> Attack:
        attack = self.valid(self.chance.choice(self.with_body), "body")
        return replace(attack, body=self.chance.choice(BYTES)())

    def wrong_field(self) -> Attack:
        """One field of a valid body changed, left out, added or given twice."""
        attack = self.valid(self.chance.choice(self.with_body), "field")
        body = json.loads(attack.body)
        how = self.chance.choice(("change", "change", "change", "drop", "add", "twice", "nest"))
        key = self.chance.choice((*body, "extra"))
        value = self.chance.choice(VALUES)
        if how == "drop":
            body.pop(key, None)
        elif how == "twice":
            text = attack.body.decode()
            return replace(attack, body=f"{text[:-1]}, {json.dumps(key)}: {json.dumps(value)}}}".encode())
        elif how == "nest" and isinstance(body.get(key), (dict, list)) and body[key]:
            inner = body[key]
            inner[self.chance.choice(list(inner)) if isinstance(inner, dict) else self.chance.randrange(len(inner))] = value
        else:
            body["extra\u202e" if how == "add" else key] = value
        return replace(attack, body=json.dumps(body).encode())

    def content_type(self) -> Attack:
        attack = self.valid(self.chance.choice((*self.with_body, *self.forms)), "content type")
        return attack.with_header(b"Content-Type", self.chance.choice(CONTENT_TYPES))

    def address(self) -> Attack:
        """Parameters of the path, or the path itself."""
        target = self.chance.choice(self.all)
        attack = self.valid(target, "address")
        odd = self.chance.choice(ADDRESSES)
        if "{" in target.path and self.chance.random() < 0.7:
            before, _, rest = target.path.partition("{")
            path = before.encode() + odd + self.filled("{" + rest).partition("/")[1].encode()
            path += quote(self.filled(rest.partition("}")[2])).encode()
        else:
            path = self.chance.choice((attack.target + b"/" + odd, b"/" + odd + attack.target, attack.target + odd))
        return replace(attack, target=path)

    def query(self) -> Attack:
        attack = self.valid(self.chance.choice(self.all), "query")
        parts = [
            self.chance.choice(QUERIES) + self.chance.choice((b"=", b"=", b"=", b"", b"==")) + self.chance.choice(ADDRESSES)
            for _ in range(self.chance.choice((1, 1, 2, 5)))
        ]
        return replace(attack, target=attack.target + b"?" + b"&".join(parts))

    def header(self) -> Attack:
        attack = self.valid(self.chance.choice(self.all), "header")
        for _ in range(self.chance.choice((1, 1, 2))):
            name = self.chance.choice(tuple(HEADERS))
            attack = attack.with_header(name, self.chance.choice(HEADERS[name]))
        return attack

    def form(self) -> Attack:
        """One field of a form changed, left out or given many times."""
        target = self.chance.choice(self.forms)
        attack = self.valid(target, "form")
        fields = list(target.body.items()) if target.body else []
        if target.path == "/new":
            fields += [("players", "3"), ("time_out", "bot"), ("public", "on"), ("seat_1", "friend"), ("option_map", "x")]
        place = self.chance.randrange(len(fields))
        name, _ = fields[place]
        texts = (value[:2000].encode("utf-8", "surrogatepass") for value in VALUES if isinstance(value, str))
        odd = self.chance.choice((*ADDRESSES, *(quote(text).encode() for text in texts)))
        pairs = [quote(key).encode() + b"=" + quote(value).encode() for key, value in fields]
        how = self.chance.choice(("change", "change", "change", "drop", "many"))
        pairs[place : place + 1] = {"drop": [], "many": [pairs[place]] * 1200}.get(how, [name.encode() + b"=" + odd])
        return replace(attack, body=b"&".join(pairs))

    def multipart(self) -> Attack:
        target = self.chance.choice(self.forms)
        attack = self.valid(target, "multipart")
        kind, body = self.chance.choice(MULTIPART)(target.body or {}, self.chance)
        return replace(attack.with_header(b"Content-Type", kind), body=body)

    def length(self) -> Attack:
        """Lengths that are missing, wrong or contradict one another."""
        attack = self.valid(self.chance.choice((*self.with_body, *self.forms)), "length")
        return replace(attack, length=self.chance.choice(LENGTHS))

    def wrong_person(self) -> Attack:
        """A well-formed request, of anybody and at any time."""
        changing = [one for one in self.all if one.method != "GET"]
        return self.valid(self.chance.choice((*changing, *self.all)), "person")
