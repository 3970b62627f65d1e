"""The form for a new table: its choices, and the table that is made from the answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from branchline.games.spec import GameSpec, Option
from branchline.match import Clock
from branchline.server.services.requests import TableRequest
from branchline.texts import say, translated

CLOCKS = {
    "none": Clock(),
    "move-60": Clock("move", 60),
    "bank-10": Clock("bank", 600, 10),
    "bank-30": Clock("bank", 1800, 20),
    "days-1": Clock.days(1),
    "days-3": Clock.days(3),
}
DEFAULT_BOT = "medium"
ABSENT_MINUTES = 5
"""After this time the others may vote for a bot."""
WAYS = ("live", "days", "bots")
"""Forms that are filled in already: with friends at one time, with friends over days, alone with bots."""


@dataclass
class Chosen:
    """The values that a form shows as chosen."""

    players: int
    seats: list[str]
    options: dict[str, str]
    clock: str = "none"
    name: str = ""
    time_out: str = "bot"
    public: bool = False
    rated: bool = True
    way: str = "live"


def usual_players(spec: GameSpec) -> int:
    """The number of players of a quick game: four, or the nearest number that the game allows."""
    return min(spec.card.players, key=lambda count: (abs(count - 4), -count))


def defaults(spec: GameSpec, way: str = "live") -> Chosen:
    """The form as it is first shown: the reader and friends, or the reader and bots."""
    way = way if way in WAYS else "live"
    others = f"bot-{DEFAULT_BOT}" if way == "bots" else "open"
    options = {option.name: str(option.default) for option in spec.options}
    clock = "days-3" if way == "days" else "none"
    seats = ["me", *[others] * (max(spec.card.players) - 1)]
    return Chosen(usual_players(spec), seats, options, clock, rated=way != "bots", way=way)


def ways() -> list[tuple[str, str, str]]:
    """The forms that are filled in already: name, title, and what each is for."""
    return [
        ("live", say("Live with friends"), say("Everybody is at the table at the same time. No clock.")),
        ("days", say("With friends over days"), say("Everybody moves when they find the time: three days for each move.")),
        ("bots", say("With bots"), say("You and bots, at once.")),
    ]


def seat_kinds() -> list[tuple[str, str]]:
    """The choices for a seat."""
    return [
        ("me", say("Me")),
        ("open", say("Friend, by the table's link")),
        ("friend", say("Friend, by a link of their own")),
        ("bot-easy", say("Bot: easy")),
        ("bot-medium", say("Bot: medium")),
        ("bot-hard", say("Bot: hard")),
        ("bot-expert", say("Bot: expert")),
    ]


def clocks() -> list[tuple[str, str]]:
    """The choices for the clock."""
    return [
        ("none", say("No clock")),
        ("move-60", say("60 seconds a move")),
        ("bank-10", say("10 minutes for the game, 10 seconds more each turn")),
        ("bank-30", say("30 minutes for the game, 20 seconds more each turn")),
        ("days-1", say("One day a move")),
        ("days-3", say("Three days a move")),
    ]


def time_outs() -> list[tuple[str, str]]:
    """The choices for what happens when a player's time is out."""
    return [
        ("bot", say("A bot plays on until the person is back")),
        ("forfeit", say("A bot plays on for good")),
        ("nothing", say("Nothing: it is only shown")),
    ]


def options(spec: GameSpec) -> list[dict[str, Any]]:
    """The options of the game, without those that name a data file: these exist only on the command line."""
    found = []
    for option in spec.options:
        if option.values:
            found.append(
                {
                    "name": option.name,
                    "label": translated(option.label or option.name),
                    "text": translated(option.text),
                    "only": f"({translated(option.only)})" if option.only else "",
                    "choices": _values(option),
                }
            )
    return found


def rules_line(spec: GameSpec, chosen: Mapping[str, Any]) -> str:
    """The options that differ from the usual rules, in one line; empty if none does."""
    told = []
    for option in spec.options:
        value = str(chosen.get(option.name, option.default))
        if option.values and value != str(option.default):
            name = next((name for known, name in _values(option) if known == value), value)
            told.append(f"{translated(option.label or option.name)}: {name}")
    return " · ".join(told)


def time_line(chosen: Chosen) -> str:
    """Clock and company in one line."""
    told = [dict(clocks()).get(chosen.clock, chosen.clock)]
    if chosen.clock != "none":
        told.append(dict(time_outs()).get(chosen.time_out, chosen.time_out))
    told.append(dict(finders())["yes" if chosen.public else ""])
    told.append(dict(ratings())["yes" if chosen.rated else ""])
    return " · ".join(told)


def finders() -> list[tuple[str, str]]:
    """The choices for who finds the table."""
    return [("", say("Only who has the link")), ("yes", say("Everybody: it is listed on the first page"))]


def ratings() -> list[tuple[str, str]]:
    """The choices for whether the result counts."""
    return [("yes", say("Rated, for people with an account")), ("", say("Unrated"))]


def _values(option: Option) -> list[tuple[str, str]]:
    names = option.labels or tuple(str(value) for value in option.values)
    return [(str(value), translated(name)) for value, name in zip(option.values, names, strict=True)]


def read(spec: GameSpec, fields: Mapping[str, str]) -> Chosen:
    """The answers of a form.  A missing answer has the value that the form first showed."""
    chosen = defaults(spec, fields.get("way", "live"))
    players = fields.get("players", "")
    if players.isascii() and players.isdecimal():
        chosen.players = int(players[:3])
    for number in range(len(chosen.seats)):
        chosen.seats[number] = fields.get(f"seat_{number}", chosen.seats[number])
    for name in chosen.options:
        chosen.options[name] = fields.get(f"option_{name}", chosen.options[name])
    chosen.clock = fields.get("clock", chosen.clock)
    chosen.time_out = fields.get("time_out", chosen.time_out)
    chosen.name = fields.get("name", "").strip()
    chosen.public = bool(fields.get("public"))
    chosen.rated = bool(fields.get("rated", "yes" if chosen.rated else ""))
    return chosen


def table_request(spec: GameSpec, chosen: Chosen, name: str | None) -> TableRequest:
    """The table that the answers describe.  A ValueError means that the answers cannot come from our form."""
    offered = {option.name for option in spec.options if option.values}
    clock = CLOCKS.get(chosen.clock)
    asked = {
        "game": spec.name,
        "seats": [_seat(kind) for kind in chosen.seats[: chosen.players]],
        "options": {option: value for option, value in chosen.options.items() if option in offered},
        "clock": {"kind": chosen.clock} if clock is None else clock.to_dict(),
        "on_time_out": chosen.time_out if chosen.clock != "none" else "nothing",
        "absence": _absence(clock),
        "public": chosen.public,
        "rated": chosen.rated,
        "name": name,
    }
    return TableRequest.model_validate(asked)


def _absence(clock: Clock | None) -> dict[str, Any]:
    """The rule about absent people.  Over days everybody may be away as long as the clock allows."""
    if clock is not None and clock.kind == "days":
        return {"kind": "never"}
    return {"kind": "vote", "minutes": ABSENT_MINUTES}


def _seat(kind: str) -> dict[str, str]:
    if kind.startswith("bot-"):
        return {"kind": "bot", "level": kind.removeprefix("bot-")}
    return {"kind": {"friend": "link"}.get(kind, kind)}
