"""Answers of the pages: whole pages and redirects, and values that several pages show."""

from __future__ import annotations

import time
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from branchline.errors import UnknownGame
from branchline.games.catalogue import cards, find_spec
from branchline.games.spec import Card, GameSpec
from branchline.learn import has_lesson
from branchline.server.accounts.requester import Person, Requester
from branchline.server.base.keys import hashed
from branchline.server.base.problems import not_found
from branchline.server.pages.moment import stops_of
from branchline.server.pages.rendering import Look, designers, render
from branchline.server.pages.words import name_of, time_left
from branchline.server.services.common import NAMELESS, Opened
from branchline.server.services.container import Services
from branchline.server.services.lists import count_waiting, is_offer
from branchline.server.web.dependencies import is_secure, remember
from branchline.texts import LANGUAGES, count, say, translated

READER_LENGTH = 16
TOO_MANY = 429
"""The status of an error that is not about the form, so it gets a page of its own."""


def spec_of(name: str) -> GameSpec:
    """The game named in an address, or 404."""
    try:
        return find_spec(name)
    except UnknownGame:
        raise not_found(say("There is no game of this name here.")) from None


def game_card(card: Card) -> dict[str, Any]:
    """The values of a game for templates."""
    return {
        "name": card.name,
        "title": card.title,
        "summary": translated(card.summary),
        "designer": translated(card.designer),
        "players": card.players,
        "fewest": min(card.players),
        "most": max(card.players),
        "has_lesson": has_lesson(card.name),
    }


async def page(request: Request, requester: Requester, template: str, status: int = 200, /, **values: Any) -> HTMLResponse:
    """A whole page in the reader's language, with the number of tables that wait for them."""
    services: Services = request.app.state.services
    person: Person | None = getattr(request.state, "remember", None) or requester.person
    whole = whole_page(request, person, await count_waiting(services, person), template, status, **values)
    whole.headers["branchline-reader"] = reader_of(person)  # the service worker forgets what another reader has seen
    return whole


def reader_of(person: Person | None) -> str:
    """A mark of the reader, for the browser to compare; it says nothing about them."""
    return hashed(person.id)[:READER_LENGTH] if person else ""


def whole_page(
    request: Request, person: Person | None, waiting: int, template: str, status: int = 200, /, **values: Any
) -> HTMLResponse:
    """A whole page in the reader's language; a newcomer also gets their cookie.  `waiting`: tables where it is their turn."""
    look = Look.of(request)
    text = render(
        template,
        language=look.language,
        theme=look.theme,
        languages=LANGUAGES,
        here=request.url.path,
        reader=reader_of(person),
        designers=designers(),
        games=[game_card(card) for card in cards()],
        person={
            "name": person.name if person and person.name != NAMELESS else "",
            "account": bool(person and person.has_account),
            "known": person is not None,
        },
        waiting=waiting,
        **values,
    )
    return _with_cookie(request, HTMLResponse(text, status, {"cache-control": "no-store"}))


def _with_cookie(request: Request, response: Any) -> Any:
    services: Services = request.app.state.services
    person = getattr(request.state, "remember", None)
    if person is not None:
        services.identity.remember(response, person, is_secure(request))
    return response


def redirect(request: Request, address: str) -> Response:
    """Redirect the browser to another page of the site."""
    response: Response = _with_cookie(request, RedirectResponse(address, 303))
    return response


def redirect_to_table(request: Request, opened: Opened) -> Response:
    """Redirect the browser to a new table; a game that is over is shown from its first decision on."""
    remember(request, opened.newcomer)
    match = opened.at.live.match
    return redirect(request, f"/t/{opened.at.id}" + (f"?move={stops_of(match)[0]}" if match.is_finished else ""))


def list_entry(shown: dict[str, Any]) -> dict[str, Any]:
    """One table of a list, in words."""
    step = say("move {step}", step=shown.get("moves", shown["ply"]))  # a table that was stored by an older version has no moves
    mine = shown.get("yours", [])
    is_offered = is_offer(shown)
    states = {
        "waiting": say("rematch offered to you") if is_offered else say("waiting"),
        "playing": step,
        "over": say("finished"),
    }
    my_turn = shown["waits_for"] == "person" and shown["actor"] in mine
    names = [_seat_name(number, seat, number in mine) for number, seat in enumerate(shown["seats"])]
    return {
        **shown,
        "state": states.get(shown["phase"], say("closed")),
        "names": names,
        "my_turn": my_turn,
        "is_offered": is_offered,
        "rating": rating_of(shown["seats"], shown.get("rated", True)),
        "left": time_left(shown["deadline"] - time.time()) if my_turn and shown.get("deadline") else "",
        "since": _since(shown, names, mine),
    }


def rating_of(seats: list[dict[str, Any]], is_rated: bool) -> str:
    """Whether a table is rated, in a word; empty where a person plays alone with bots."""
    if sum(seat["kind"] != "bot" for seat in seats) < 2:
        return ""
    return say("rated") if is_rated else say("unrated")


def _since(shown: dict[str, Any], names: list[str], mine: list[int]) -> str:
    """Who has decided since the reader's last decision, and how often, at a table where the game is on."""
    moves = shown.get("moves_since", [])  # a table that was stored by an older version has none
    if shown["phase"] != "playing" or not mine or len(moves) <= max(mine):
        return ""
    last = min(mine, key=moves.__getitem__)
    others = ", ".join(names[seat] for seat in shown["moved"][last] if seat not in mine)
    if not others:
        return ""
    return count("since your turn: {names} · {n} move", "since your turn: {names} · {n} moves", moves[last], names=others)


def _seat_name(number: int, seat: dict[str, Any], mine: bool) -> str:
    if seat["kind"] == "open":
        return say("free seat")
    return say("you") if mine and seat["name"] == NAMELESS else name_of(number, seat)
