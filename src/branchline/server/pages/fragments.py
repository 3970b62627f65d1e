"""The JSON that updates the page of a table: pieces of HTML, of which the page fetches only those that have changed."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from branchline.bots.compiled import search_awaits_compiler
from branchline.match import Match
from branchline.match.view import undo_of
from branchline.server.accounts.seat_links import SEAT, Link
from branchline.server.pages.invitation import invitation, offer_of
from branchline.server.pages.log_text import Line
from branchline.server.pages.moment import Moment, place_of, stops_of
from branchline.server.pages.pictures import known
from branchline.server.pages.rendering import render
from branchline.server.services import chat, records, seating
from branchline.server.services.common import TableContext, may_ask
from branchline.texts import count, say, seat, sentence, translated

MOVE_LINK = re.compile(r"(?<!\S)#([0-9]{1,4})\b")
"""A move in a line of chat."""
LADDER = ("easy", "medium", "hard", "expert")
"""The levels of bots for people, each stronger than the one before."""


@dataclass(frozen=True)
class Facts:
    """What the page shows from the database, not from the match."""

    chat: list[dict[str, Any]]
    free: list[int]
    links: list[Link]
    kept: list[int] = field(default_factory=list)
    """Seats of a rematch that are kept for the requester."""
    again: TableContext | None = None
    """The rematch of a finished game."""
    is_asked: bool = False
    """Whether a seat of the rematch is kept for the requester."""


async def facts_of(at: TableContext) -> Facts:
    """The chat, the free seats, and the links that the requester may give to others."""
    waiting = at.live.match.phase == "waiting"
    links = await seating.links_of(at) if at.rights.seats or at.rights.is_owner else []
    again = await records.rematch_of(at) if at.live.match.is_finished and at.rights.seats else None
    return Facts(
        chat=await chat.read(at),
        free=at.live.free if waiting else [],
        links=links,
        kept=await seating.kept_for(at),
        again=again,
        is_asked=again is not None and bool(await seating.kept_for(again)),
    )


def moment_json(at: TableContext, moment: Moment, facts: Facts, have: list[str]) -> dict[str, Any]:
    """A moment as JSON for the page.  Call this within `naming`."""
    match, spec = at.live.match, moment.spec
    waiting = match.waiting_for
    actor = seat(waiting.seat) if waiting else ""
    turn = say("Your turn") if moment.mine else sentence(actor)
    return {
        "version": match.version,
        "ply": moment.ply,
        "last": match.ply,
        "step": moment.step,
        "steps": len(moment.stops) - 1,
        "passing": moment.passing,
        "news": _news(moment),
        "mine": moment.mine,
        "you": at.rights.to_dict(),
        "over": match.is_finished,
        "waiting": match.phase == "waiting",
        "title": " – ".join(part for part in (turn, spec.card.title, "Branchline") if part),
        "announce": _announcement(moment),
        "offer": moment.offer(),
        "drawing": moment.drawing(have),
        "fragments": {name: known(name, html, have) for name, html in _fragments(at, moment, facts).items()},
    }


def _news(moment: Moment) -> dict[str, str]:
    """What counts in the move that led here: its headline, and a card with the tally of the round that it ended."""
    headline, tally = moment.news()
    card = ""
    if tally:
        card = render("table/tally.html", headline=headline, sheet=tally, seats=moment.seats())
    return {"headline": headline, "card": card}


def hashes_of(fragments: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """The fragments without their content, for a page that already contains them."""
    return {name: {"hash": fragment["hash"]} for name, fragment in fragments.items()}


def _announcement(moment: Moment) -> str:
    """What a screen reader says when the board has changed."""
    lines = moment.lines()
    last = [line.text for line in lines if line.ply == moment.ply]
    return ". ".join([*last, *([say("Your turn"), moment.todo] if moment.mine else [])])


def _fragments(at: TableContext, moment: Moment, facts: Facts) -> dict[str, str]:
    match = moment.match
    over = match.is_finished
    seats = moment.seats()
    for row in seats:
        row["actions"] = _seat_actions(at, row["number"], facts)
    waiting = match.waiting_for
    end = moment if moment.is_live else replace(moment, looked_at=None)
    thinking = seat(waiting.seat) if waiting and waiting.by == "bot" and moment.is_live else ""
    common = {"over": over, "seats": seats, "game": moment.spec.card, "board": match.game.board}
    return {
        "status": render(
            "table/status.html",
            **common,
            mine=moment.mine,
            actor=seat(waiting.seat) if waiting else "",
            todo=moment.todo if moment.is_live else "",
            thinking=thinking,
            waiting=_waiting(match, moment, facts),
            looking=moment.step if moment.is_looking_back else None,
            steps=len(moment.stops) - 1,
            passing=moment.what_happened() if moment.passing else "",
            progress=moment.spec.text.progress(moment.position),
        ),
        "invite": invitation(at, facts.links, facts.free, facts.kept),
        "since": _since(moment) if match.phase == "playing" else "",
        "players": render("table/players.html", **{**common, "over": over and moment.is_live}),
        "controls": render("table/controls.html", actions=_actions(at, moment)),
        "tools": render(
            "table/tools.html", **common, actions=_answers(at, moment), overlays=_overlays(moment), notice=_notice(at)
        ),
        "log": render(
            "table/log.html",
            groups=grouped(moment.lines()),
            link=f"/rules/{moment.spec.name}",
            more=len(moment.lines(True)) > len(moment.lines()),
        ),
        "chat": render("table/chat.html", chat=[_spoken(line, at, moment.stops) for line in facts.chat]),
        "hand": render("table/hand.html", things=moment.hand()),
        "links": render("table/links.html", links=_links(at, facts), downloads=_downloads(at, moment)),
        "result": render(
            "table/result.html",
            seats=end.seats(),
            headline=end.headline(),
            sheet=end.sheet(),
            place=place_of(end.reader, end.state.ranks, end.state.scores),
            show=match.phase == "over" and not moment.is_looking_back,
            actions=_end_actions(at, end, facts),
            offer=offer_of(facts.again),
            review=f"/t/{at.id}/review",
            deal=f"/t/{at.id}/deal" if at.live.match.setup.deal else None,
            share=f"/t/{at.id}?move={moment.ply}",
            picture=f"/t/{at.id}/picture.png?move={moment.ply}",
        )
        if over
        else "",
    }


def _spoken(line: dict[str, Any], at: TableContext, stops: list[int]) -> dict[str, Any]:
    """A line of chat with its links to moves: `#12` leads to move 12, if there is one."""
    parts: list[tuple[str, int | None]] = []
    for number, text in enumerate(MOVE_LINK.split(line["text"])):
        is_link = number % 2 == 1 and int(text) < len(stops)
        parts.append((f"#{text}" if number % 2 else text, stops[int(text)] if is_link else None))
    return {**line, "parts": parts, "mine": line["seat"] is not None and line["seat"] in at.rights.seats}


def _since(moment: Moment) -> str:
    return render("table/since.html", since=moment.since(), seated=moment.reader is not None)


def grouped(lines: list[Line]) -> list[tuple[str, list[Line]]]:
    """The lines of the log in groups: draws in a row are one group, so that the page can fold them."""
    return [(kind, list(group)) for kind, group in groupby(lines, key=lambda line: line.kind)]


def _waiting(match: Any, moment: Moment, facts: Facts) -> str:
    """Why nobody is to move, for a table that waits for players or was closed; empty otherwise."""
    if match.phase == "waiting":
        missing = sum(given.kind == "open" for given in match.seats)
        return count(
            "The game begins when one more player sits down.", "The game begins when {n} more players sit down.", missing
        )
    if match.phase == "closed":
        return say("This table was closed.")
    return ""


def _act(text: str, act: str, question: str = "", primary: bool = False, **body: Any) -> dict[str, Any]:
    """A button: its text, the address and body of its post, the question it asks first, its icon, and whether it is off."""
    found = {"text": text, "act": act, "body": body, "question": question, "primary": primary}
    return {**found, "icon": "", "off": False, "hint": False}


def _seat_actions(at: TableContext, number: int, facts: Facts) -> list[dict[str, Any]]:
    """The buttons that the requester has for a seat."""
    match, mine = at.live.match, at.rights.seats
    given = match.seats[number]
    found = []
    if number in at.rights.shared:
        found.append(_act(say("End play elsewhere"), "/links", seat=number))
    if match.phase == "waiting" and at.rights.is_owner and given.kind == "open":
        found.append(_act(say("A bot instead"), "/fill", seat=number, level="medium"))
    if match.phase == "playing" and number in mine and given.is_person:
        if given.away:
            found.append(_act(say("Play on myself"), "/back", primary=True, seat=number))
        else:
            found.append(_act(say("Let a bot play for me"), "/away", seat=number))
    elif mine and given.played_by == "person" and match.decider == number and match.setup.absence.kind == "vote":
        found.append(_act(say("Vote for a bot"), "/votes", topic="take-over", about=number))
    return found


def _actions(at: TableContext, moment: Moment) -> list[dict[str, Any]]:
    """The buttons beside the moves.  While somebody plays they stay in their places and are switched off if there is no use."""
    match, reader = at.live.match, moment.reader
    if not at.rights.seats or reader is None:
        return [_act(say("Play on from here"), "/fork", ply=moment.ply)] if match.is_finished else []
    undo = undo_of(match, reader)
    if match.phase == "playing" and not moment.is_looking_back:
        step = undo["step"] is not None and not moment.passing
        turn = step and undo["turn"] not in (None, undo["step"])
        at_ply: dict[str, Any] = {"ply": match.ply, "version": match.version}
        back = _act(say("Undo"), "/undo", what="step", **at_ply)
        if not step and undo["may_ask"] and (own := _last_decision(match, reader)) is not None and not moment.passing:
            step, back = match.ask is None, _act(say("Ask to undo"), "/undo", to=own, **at_ply)
        found = [
            {**back, "icon": "↶" if "what" in back["body"] else "↶?", "off": not step},
            {**_act(say("Restart turn"), "/undo", what="turn", **at_ply), "icon": "⟲", "off": not turn},
        ]
        if may_ask(at.live, at.rights):
            found.append({**_act(say("Hint"), ""), "icon": "?", "off": not moment.mine, "hint": True})
        return found
    if match.phase == "playing" and (undo["step"] is not None or undo["may_ask"]):
        return [_act(say("Undo to here"), "/undo", to=moment.ply, ply=match.ply, version=match.version)]
    is_past = match.is_finished and not moment.is_live
    return [_act(say("Play on from here"), "/fork", ply=moment.ply)] if is_past else []


def _last_decision(match: Match, seat: int) -> int | None:
    """The ply at which a seat last decided."""
    return next((ply for ply in range(match.ply - 1, -1, -1) if match.played[ply].seat == seat), None)


def _answers(at: TableContext, moment: Moment) -> list[dict[str, Any]]:
    """The buttons that answer a request to take moves back or to pause, and the one that asks for a pause."""
    if not at.rights.seats or moment.reader is None:
        return []
    return [*_asked(at, undo_of(at.live.match, moment.reader)["ask"]), *_pausing(at.live.match, moment.reader)]


def _pausing(match: Match, reader: int) -> list[dict[str, Any]]:
    if match.phase != "playing" or match.setup.clock.kind == "none":
        return []
    if match.paused:
        return [_act(say("Let the clock run"), "/votes", primary=True, topic="pause", yes=False)]
    votes = match.votes.get("pause", frozenset())
    if reader in votes:
        return [_act(say("Withdraw the pause"), "/votes", topic="pause", yes=False)]
    return [_act(say("Agree to the pause") if votes else say("Pause the clock"), "/votes", topic="pause", primary=bool(votes))]


def _end_actions(at: TableContext, moment: Moment, facts: Facts) -> list[dict[str, Any]]:
    """The buttons that lead on from a finished game."""
    if not at.rights.seats or moment.reader is None:
        return []
    found = []
    if facts.again is None:
        alone = set(moment.match.persons) <= set(at.rights.seats)
        found.append(_act(say("Play again") if alone else say("Offer another game"), "/rematch", primary=True))
    elif facts.is_asked:
        found.append(_act(say("Accept and sit down"), "/rematch", primary=True))
    if (level := _stronger(moment.match)) is not None:
        found.append(_act(say("Play stronger bots"), "/api/tables", **_anew(moment.match, level)))
    return found


def _anew(match: Match, level: str) -> dict[str, Any]:
    """The request for a new table like this one, with bots of a level; everybody moves one seat further."""
    seats = [{"kind": "me"} if seat.is_person else {"kind": "bot", "level": level} for seat in match.seats]
    kept = ("game", "options", "clock", "on_time_out", "absence", "stand_in", "undo", "public")
    setup = match.setup.to_dict()
    return {**{name: setup[name] for name in kept}, "seats": [seats[-1], *seats[:-1]]}


def _stronger(match: Match) -> str | None:
    """The level above the strongest bot at a table with one person; None if there is no such level or no bot."""
    levels = [LADDER.index(seat.level) if seat.level in LADDER else 0 for seat in match.seats if seat.kind == "bot"]
    if not levels or len(match.persons) != 1 or max(levels) + 1 == len(LADDER):
        return None
    return LADDER[max(levels) + 1]


def _asked(at: TableContext, ask: dict[str, Any] | None) -> list[dict[str, Any]]:
    """The buttons that answer a request to take moves back."""
    if ask is None:
        return []
    mine = [number for number in at.rights.seats if number in ask["waiting_for"]]
    if mine:
        return [
            _act(say("Agree to the undo"), "/undo/answer", primary=True, ask=ask["id"], yes=True),
            _act(say("Refuse the undo"), "/undo/answer", ask=ask["id"], yes=False),
        ]
    return [_act(say("Withdraw my wish"), "/undo/answer", ask=ask["id"], yes=False)] if ask["seat"] in at.rights.seats else []


def _notice(at: TableContext) -> str:
    """What the table waits for other than a move, and what the reader should know about their seat and the bots."""
    match = at.live.match
    if (ask := match.ask) is None:
        if match.paused:
            return say("The clock is paused. It runs again with the next move of a person.")
        if not at.rights.seats and match.phase == "playing":
            return say("You are watching. Is one of the seats yours? Open it with its link, from the device you play on.")
        if wanting := match.votes.get("pause"):
            return say("A pause is wanted by {names}.", names=", ".join(seat(number) for number in sorted(wanting)))
        if at.rights.shared:
            return say("Another browser or a program plays your seat, too.")
        has_bots = any(given.played_by == "bot" for given in match.seats)
        if has_bots and not match.is_finished and search_awaits_compiler(match.game):
            return say(
                "While the rules are being compiled for this machine, which happens once, bots look only one move ahead."
            )
        return _about_the_deal(at)
    step = bisect_left(stops_of(match), ask.to)
    return sentence(say("{name} asks to take back everything to move {step}.", name=seat(ask.seat), step=step))


def _about_the_deal(at: TableContext) -> str:
    """What the players should know about the draws of a game that is on."""
    origin = at.live.match.setup.origin
    if origin is None or at.live.match.is_finished:
        return ""
    if origin.kind == "daily":
        return say("The deal of {day}: no hints, and nothing is taken back after a draw.", day=origin.date)
    if origin.kind == "deal":
        return say("This deal was played before, so somebody may know what is drawn.")
    return ""


def _overlays(moment: Moment) -> list[tuple[str, str, str]]:
    """Name, button and explanation of each overlay of the board."""
    if not moment.is_live or moment.match.is_finished:
        return []
    return [
        (name, translated(overlay.name), sentence(overlay.label(moment.position)))
        for name, overlay in moment.spec.drawing.overlays.items()
    ]


def _links(at: TableContext, facts: Facts) -> list[dict[str, str]]:
    """The links that are no invitations: the reader's own seats on another device, and watching."""
    found = []
    for link in facts.links:
        if link.kind == SEAT and link.seat in at.rights.seats:
            text = say("Copy the link of my seat (for another device)")
            found.append({"text": text, "address": link.path, "secret": link.secret})
    return [*found, {"text": say("Copy the link for watching"), "address": f"/t/{at.id}", "secret": ""}]


def _downloads(at: TableContext, moment: Moment) -> list[dict[str, Any]]:
    ply = f"?ply={moment.ply}"
    found = [{"text": say("Picture of the board"), "address": f"/api/tables/{at.id}/picture{ply}", "file": True}]
    if moment.match.is_finished:
        found.append({"text": say("Record of the game"), "address": f"/api/tables/{at.id}/record", "file": True})
    if moment.match.phase == "over":
        found.append({"text": say("Review"), "address": f"/t/{at.id}/review", "file": False})
    if moment.match.phase == "playing" and may_ask(at.live, at.rights) and moment.match.setup.deal:
        found.append({"text": say("Begin this deal again"), "address": f"/t/{at.id}/deal", "file": False})
    return found
