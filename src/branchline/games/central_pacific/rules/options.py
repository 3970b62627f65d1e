"""The options of Central Pacific (CP 0), and what `new` receives of them."""

from __future__ import annotations

from collections.abc import Mapping

from branchline.errors import BadOption
from branchline.games.central_pacific.rules.layout import SEATS
from branchline.games.central_pacific.rules.tile_file import check_homes
from branchline.games.spec import Option, Value
from branchline.kernel import Board
from branchline.texts import noted, say

OPTIONS = (
    Option(
        "teams",
        ("off", "on"),
        "off",
        noted("Partners sit opposite each other."),
        only=noted("4 players"),
        label=noted("Teams"),
        labels=(noted("everybody alone"), noted("two against two")),
    ),
    Option(
        "matching",
        ("strict", "loose"),
        "strict",
        noted("Which sides of neighbouring tiles may touch."),
        label=noted("Matching edges"),
        labels=(noted("rail meets rail"), noted("rail may end at a blank side")),
    ),
    Option(
        "rim",
        ("open", "closed"),
        "open",
        noted("A rail that leads off it ends there."),
        label=noted("Rim of the board"),
        labels=(noted("rail may point off the board"), noted("no rail points off the board")),
    ),
    Option(
        "terrain",
        ("anywhere", "own"),
        "anywhere",
        noted("Where you may lay them until the Golden Spike is taken."),
        label=noted("Forests and mountains"),
        labels=(noted("beside any rail"), noted("beside the own network")),
    ),
    Option(
        "city_exits",
        (4, 3),
        4,
        noted("Fewer make lines harder to join; start cities always have three."),
        label=noted("Exits of cities"),
    ),
    Option(
        "home_number",
        (2, 3, 4),
        2,
        noted("It is their score, and the track they need to the next city."),
        label=noted("Number on start cities"),
    ),
    Option("tiles", (), "standard", noted("The tile mix: its name, or the path of a TOML file."), label=noted("Tile mix")),
)


def normalise_options(players: int, options: dict[str, Value]) -> dict[str, Value]:
    """Teams are for four players; the tile mix needs a start city for every home (CP 0)."""
    teams = options["teams"] == "on"
    if teams and players != SEATS:
        raise BadOption(say("Teams are for {seats} players, not {players}.", seats=SEATS, players=players))
    check_homes(str(options["tiles"]), 2 if teams else players)
    return options


def parameters(players: int, options: Mapping[str, Value], board: Board) -> list[int]:
    """The numbers for `new`, in the order it reads them."""
    return [
        players,
        int(options["teams"] == "on"),
        int(options["matching"] == "loose"),
        int(options["rim"] == "closed"),
        int(options["terrain"] == "anywhere"),
        int(options["city_exits"]),
        int(options["home_number"]),
        *board.data.counts,
    ]
