"""No link that anybody but the present sitter has seen opens anything of a seat: what a hostile review did, step by step."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from branchline.match import Match
from branchline.server.services.container import Services
from tests.server.running import Client, Running, wait_until

GAME = "central-pacific"


def in_server(server: Running, work: Callable[[Services], Any]) -> Any:
    """The result of something that is done in the server's own loop."""
    return asyncio.run_coroutine_threadsafe(work(server.services), server.services.loop).result(60)


def match_of(server: Running, table: str) -> Match:
    async def look(services: Services) -> Match:
        return (await services.tables.get(table)).match

    found: Match = in_server(server, look)
    return found


def hand(client: Client, table: str, **more: Any) -> Any:
    """What somebody is told of the hands at a table."""
    return client.table(table, **more)["view"]["position"]


def shut_out(server: Running, table: str, secret: str) -> None:
    """A secret opens nothing: it neither looks, speaks, watches nor sits down."""
    program, stranger = server.client(secret), server.client()
    program.get(f"/api/tables/{table}", 401)
    program.get(f"/api/tables/{table}/links", 401)
    program.get(f"/api/tables/{table}/events", 401)
    program.post(f"/api/tables/{table}/chat", {"text": "it is me"}, 401)
    program.get(f"/t/{table}", 401)
    stranger.post(f"/api/tables/{table}/join", {"secret": secret, "name": "Mallory"}, 403)
    assert stranger.table(table)["you"]["seats"] == []


def test_the_opener_keeps_no_secret_of_a_seat_that_is_taken(shared: Running, ann: Client, bo: Client) -> None:
    opened = ann.open(GAME, "me link open", name="Ann")
    kept = [link["secret"] for link in opened["links"] if link["seat"] != 0]
    assert [link["kind"] for link in opened["links"]] == ["seat", "invite", "invite"]
    for secret in kept:
        shared.client(secret).get(f"/api/tables/{opened['id']}", 401)  # an invitation is no seat
    bo.post(f"/api/tables/{opened['id']}/join", {"secret": kept[0], "name": "Bo"})
    cleo = shared.client()
    cleo.post(f"/api/tables/{opened['id']}/join", {"seat": 2, "name": "Cleo"})
    for secret in kept:
        shut_out(shared, opened["id"], secret)
    assert [link["seat"] for link in ann.get(f"/api/tables/{opened['id']}/links")] == [0]
    ann.post(f"/api/tables/{opened['id']}/links", {"seat": 1}, 403)
    ann.post(f"/api/tables/{opened['id']}/fill", {"seat": 1, "level": "random"}, 403)


def test_a_stranger_who_sat_down_and_left_keeps_nothing(shared: Running, ann: Client, bo: Client) -> None:
    opened = ann.open(GAME, "me open", name="Ann")
    stranger = shared.client()
    joined = stranger.post(f"/api/tables/{opened['id']}/join", {"name": "Mallory"}, 200)
    stranger.post(f"/api/tables/{opened['id']}/leave")  # the game has begun: a bot plays the seat for good
    shut_out(shared, opened["id"], joined["links"][0]["secret"])
    waiting = ann.open(GAME, "me open open", name="Ann")
    joined = stranger.post(f"/api/tables/{waiting['id']}/join", {"seat": 1})
    copied = [link["secret"] for link in stranger.get(f"/api/tables/{waiting['id']}/links")]
    assert copied == [link["secret"] for link in joined["links"]]
    stranger.post(f"/api/tables/{waiting['id']}/leave")
    bo.post(f"/api/tables/{waiting['id']}/join", {"seat": 1, "name": "Bo"})
    for secret in copied:
        shut_out(shared, waiting["id"], secret)


def test_a_kept_link_opens_no_bot_that_came_later(shared: Running, ann: Client) -> None:
    opened = ann.open(GAME, "me link", name="Ann")
    ann.post(f"/api/tables/{opened['id']}/fill", {"seat": 1, "level": "random"})
    shut_out(shared, opened["id"], opened["links"][1]["secret"])


def test_a_rematch_seats_only_who_agrees(shared: Running, ann: Client, bo: Client) -> None:
    opened = ann.open(GAME, "me link", name="Ann")
    bo.post(f"/api/tables/{opened['id']}/join", {"secret": opened["links"][1]["secret"], "name": "Bo"})
    for client in (ann, bo):
        client.post(f"/api/tables/{opened['id']}/votes", {"topic": "close"})
    again = ann.post(f"/api/tables/{opened['id']}/rematch", expect=201)
    assert [(link["seat"], link["kind"]) for link in again["links"]] == [(0, "invite"), (1, "seat")]
    assert again["you"]["seats"] == [1]
    assert bo.table(again["id"])["you"]["seats"] == []
    assert again["phase"] == "waiting"
    shared.client().post(f"/api/tables/{again['id']}/join", {"name": "Eve"}, 403)
    assert bo.post(f"/api/tables/{again['id']}/join", {})["you"]["seats"] == [0]
    assert bo.post(f"/api/tables/{opened['id']}/rematch", expect=201)["id"] == again["id"]
    versions = match_of(shared, again["id"]).seats
    assert [seat.kind for seat in versions] == ["person", "person"]


def test_an_invitation_is_for_one_person_and_sending_it_again_is_harmless(shared: Running, ann: Client, bo: Client) -> None:
    opened = ann.open(GAME, "me link open", name="Ann")
    invitation = opened["links"][1]["secret"]
    bo.post(f"/api/tables/{opened['id']}/join", {"secret": invitation, "name": "Bo"})
    assert bo.post(f"/api/tables/{opened['id']}/join", {"secret": invitation})["you"]["seats"] == [1]
    shared.client().post(f"/api/tables/{opened['id']}/join", {"secret": invitation, "name": "Cleo"}, 403)


def test_a_second_device_is_seen_and_can_be_shut_out(shared: Running, ann: Client) -> None:
    opened = ann.open(GAME, "me open", name="Ann")
    first = opened["links"][0]["secret"]
    phone = shared.client()
    there = phone.post(f"/api/tables/{opened['id']}/join", {"secret": first})
    assert (there["you"]["seats"], there["you"]["shared"]) == ([0], [0])
    assert ann.table(opened["id"])["you"]["shared"] == [0]
    assert "Another browser or a program" in ann.get(f"/t/{opened['id']}")
    shut_out(shared, opened["id"], first)
    renewed = ann.post(f"/api/tables/{opened['id']}/links", {"seat": 0})
    assert (renewed["kind"], ann.table(opened["id"])["you"]["shared"]) == ("seat", [])
    assert phone.table(opened["id"])["you"]["seats"] == []
    shut_out(shared, opened["id"], there["links"][0]["secret"])
    program = shared.client(renewed["secret"])
    assert program.table(opened["id"])["you"]["seats"] == [0]
    assert ann.table(opened["id"])["you"]["shared"] == [0]
    program.post(f"/api/tables/{opened['id']}/links", {"seat": 0}, 403)  # a program may not shut its person out


def test_whoever_comes_by_a_link_cannot_shut_out_who_sat_there_first(shared: Running, ann: Client) -> None:
    opened = ann.open(GAME, "me open", name="Ann")
    thief = shared.client()
    thief.post(f"/api/tables/{opened['id']}/join", {"secret": opened["links"][0]["secret"]})
    thief.post(f"/api/tables/{opened['id']}/links", {"seat": 0})
    assert ann.table(opened["id"])["you"]["seats"] == [0]
    ann.post(f"/api/tables/{opened['id']}/links", {"seat": 0})
    assert thief.table(opened["id"])["you"]["seats"] == []


def test_a_forfeited_seat_shows_its_bots_hand_to_nobody(start: Callable[..., Running]) -> None:
    server = start()
    ann, bo = server.client(), server.client()
    clock = {"clock": {"kind": "move", "seconds": 1}, "on_time_out": "forfeit"}
    opened = ann.open(GAME, "me open", name="Ann", **clock)
    joined = bo.post(f"/api/tables/{opened['id']}/join", {"name": "Bo"})
    gone = wait_until(lambda: [seat for seat, given in enumerate(ann.table(opened["id"])["view"]["seats"]) if given["gone"]])
    answer = {0: opened, 1: joined}[gone[0]]
    if ann.table(opened["id"])["phase"] == "playing":
        shut_out(server, opened["id"], next(link["secret"] for link in answer["links"] if link["seat"] == gone[0]))
