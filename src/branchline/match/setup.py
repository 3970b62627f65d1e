"""What a table agrees on before the first move.  Setups are frozen, JSON-safe and strictly checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Literal, get_args

from branchline.core.game import Game, set_up
from branchline.errors import BadOption, BadSetup
from branchline.games.spec import Value
from branchline.match.clock import Clock
from branchline.match.validation import check_choice, check_flag, check_level, check_name, check_number, check_object
from branchline.texts import say

SEAT_KINDS = ("person", "bot", "open")
OnTimeOut = Literal["nothing", "bot", "forfeit"]
"""What follows: the table waits (`nothing`), a bot plays until the person comes back (`bot`), or for good (`forfeit`)."""
ON_TIME_OUT: tuple[OnTimeOut, ...] = get_args(OnTimeOut)
AbsenceKind = Literal["never", "after", "vote"]
"""`never`: the table waits.  After some minutes a bot plays (`after`), or the others may vote for one (`vote`)."""
ABSENCE: tuple[AbsenceKind, ...] = get_args(AbsenceKind)
UndoRule = Literal["rule", "own", "never"]
"""A move after which nothing became known can be taken back freely, unless it is `never`.  With `rule`, consent allows more."""
UNDO: tuple[UndoRule, ...] = get_args(UndoRule)
MAX_MINUTES = 60 * 24 * 365


@dataclass(frozen=True)
class Seat:
    """A seat and the person or bot in it.  `away` and `gone` say why a bot plays for a person: for a while, or for good."""

    kind: str = "open"
    name: str = ""
    level: str = ""
    away: str = ""
    gone: str = ""

    @property
    def is_person(self) -> bool:
        """Whether the seat is a person's, also while a bot plays for them."""
        return self.kind == "person" and not self.gone

    @property
    def played_by(self) -> str:
        """What decides for this seat: `person`, `bot` or `nobody`."""
        if self.kind == "open":
            return "nobody"
        return "person" if self.is_person and not self.away else "bot"

    @property
    def label(self) -> str:
        """The name for records and logs."""
        return self.name or (f"bot {self.level}" if self.kind == "bot" else "")

    def to_dict(self) -> dict[str, Any]:
        """JSON-safe data of a seat as it is set up."""
        return {"kind": self.kind, "name": self.name, "level": self.level}

    @classmethod
    def from_dict(cls, data: Any) -> Seat:
        """Read what `to_dict` wrote, strictly."""
        given = check_object(data, say("A seat"), ("kind", "name", "level"))
        kind = check_choice(given.get("kind"), say("The kind of a seat"), SEAT_KINDS)
        name = check_name(given.get("name")) if kind == "person" or (kind == "bot" and given.get("name")) else ""
        level = check_level(given.get("level")) if kind == "bot" else ""
        return cls(kind, name, level)


@dataclass(frozen=True)
class Absence:
    """What happens when a person does not come to play."""

    kind: str = "never"
    minutes: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """JSON-safe data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Any) -> Absence:
        """Read what `to_dict` wrote, strictly."""
        given = check_object(data, say("The rule for absence"), ("kind", "minutes"))
        kind = check_choice(given.get("kind", "never"), say("The rule for absence"), ABSENCE)
        if kind == "never":
            return cls()
        return cls(kind, float(check_number(given.get("minutes"), say("The minutes of absence"), 1, MAX_MINUTES)))


ORIGINS = ("fork", "record", "deal", "daily")
"""A fork, an imported record, a deal that was played before at the table `of`, a daily deal."""


@dataclass(frozen=True)
class Origin:
    """Where a game comes from that is not simply a new one."""

    kind: str
    """One of `ORIGINS`."""
    of: str = ""
    """The server's name of the table, if there is one."""
    ply: int = 0
    date: str = ""
    """When an imported game was played, as its record says; the day of a daily deal."""

    def to_dict(self) -> dict[str, Any]:
        """JSON-safe data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Any) -> Origin:
        """Read what `to_dict` wrote, strictly."""
        given = check_object(data, say("An origin"), ("kind", "of", "ply", "date"))
        kind = check_choice(given.get("kind"), say("The kind of origin"), ORIGINS)
        of = check_name(given["of"], say("The table of origin")) if given.get("of") else ""
        date = check_name(given["date"], say("The date of origin")) if given.get("date") else ""
        ply = check_number(given.get("ply", 0), say("The ply of origin"), 0, 1_000_000)
        if ply != int(ply):
            raise BadSetup(say("The ply of origin is a whole number, not {ply}.", ply=ply))
        return cls(kind, of, int(ply), date)


NO_CLOCK, WAIT_FOR_ALL = Clock(), Absence()


@dataclass(frozen=True)
class Setup:
    """The setup of a table: the game, its seats, and what was agreed on.

    >>> setup = Setup.of("np", [Seat("person", "Ann"), Seat("bot", level="hard"), Seat("open")])
    >>> setup.game, setup.players
    ('northern-pacific', 3)
    >>> Setup.from_dict(setup.to_dict()) == setup
    True
    """

    game: str
    players: int
    seats: tuple[Seat, ...]
    options: Mapping[str, Value] = field(default_factory=dict)
    clock: Clock = NO_CLOCK
    on_time_out: str = "nothing"
    absence: Absence = WAIT_FOR_ALL
    stand_in: str = "medium"
    """The level of a bot that plays for a person."""
    undo: str = "rule"
    public: bool = False
    rated: bool = True
    """Whether the result is to change ratings, if the people have any."""
    opening: tuple[str, ...] = ()
    """Moves that a fork or an imported record begins with."""
    origin: Origin | None = None
    deal: str = field(default="", repr=False)
    """The secret of its deal; empty if its draws are not to come again.  No client may see it."""
    rules: int = 0
    board: str = ""
    """Rules version and digest of the board.  The entries of a table can only be read with the same ones."""

    @classmethod
    def of(cls, game: str, seats: list[Seat] | tuple[Seat, ...], **settings: Any) -> Setup:
        """A checked setup from Python values."""
        return cls.from_dict(cls(game, len(seats), tuple(seats), **settings).to_dict())

    @classmethod
    def asked_for(cls, data: Any) -> Setup:
        """Read what a client asks for: a new game from its beginning."""
        taken = ("opening", "origin", "deal", "rules", "board")
        allowed = tuple(row.name for row in fields(cls) if row.name not in taken)
        return cls.from_dict(check_object(data, say("A table"), allowed))

    @cached_property
    def core(self) -> Game:
        """The game with its options and board."""
        return set_up(self.game, self.players, self.options, files=False)

    def to_dict(self) -> dict[str, Any]:
        """JSON-safe data that `from_dict` reads back."""
        return {
            "game": self.game,
            "players": self.players,
            "seats": [seat.to_dict() for seat in self.seats],
            "options": dict(self.options),
            "clock": self.clock.to_dict(),
            "on_time_out": self.on_time_out,
            "absence": self.absence.to_dict(),
            "stand_in": self.stand_in,
            "undo": self.undo,
            "public": self.public,
            "rated": self.rated,
            "opening": list(self.opening),
            "origin": None if self.origin is None else self.origin.to_dict(),
            "deal": self.deal,
            "rules": self.rules,
            "board": self.board,
        }

    @classmethod
    def from_dict(cls, data: Any) -> Setup:
        """Read a setup strictly; raises BadSetup with a sentence.  Never opens a file that the data names."""
        given = check_object(data, say("A table"), [row.name for row in fields(cls)])
        seats = _seats(given.get("seats"))
        players = given.get("players", len(seats))
        if players != len(seats) or isinstance(players, bool):
            raise BadSetup(say("There are {seats} seats for {players!r:.20} players.", seats=len(seats), players=players))
        game = _game(given.get("game"), players, given.get("options", {}))
        setup = cls(
            game=game.name,
            players=game.players,
            seats=seats,
            options=game.changed_options,
            clock=Clock.from_dict(given.get("clock", {})),
            on_time_out=check_choice(given.get("on_time_out", "nothing"), say("What happens when time is out"), ON_TIME_OUT),
            absence=Absence.from_dict(given.get("absence", {})),
            stand_in=check_level(given.get("stand_in", "medium"), say("The level of a stand-in")),
            undo=check_choice(given.get("undo", "rule"), say("The rule for undo"), UNDO),
            public=check_flag(given.get("public", False), say("Whether a table is public")),
            rated=check_flag(given.get("rated", True), say("Whether a game is rated")),
            opening=_opening(given.get("opening", ())),
            origin=None if given.get("origin") is None else Origin.from_dict(given["origin"]),
            deal=_deal(given.get("deal", "")),
        )
        return _dated(setup, game, given.get("rules", 0), given.get("board", ""))


def _seats(data: Any) -> tuple[Seat, ...]:
    if not isinstance(data, (list, tuple)) or len(data) > 20:
        raise BadSetup(say("The seats of a table are a list of objects such as {{'kind': 'open'}}."))
    return tuple(Seat.from_dict(seat) for seat in data)


def _options(options: Any) -> dict[str, Value]:
    if not isinstance(options, Mapping):
        raise BadSetup(say("The options of a game are an object, not {options!r:.60}.", options=options))
    for option, value in options.items():
        if not isinstance(option, str) or not isinstance(value, (str, int)) or isinstance(value, bool):
            sentence = say("The option {name!r:.60} is a word or a whole number, not {value!r:.60}.", name=option, value=value)
            raise BadSetup(sentence)
    return dict(options)


def _game(name: Any, players: int, options: Any) -> Game:
    try:
        return set_up(name, players, _options(options), files=False)
    except BadOption as error:
        raise BadSetup(str(error)) from None


def _opening(data: Any) -> tuple[str, ...]:
    if not isinstance(data, (list, tuple)) or not all(isinstance(move, str) for move in data):
        raise BadSetup(say("An opening is a list of moves."))
    return tuple(data)


def _deal(data: Any) -> str:
    if not isinstance(data, str) or not re.fullmatch(r"([0-9a-f]{64})?", data):
        raise BadSetup(say("The secret of a deal has 64 hexadecimal digits."))
    return data


def _dated(setup: Setup, game: Game, rules: Any, board: Any) -> Setup:
    """The setup with the present rules and board.  With other versions the entries would give another game."""
    today = replace(setup, rules=game.spec.rules.version, board=game.board.digest)
    if rules not in (0, today.rules):
        raise BadSetup(
            say(
                "The table was played with version {rules!r:.20} of the rules; this program has {known}.",
                rules=rules,
                known=today.rules,
            )
        )
    if board not in ("", today.board):
        names = {"board": board, "name": game.board.name, "digest": today.board}
        raise BadSetup(say("The table was played on the board {board!r:.40}; here {name} is {digest}.", **names))
    return today
