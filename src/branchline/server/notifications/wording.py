"""News in words, and times in a person's time zone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from branchline.server.notifications.recipients import (
    BOT_PLAYS,
    CLOSED,
    JOINED,
    OVER,
    REMATCH,
    SEAT_LOST,
    UNDO,
    VOTES,
    YOUR_TURN,
)
from branchline.texts import count, noted, say, translated

UTC = "UTC"
NAMELESS = "Guest"
WEEKDAYS = (
    noted("Monday"),
    noted("Tuesday"),
    noted("Wednesday"),
    noted("Thursday"),
    noted("Friday"),
    noted("Saturday"),
    noted("Sunday"),
)
MONTHS = (
    noted("January"),
    noted("February"),
    noted("March"),
    noted("April"),
    noted("May"),
    noted("June"),
    noted("July"),
    noted("August"),
    noted("September"),
    noted("October"),
    noted("November"),
    noted("December"),
)


def zone_of(name: str) -> str:
    """The name of a time zone as a browser reports it; UTC if there is no such zone.

    >>> zone_of("Europe/Berlin"), zone_of("Mars/Olympus"), zone_of("../../etc/passwd")
    ('Europe/Berlin', 'UTC', 'UTC')
    """
    try:
        return ZoneInfo(name).key if len(name) <= 64 else UTC
    except (KeyError, ValueError, OSError):  # a zone that is not known, no name of a zone, a folder
        return UTC


def time_in(zone: str, at: float) -> str:
    """A time in a time zone, in words.  The zone's own abbreviation tells summer time from winter time.

    >>> time_in("Europe/Berlin", 1_792_888_200), time_in("Europe/Berlin", 1_792_891_800)
    ('Sunday, 25 October, 02:30 CEST', 'Sunday, 25 October, 02:30 CET')
    """
    there = datetime.fromtimestamp(at, ZoneInfo(zone))
    day, month = translated(WEEKDAYS[there.weekday()]), translated(MONTHS[there.month - 1])
    clock = there.strftime("%H:%M %Z")
    return say("{weekday}, {day} {month}, {clock}", weekday=day, day=there.day, month=month, clock=clock)


def told(event: str, who: str) -> str:
    """An event at a table as a sentence for a person who is not there."""
    friend = called(who)
    sentences = {
        YOUR_TURN: say("It is your turn."),
        UNDO: say("Will you allow it? {friend} asks to take moves back.", friend=friend),
        VOTES["pause"]: say("Shall the clock stand still? {friend} asks for a pause.", friend=friend),
        VOTES["take-over"]: say("Shall a bot play for somebody who is away? {friend} asks for your vote.", friend=friend),
        VOTES["close"]: say("Shall the game end without a result? {friend} asks for your vote.", friend=friend),
        SEAT_LOST: say("Your time is out: a bot plays on in your place for good."),
        BOT_PLAYS: say("You were away, so a bot plays for you until you are back."),
        OVER: say("The game is over."),
        CLOSED: say("The table was closed."),
        REMATCH: say("Another game? {friend} offers you a rematch.", friend=friend),
        JOINED: say("Your table has one more player: {friend}.", friend=friend),
    }
    return sentences[event]


def called(name: str) -> str:
    """The name of a player; most guests have none of their own."""
    return say("Guest") if name in ("", NAMELESS) else name


def table_name(summary: Mapping[str, Any], mine: Sequence[int] = ()) -> str:
    """A table in words: its game and the people there, without the reader's own seats."""
    seats = [seat for number, seat in enumerate(summary["seats"]) if number not in mine]
    names = [called(seat["name"]) for seat in seats if seat["kind"] == "person"]
    bots = sum(seat["kind"] == "bot" for seat in seats)
    if bots:
        names.append(count("{n} bot", "{n} bots", bots))
    return say("{title} with {names}", title=summary["title"], names=", ".join(names)) if names else str(summary["title"])
