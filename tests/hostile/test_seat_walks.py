"""Over random sequences of steps, no link that anybody but the present sitter has seen opens anything of a seat."""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from branchline.match import Match
from branchline.server.services.container import Services
from branchline.server.tables.changes import Change
from tests.hostile.test_seat_links import GAME, in_server, match_of
from tests.server.running import Client, Running

PEOPLE = 4
STEPS, MANY_STEPS = 25, 80


class World:
    """Some people at some tables, who do what they like; and what each of them ever saw."""

    def __init__(self, server: Running, chance: random.Random) -> None:
        self.server, self.chance = server, chance
        self.people = [server.client() for _ in range(PEOPLE)]
        self.probe = server.client()
        self.touched = ""
        for number, client in enumerate(self.people):
            client.post("/api/me", {"name": f"Person {number}"})
        self.sitters: dict[tuple[str, int], list[int]] = defaultdict(list)
        """Table and seat → the people who sit there, the first to sit down first."""
        self.owners: dict[str, int] = {}
        self.seen: dict[tuple[str, int], dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
        """Table and seat → each secret with the people who saw it."""

    def learn(self, person: int, answer: Any) -> None:
        """Somebody keeps every secret they are shown."""
        for link in answer.get("links", ()) if isinstance(answer, dict) else answer:
            table = link["path"].removeprefix("/t/").partition("#")[0]
            self.seen[table, link["seat"]][link["secret"]].add(person)

    def remember(self, person: int, answer: Any) -> None:
        """Somebody has opened a table."""
        self.owners[answer["id"]] = person
        for seat in answer["you"]["seats"]:
            self.sitters[answer["id"], seat] = [person]
        self.learn(person, answer)

    # -- steps --

    def open(self) -> None:
        person = self.chance.randrange(PEOPLE)
        seats = ["me", *self.chance.choices(["link", "open", "open", "bot:random"], k=self.chance.choice((1, 2)))]
        self.chance.shuffle(seats)
        absence = {"kind": "vote", "minutes": 1}
        self.remember(person, self.people[person].open(GAME, " ".join(seats), absence=absence))

    def join(self) -> None:
        table, match = self.some_table()
        free = [seat for seat, given in enumerate(match.seats) if given.kind == "open"]
        if match.phase != "waiting" or not free:
            return
        person, seat = self.chance.randrange(PEOPLE), self.chance.choice(free)
        invitations = [secret for secret in self.seen[table, seat] if secret.startswith("invite_")]
        body: dict[str, Any] = {"seat": seat}
        if invitations and self.chance.random() < 0.7:
            body = {"secret": self.chance.choice(invitations)}
        response = self.people[person].http.post(f"/api/tables/{table}/join", json=body)
        if response.status_code == 200:
            taken = [seat for seat, given in enumerate(match_of(self.server, table).seats) if match.seats[seat] != given]
            for seat in taken:
                if match.seats[seat].kind == "open":
                    self.sitters[table, seat] = [person]
            self.learn(person, response.json())
        else:
            assert response.status_code == 403, response.text

    def leave(self) -> None:
        table, match = self.some_table()
        seat = self.chance.randrange(len(match.seats))
        if match.is_finished or not self.sitters[table, seat]:
            return
        person = self.chance.choice(sorted(self.sitters[table, seat]))
        self.people[person].post(f"/api/tables/{table}/leave", {"seat": seat})
        self.sitters[table, seat] = []

    def fill(self) -> None:
        table, match = self.some_table()
        seat = self.chance.randrange(len(match.seats))
        allowed = match.phase == "waiting" and match.seats[seat].kind == "open"
        body = {"seat": seat, "level": "random"}
        response = self.people[self.owners[table]].http.post(f"/api/tables/{table}/fill", json=body)
        assert (response.status_code == 200) == allowed, response.text
        assert allowed or match_of(self.server, table).seats[seat] == match.seats[seat]

    def device(self) -> None:
        """Somebody opens their seat with the link of it that they saw last, in another browser."""
        table, match = self.some_table()
        seat = self.chance.randrange(len(match.seats))
        if match.is_finished or not match.seats[seat].is_person or not self.sitters[table, seat]:
            return
        first = self.chance.choice(sorted(self.sitters[table, seat]))
        links = self.people[first].get(f"/api/tables/{table}/links")
        self.learn(first, links)
        secret = next(link["secret"] for link in links if link["seat"] == seat and link["kind"] == "seat")
        person = self.chance.randrange(PEOPLE)
        answer = self.people[person].post(f"/api/tables/{table}/join", {"secret": secret})
        self.seen[table, seat][secret].add(person)
        if person not in self.sitters[table, seat]:
            self.sitters[table, seat].append(person)
        self.learn(person, answer)

    def renew(self) -> None:
        table, match = self.some_table()
        seat, person = self.chance.randrange(len(match.seats)), self.chance.randrange(PEOPLE)
        sits = person in self.sitters[table, seat] and match.seats[seat].is_person
        invites = self.owners[table] == person and match.seats[seat].kind == "open"
        response = self.people[person].http.post(f"/api/tables/{table}/links", json={"seat": seat})
        assert (response.status_code == 200) == (sits or invites), response.text
        if sits:
            self.sitters[table, seat] = list(dict.fromkeys([self.sitters[table, seat][0], person]))
        if sits or invites:
            self.learn(person, [response.json()])

    def vote(self) -> None:
        """The others give an absent seat to a bot; the server thinks that two minutes have passed."""
        table, match = self.some_table()
        decider = match.decider
        votes = match.setup.absence.kind == "vote" and len(match.persons) > 1
        if not votes or decider is None or match.seats[decider].played_by != "person":
            return

        async def agree(services: Services) -> None:
            for voter in match.persons:
                if voter != decider:

                    def cast(match: Match, now: float, voter: int = voter) -> Any:
                        return match.vote(voter, f"take-over {decider}", now + 120)

                    await services.tables.change(table, Change(cast))

        in_server(self.server, agree)

    def close(self) -> None:
        """All people at a table vote to close it, so that it can have a rematch."""
        table, match = self.some_table()
        for seat in match.persons if match.phase == "playing" else ():
            person = min(self.sitters[table, seat])
            self.people[person].post(f"/api/tables/{table}/votes", {"topic": "close", "seat": seat})

    def rematch(self) -> None:
        table, match = self.some_table()
        here = [person for seat in range(len(match.seats)) for person in self.sitters[table, seat]]
        if not match.is_finished or not here:
            return
        person = self.chance.choice(here)
        answer = self.people[person].post(f"/api/tables/{table}/rematch", expect=201)
        if answer["id"] in self.owners:  # the offer is accepted
            for seat in answer["you"]["seats"]:
                if person not in self.sitters[answer["id"], seat]:
                    self.sitters[answer["id"], seat] = [person]
            self.learn(person, answer)
            return
        self.owners[answer["id"]] = person
        for seat, given in enumerate(match.seats):
            if given.is_person and person in self.sitters[table, seat]:
                self.sitters[answer["id"], (seat + 1) % len(match.seats)] = list(self.sitters[table, seat])
        self.learn(person, answer)

    def fork(self) -> None:
        table, match = self.some_table()
        person = self.chance.randrange(PEOPLE)
        if not match.is_finished or match.ply == 0:
            return
        seats = [{"kind": "me"}, *({"kind": "open"} for _ in range(len(match.seats) - 1))]
        response = self.people[person].http.post(f"/api/tables/{table}/fork", json={"ply": match.ply - 1, "seats": seats})
        if response.status_code == 201:
            self.remember(person, response.json())

    def bring(self) -> None:
        """Import the record of a finished table, cut off so that people can sit down and play on."""
        table, match = self.some_table()
        if not match.is_finished or match.ply == 0:
            return
        person = self.chance.randrange(PEOPLE)
        record = self.people[person].get(f"/api/tables/{table}/record")
        response = self.people[person].http.post("/api/import", json={"record": record})
        if response.status_code == 201:
            self.remember(person, response.json())

    def some_table(self) -> tuple[str, Match]:
        self.touched = self.chance.choice(list(self.owners))
        return self.touched, match_of(self.server, self.touched)

    # -- what must hold --

    def check(self, table: str) -> None:
        match = match_of(self.server, table)
        for number, client in enumerate(self.people):
            self.check_person(table, match, number, client)
        for seat in range(len(match.seats)):
            self.check_secrets(table, match, seat)

    def check_person(self, table: str, match: Match, number: int, client: Client) -> None:
        """What each person can read equals what their present seats may see."""
        held = [seat for seat, given in enumerate(match.seats) if number in self.sitters[table, seat] and given.is_person]
        answer = client.table(table)
        assert answer["you"]["seats"] == held, (table, number)
        looks = answer["you"]["seat"]
        assert looks in held or (looks is None and not held)
        expected = match.view(looks, 0.0)
        assert answer["view"]["position"] == expected["position"]
        for seat in range(len(match.seats)):
            client.get(f"/api/tables/{table}", 200 if seat in held else 403, params={"seat": seat})
        if held or self.owners[table] == number:
            shown = client.get(f"/api/tables/{table}/links")
            self.learn(number, shown)
            open_seats = [seat for seat, given in enumerate(match.seats) if given.kind == "open" and match.phase == "waiting"]
            invitations = open_seats if self.owners[table] == number else []
            assert [link["seat"] for link in shown if link["kind"] == "invite"] == invitations
            assert {link["seat"] for link in shown if link["kind"] == "seat"} >= set(held)
        else:
            client.get(f"/api/tables/{table}/links", 403)

    def check_secrets(self, table: str, match: Match, seat: int) -> None:
        """A secret that anybody else has seen opens nothing of a seat."""
        for secret, viewers in self.seen[table, seat].items():
            bearer = {"Authorization": f"Bearer {secret}"}
            response = self.probe.http.get(f"/api/tables/{table}", headers=bearer)
            if response.status_code == 200:
                assert secret.startswith("seat_")
                assert match.seats[seat].is_person
                assert viewers <= set(self.sitters[table, seat]), (table, seat, viewers)
            else:
                assert response.status_code == 401
            if match.seats[seat].kind != "open" and not viewers <= set(self.sitters[table, seat]):
                self.probe.post(f"/api/tables/{table}/join", {"secret": secret, "name": "Mallory"}, 403)


def walk(server: Running, seed: int, steps: int) -> Iterator[str]:
    """A random sequence of steps, checked after each of them."""
    chance = random.Random(seed)
    world = World(server, chance)
    world.open()
    world.touched = next(iter(world.owners))
    names = [
        "open",
        "join",
        "join",
        "join",
        "leave",
        "leave",
        "fill",
        "device",
        "renew",
        "vote",
        "close",
        "rematch",
        "fork",
        "bring",
    ]
    for name in itertools.islice(iter(lambda: chance.choice(names), None), steps):
        if name == "open" and len(world.owners) > 3:
            continue
        getattr(world, name)()
        for table in {world.touched, list(world.owners)[-1]}:
            world.check(table)
        yield name
    for table in world.owners:
        world.check(table)


def test_any_sequence_of_steps(start: Callable[..., Running], some_database: str) -> None:
    """Random sequences of open, join, leave, fill, device, vote, close, rematch, fork, import and renew."""
    server = start(database=some_database, sweep=60.0, bot_pause=60.0)
    assert set(walk(server, 1, STEPS)) >= {"join", "leave", "renew"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_many_sequences_of_steps(start: Callable[..., Running], some_database: str, seed: int) -> None:
    assert list(walk(start(database=some_database, sweep=60.0, bot_pause=60.0), seed, MANY_STEPS))
