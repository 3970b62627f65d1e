"""Names of things in sentences, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from branchline.games.wensleydale.rules.action_space import ways_of
from branchline.games.wensleydale.rules.layout import CUBE, GOVERNMENT, TRAIN
from branchline.games.wensleydale.rules.map_data import Map
from branchline.texts import count, say


def kind_name(kind: int) -> str:
    """A kind of influence.  The names of companies are not translated."""
    return ("Midland", "North Eastern", say("Government"), say("Train"))[kind]


def piece_name(piece: int) -> str:
    """One piece: stone, cheese, a passenger, opposition."""
    return (say("stone"), say("cheese"), say("red passenger"), say("green passenger"), say("opposition"))[piece]


def pieces_of(piece: int, number: int) -> str:
    """A number of pieces of a kind."""
    match piece:
        case 0:
            return count("{n} stone", "{n} stones", number)
        case 1:
            return count("{n} cheese", "{n} cheeses", number)
        case 2:
            return count("{n} red passenger", "{n} red passengers", number)
        case 3:
            return count("{n} green passenger", "{n} green passengers", number)
    return count("{n} opposition piece", "{n} opposition pieces", number)


def amount(kind: int, number: int) -> str:
    """A number of points of a kind of influence, or of cubes."""
    if kind == CUBE:
        return count("{n} cube", "{n} cubes", number)
    if kind == GOVERNMENT:
        return count("{n} Government", "{n} Government", number)
    if kind == TRAIN:
        return count("{n} Train", "{n} Train", number)
    return f"{number} {kind_name(kind)}"


def amounts(numbers: Mapping[int, int]) -> str:
    """Points and cubes by kind as a list, without those that are 0."""
    return ", ".join(amount(kind, number) for kind, number in numbers.items() if number)


def phase_name(phase: int) -> str:
    """The short name of a phase, as in the strip above the players."""
    names = (
        say("Set-up"),
        say("Cubes"),
        say("Tokens"),
        say("Auction"),
        say("Orders"),
        say("Building"),
        say("Trains"),
        say("Profit & loss"),
        say("Order"),
        say("Takeovers"),
        say("End"),
    )
    return names[phase]


def way_name(map_: Map, way: int) -> str:
    """A link in its direction of travel: `Skipton – Gargrave`."""
    ways = ways_of(map_)
    return f"{map_.areas[ways.from_[way]].name} – {map_.areas[ways.to[way]].name}"


def listed(words: Iterable[str]) -> str:
    """Words as a person lists them: `Hawes, Dent and Settle`."""
    *front, last = words
    return say("{first} and {last}", first=", ".join(front), last=last) if front else last


def signed(number: int) -> str:
    """A number with its sign in print: +3, −2, 0."""
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def room(passengers: int, goods: int) -> str:
    """Free places on trains: seats and goods wagons."""
    seats = count("{n} seat", "{n} seats", passengers)
    wagons = count("{n} wagon", "{n} wagons", goods)
    return say("{first} and {last}", first=seats, last=wagons) if passengers and goods else wagons if goods else seats


def turning(towns: list[str], company: str) -> str:
    """LW 9.5: the sentence on towns that become company towns."""
    return count("{towns} turns to {company}", "{towns} turn to {company}", len(towns), towns=listed(towns), company=company)
