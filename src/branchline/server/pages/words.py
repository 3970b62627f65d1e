"""Texts for the JavaScript modules, names of seats, and times."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from branchline.server.pages.why import nothing
from branchline.server.services.common import DEPARTED, NAMELESS
from branchline.texts import count, say

ENGINES = ("Rocket", "Mallard", "Puffing Billy", "Adler", "Novelty", "Sans Pareil")
"""Bots have the names of locomotives, so that readers can tell apart several bots of one level."""


BOT = re.compile(r"bot (random|greedy|easy|medium|hard|expert)")
"""The name of a bot in a record."""


def name_of(number: int, seat: Mapping[str, Any]) -> str:
    """The name of the player in a seat."""
    if BOT.fullmatch(seat["name"]) or (seat["kind"] == "bot" and not seat["name"]):  # at a table, or in a record of one
        return ENGINES[number % len(ENGINES)]
    if seat["name"] == NAMELESS:
        return say("Guest")
    if seat["name"] == DEPARTED:
        return say("Former player")
    if seat["name"] in ("", f"Seat {number}"):  # the seat of a record without names
        return say("Seat {number}", number=number + 1)
    return str(seat["name"])


def level_of(level: str) -> str:
    """The name of a bot's level for people."""
    known = {
        "random": say("random bot"),
        "greedy": say("greedy bot"),
        "easy": say("easy bot"),
        "medium": say("medium bot"),
        "hard": say("hard bot"),
        "expert": say("expert bot"),
    }
    return known.get(level, say("bot"))


def decimal(value: float) -> str:
    """A number with two digits after the point, or after the comma in languages that have one."""
    whole, _, digits = f"{value:.2f}".partition(".")
    return say("{whole}.{digits}", whole=whole, digits=digits)


def time_left(seconds: float) -> str:
    """The time until a deadline, in words."""
    minutes = max(0, round(seconds / 60))
    if minutes >= 2 * 24 * 60:
        return count("{n} day left", "{n} days left", minutes // (24 * 60))
    if minutes >= 2 * 60:
        return count("{n} hour left", "{n} hours left", minutes // 60)
    return count("{n} minute left", "{n} minutes left", minutes)


def lasting(seconds: float) -> str:
    """How long something was, in words."""
    minutes = max(1, round(seconds / 60))
    if minutes >= 2 * 24 * 60:
        return count("{n} day", "{n} days", minutes // (24 * 60))
    if minutes >= 2 * 60:
        return count("{n} hour", "{n} hours", minutes // 60)
    return count("{n} minute", "{n} minutes", minutes)


def choosing() -> dict[str, str]:
    """Texts for choosing a move."""
    return {
        "sending": say("Sending …"),
        "sure": say("{act} – it cannot be taken back", act="{act}"),
        "use_button": say("It cannot be taken back: press “{act}” for it.", act="{act}"),
        "back": say("Back"),
        "turn": say("Turn"),
        "list": say("As a list"),
        "go_on": say("now pick one of the marked places"),
        "show": say("Show me where"),
        "nothing": nothing(),
        "one_way": say("It fits here in one way only."),
    }


def table() -> dict[str, str]:
    """Texts for the page of a table."""
    return {
        **choosing(),
        "failed": say("That did not work."),
        "looking": say("You look back at an earlier move."),
        "your_turn": say("It is your turn."),
        "thinking": say("A strong bot thinks about it …"),
    }
