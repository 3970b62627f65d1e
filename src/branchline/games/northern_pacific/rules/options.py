"""The options of a game, and the numbers that the rules are given for them."""

from __future__ import annotations

from collections.abc import Mapping

from branchline.games.spec import Option, Value
from branchline.kernel import Board
from branchline.texts import noted

OPTIONS = (
    Option(
        "rounds",
        (3, 1),
        3,
        noted("Three make a full game, one a short one."),
        only=noted("scoring by points"),
        label=noted("Rounds"),
    ),
    Option(
        "scoring",
        ("points", "wins"),
        "points",
        noted("Count cubes over all rounds, or be the first to win two rounds."),
        label=noted("Scoring"),
        labels=(noted("points"), noted("round wins")),
    ),
    Option(
        "order",
        ("clockwise", "shuffled"),
        "clockwise",
        noted("Keep the seating, or draw a new one before every round."),
        label=noted("Order of play"),
        labels=(noted("clockwise"), noted("shuffled")),
    ),
    Option(
        "line",
        ("shared", "own"),
        "shared",
        noted("Everybody builds the same railroad, or each player their own."),
        label=noted("Line"),
        labels=(noted("one for all"), noted("one each")),
    ),
    Option(
        "cubes_per_city",
        ("one", "many"),
        "one",
        noted("Whether you may invest in a city more than once."),
        label=noted("Cubes of a colour in a city"),
        labels=(noted("one"), noted("as many as fit")),
    ),
    Option(
        "duo",
        ("two-colours", "plain"),
        "two-colours",
        noted("Each player takes turns with two sets of cubes, or has only one set."),
        only=noted("2 players"),
        label=noted("Game for two"),
        labels=(noted("two colours each"), noted("one colour each")),
    ),
    Option("map", (), "standard", noted("The map: its name, or the path of a TOML file."), label=noted("Map")),
)


def normalise_options(players: int, options: dict[str, Value]) -> dict[str, Value]:
    """NP 0: an option without effect is stored as its default."""
    if options["scoring"] == "wins":
        options["rounds"] = 3
    if players != 2:
        options["duo"] = "two-colours"
    return options


def parameters(players: int, options: Mapping[str, Value], board: Board) -> list[int]:
    """The numbers for `new`, in the order it reads them.  The last is the number of colours a player has (NP 5.1, 5.2)."""
    return [
        players,
        int(options["rounds"]),
        int(options["scoring"] == "wins"),
        int(options["order"] == "shuffled"),
        int(options["line"] == "own"),
        int(options["cubes_per_city"] == "many"),
        2 if players == 2 and options["duo"] == "two-colours" else 1,
    ]
