"""The JSON that updates the page of a table: pieces of HTML, of which the page fetches only those that have changed."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from branchline.bots.compiled import search_awaits_compiler
from branchline.match import Match
from branchline.server.accounts.ratings import is_rated
from branchline.server.accounts.seat_links import SEAT, Link
from branchline.server.pages import private
from branchline.server.pages.invitation import invitation, offer_of
from branchline.server.pages.log_text import Line
from branchline.server.pages.moment import Moment, place_of, stops_of
from branchline.server.pages.pictures import part, unless_known
from branchline.server.pages.private import Private
from branchline.server.pages.rendering import render
from branchline.server.pages.table_buttons import actions, answers, end_actions, seat_actions
from branchline.server.services import chat, records, seating
from branchline.server.services.common import NAMELESS, TableContext, may_ask
from branchline.server.services.plans import SeatPlans
from branchline.texts import count, say, seat, sentence, translated

MOVE_LINK = re.compile(r"(?<!\S)#([0-9]{1,4})\b")
"""A move in a line of chat."""


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
    mine: Private = field(default_factory=lambda: Private(SeatPlans(), []))


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
        mine=await Private.of(at),
    )


def moment_json(at: TableContext, moment: Moment, facts: Facts) -> dict[str, Any]:
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
        "news": news_json(moment),
        "mine": moment.mine,
        "you": at.rights.to_dict(),
        "over": match.is_finished and not moment.passing,
        "waiting": match.phase == "waiting",
        "title": " – ".join(part for part in (turn, spec.card.title, "Branchline") if part),
        "announce": announcement(moment),
        "offer": moment.offer(),
        "drawing": moment.drawing(),
        "fragments": {name: part(html) for name, html in _fragments(at, moment, facts).items()},
    }


def news_json(moment: Moment, seen: int | None = None) -> dict[str, str]:
    """What counts in the last decision, or in all after the ply `seen`: a headline, and a card with the tally of a round."""
    headline, tally = moment.news(seen)
    card = ""
    if tally:
        card = render("table/tally.html", headline=headline, sheet=tally, seats=moment.seats())
    return {"headline": headline, "card": card}


def without_known(moment: dict[str, Any], have: list[str]) -> dict[str, Any]:
    """A moment without the content of those layers and fragments that the page has: `have` contains `name:hash`."""
    if not any(have):
        return moment
    layers, fragments = moment["drawing"]["layers"], moment["fragments"]
    return {
        **moment,
        "drawing": {"layers": {name: unless_known(f"layer-{name}", one, have) for name, one in layers.items()}},
        "fragments": {name: unless_known(name, one, have) for name, one in fragments.items()},
    }


def hashes_of(fragments: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """The fragments without their content, for a page that already contains them."""
    return {name: {"hash": fragment["hash"]} for name, fragment in fragments.items()}


def announcement(moment: Moment, seen: int | None = None) -> str:
    """What a screen reader says when the board has changed: the last decision, or all that came after the ply `seen`."""
    start = moment.stop_before if seen is None else seen
    told = [line.text for line in moment.lines() if line.ply > start or (line.ply, line.kind) == (moment.ply, "notice")]
    return ". ".join([*told, *([say("Your turn"), moment.todo] if moment.mine else [])])


def _fragments(at: TableContext, moment: Moment, facts: Facts) -> dict[str, str]:
    match = moment.match
    over = match.is_finished
    seats = moment.seats()
    for row in seats:
        row["actions"] = seat_actions(at, row["number"])
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
        "since": _since(moment, facts.mine) if match.phase == "playing" else "",
        "players": render(
            "table/players.html", **{**common, "over": over and moment.is_live, "rating": _rating(match), "lost": _lost(at)}
        ),
        "controls": render("table/controls.html", actions=actions(at, moment)),
        "tools": render(
            "table/tools.html",
            **common,
            actions=answers(at, moment),
            overlays=_overlays(moment),
            is_live=moment.is_live,
            notice=_notice(at),
            source=_fork_of(at),
        ),
        "log": render(
            "table/log.html",
            groups=grouped(moment.lines(), moment.marked_ply),
            link=f"/rules/{moment.spec.name}",
            more=len(moment.lines(True)) > len(moment.lines()),
        ),
        "chat": render("table/chat.html", chat=[_spoken(line, at, moment.stops) for line in facts.chat]),
        "hand": render("table/hand.html", things=moment.hand()),
        **private.fragments(at, moment, facts.mine),
        "links": render("table/links.html", links=_links(at, facts), downloads=_downloads(at, moment)),
        "result": render(
            "table/result.html",
            seats=end.seats(),
            headline=end.headline(),
            sheet=end.sheet(),
            place=place_of(end.reader, end.state.ranks, end.state.scores),
            show=match.phase == "over" and not moment.is_looking_back,
            actions=end_actions(at, end, facts.again is not None, facts.is_asked),
            offer=offer_of(facts.again),
            review=f"/t/{at.id}/review",
            deal=f"/t/{at.id}/deal" if at.live.match.setup.deal else None,
            share=f"/t/{at.id}?move={moment.ply}",
            pictures={kind.upper(): f"/t/{at.id}/picture.{kind}?move={moment.ply}" for kind in ("png", "svg")},
        )
        if over and not moment.passing
        else "",
    }


def _spoken(line: dict[str, Any], at: TableContext, stops: list[int]) -> dict[str, Any]:
    """A line of chat with its links to moves: `#12` leads to move 12, if there is one."""
    parts: list[tuple[str, int | None]] = []
    for number, text in enumerate(MOVE_LINK.split(line["text"])):
        is_link = number % 2 == 1 and int(text) < len(stops)
        parts.append((f"#{text}" if number % 2 else text, stops[int(text)] if is_link else None))
    name = say("Guest") if line["name"] == NAMELESS else line["name"]
    return {**line, "name": name, "parts": parts, "mine": line["seat"] is not None and line["seat"] in at.rights.seats}


def _lost(at: TableContext) -> list[str]:
    """For somebody who sat here and has lost cookie and link: how to come back, and what becomes of the seat."""
    match = at.live.match
    if at.rights.seats or match.phase != "playing" or not match.persons:
        return []
    back = say("Your seat opens in the browser where you sat down, by the link of your seat, and wherever you sign in.")
    setup = match.setup
    if setup.absence.kind == "vote":
        return [back, say("If you have none of these, the others can vote for a bot in your place, and the game goes on.")]
    if setup.absence.kind == "after" or (setup.clock.kind != "none" and setup.on_time_out == "bot"):
        return [back, say("If you have none of these, a bot takes your place after a while, and the game goes on.")]
    return [back, say("If you have none of these, ask the others for a new table: nobody can give the seat back.")]


def _rating(match: Match) -> str:
    """Whether the game is rated, as a sentence; empty where a person plays alone with bots."""
    if sum(given.kind != "bot" for given in match.seats) < 2:
        return ""
    return say("This game is rated.") if is_rated(match) else say("This game is unrated.")


def _since(moment: Moment, mine: Private) -> str:
    """What happened since the reader's turn.  This strip has a fixed height: what became of a plan moves nothing here."""
    told = private.told(moment, mine)
    return render("table/since.html", since=moment.since(), seated=moment.reader is not None, told=told)


def grouped(lines: list[Line], marked: int | None) -> list[tuple[str, list[Line]]]:
    """The lines of the log in groups: draws in a row are one group, so that the page can fold them.

    Before what happened after the ply `marked` there is a group `since` without lines.
    """
    begin = len(lines)
    if marked is not None:
        news = (number for number, line in enumerate(lines) if line.ply > marked or (line.ply, line.kind) == (marked, "notice"))
        begin = next(news, begin)
    before, after = lines[:begin], lines[begin:]
    groups = [[(kind, list(group)) for kind, group in groupby(part, key=lambda line: line.kind)] for part in (before, after)]
    return [*groups[0], *([("since", [])] if after else []), *groups[1]]


def _waiting(match: Any, moment: Moment, facts: Facts) -> str:
    """Why the game does not go on: the table waits for players or was closed.  Empty otherwise."""
    if match.phase == "waiting":
        missing = sum(given.kind == "open" for given in match.seats)
        return count(
            "The game begins when one more player sits down.", "The game begins when {n} more players sit down.", missing
        )
    if match.phase == "closed":
        return say("This table was closed.")
    return ""


def _notice(at: TableContext) -> str:
    """What the table waits for other than a move, and what the reader should know about their seat and the bots."""
    match = at.live.match
    if (ask := match.ask) is None:
        if match.paused:
            paused = say("The clock is paused. It runs again with the next move of a person.")
            return " ".join([paused, *_wanted(match)])
        if not at.rights.seats and match.phase == "playing":
            return say("You are watching. Is one of the seats yours? Open it with its link, from the device you play on.")
        if wanted := _wanted(match):
            return " ".join(wanted)
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


def _wanted(match: Match) -> list[str]:
    """Who votes for what, while the game is on: a sentence for each vote."""
    found = []
    for topic, voters in sorted(match.votes.items()) if match.phase == "playing" else ():
        names = ", ".join(seat(number) for number in sorted(voters))
        word, _, number = topic.partition(" ")
        if word == "pause":
            found.append(say("A pause is wanted by {names}.", names=names))
        elif word == "close":
            found.append(say("An end of the game without a result is wanted by {names}.", names=names))
        else:
            found.append(say("A bot for {name} is wanted by {names}.", name=seat(int(number)), names=names))
    return found


def _about_the_deal(at: TableContext) -> str:
    """What the players should know about the draws of a game that is on."""
    origin = at.live.match.setup.origin
    if origin is None or at.live.match.is_finished:
        return ""
    if origin.kind == "daily":
        return say("The deal of {day}: no hints, and nothing is taken back after a draw.", day=origin.date)
    if origin.kind == "deal":
        return say("This deal was played before, so somebody may know what is drawn.")
    if origin.kind == "fork":
        return say("This game goes on from a moment of another one.")
    return ""


def _fork_of(at: TableContext) -> str:
    """The address of the moment from which the requester plays on; empty if there is none."""
    origin = at.live.match.setup.origin
    if origin is None or origin.kind != "fork" or not origin.of or not at.rights.is_owner:
        return ""
    return f"/t/{origin.of}?move={origin.ply}"


def _overlays(moment: Moment) -> list[tuple[str, str, str]]:
    """Name, button and explanation of each overlay of the board."""
    if moment.match.is_finished:
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
        found.append({"text": say("Replay for another site"), "address": f"/embed/{at.id}", "file": False})
        found.append({"text": say("Record of the game"), "address": f"/api/tables/{at.id}/record", "file": True})
        if at.rights.seats:
            found.append({"text": say("Share or delete"), "address": f"/t/{at.id}/keep", "file": False})
    if moment.match.phase == "over":
        found.append({"text": say("Review"), "address": f"/t/{at.id}/review", "file": False})
    if moment.match.phase == "playing" and may_ask(at.live, at.rights) and moment.match.setup.deal:
        found.append({"text": say("Begin this deal again"), "address": f"/t/{at.id}/deal", "file": False})
    return found
