"""Records: a game as text that people can read, replayed exactly or refused with a reason, and the same as JSON.

    branchline-record 1
    Game: northern-pacific
    Rules: 1
    Board: standard 5b0c1f0e9d3a7c42
    Players: 3
    Option scoring: wins
    Seat 0: Ann
    Date: 2026-11-15
    Result: scores 2 1 0, ranks 1 2 3

    0 extend Fargo
    1 invest Terry large
    chance seat 2

A record has header lines, an empty line, and then a line for each action: the actor and the move in notation.  Lines that
start with `#` are comments.  `Result: unfinished` stands for a game that is not over.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from branchline.core.game import Game, set_up
from branchline.core.state import State
from branchline.errors import BadOption, BadRecord, IllegalMove, UnknownMove
from branchline.kernel import CHANCE
from branchline.texts import say

FORMAT = "branchline-record"
VERSION = 1

Migration = Callable[[dict[str, Any]], dict[str, Any]]
MIGRATIONS: dict[tuple[str, int], Migration] = {}
"""For a game and rules version, the function that turns a record of it into one of the next version."""
OnAction = Callable[[State, int], None]
"""Called with each legal action while a record is read, and with the position before it."""


@dataclass(frozen=True)
class Record:
    """A game with its actions, the names at its seats and its date."""

    game: Game
    actions: tuple[int, ...]
    seats: tuple[str, ...]
    date: str
    _final: State | None = field(default=None, repr=False, compare=False)
    """The position after all actions, if the record has been replayed already."""

    @classmethod
    def of(cls, state: State, seats: tuple[str, ...] | list[str] | None = None, date: str | None = None) -> Record:
        """The record of a state that was played from the start.

        >>> import branchline as bl
        >>> state = bl.game("northern-pacific", players=2).start().play("extend Fargo")
        >>> print(bl.Record.of(state, seats=["Ann", "Bo"], date="2026-11-15").dumps().splitlines()[-1])
        0 extend Fargo
        """
        if not state.is_from_start:
            raise BadRecord(say("This state began in the middle of a game, so it has no record from the start."))
        names = _names(state.game, seats, 0)
        return cls(state.game, tuple(state.actions), names, _line(date or datetime.date.today().isoformat(), say("A date"), 0))

    def state(self, ply: int | None = None) -> State:
        """The position after `ply` actions, or after all."""
        if ply is None and self._final is not None:
            return self._final.copy()
        state = self.game.start()
        for action in self.actions[:ply]:
            state.push(action)
        return state

    def states(self) -> Iterator[State]:
        """Every position from the start on, each an independent state."""
        state = self.game.start()
        yield state.copy()
        for action in self.actions:
            state.push(action)
            yield state.copy()

    def to_json(self) -> dict[str, Any]:
        """The record as JSON-safe data."""
        final = self.state()
        result = {"scores": final.scores, "ranks": final.ranks} if final.is_over else None
        log = final.log_in_full()
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game.name,
            "rules": self.game.spec.rules.version,
            "board": {"name": self.game.board.name, "digest": self.game.board.digest},
            "players": self.game.players,
            "options": self.game.changed_options,
            "seats": list(self.seats),
            "date": self.date,
            "result": result,
            "actions": [[entry["actor"], entry["move"]] for entry in log],
        }

    def dumps(self) -> str:
        """The record as text."""
        data = self.to_json()
        lines = [
            f"{FORMAT} {VERSION}",
            f"Game: {data['game']}",
            f"Rules: {data['rules']}",
            f"Board: {data['board']['name']} {data['board']['digest']}",
            f"Players: {data['players']}",
            *(f"Option {name}: {value}" for name, value in data["options"].items()),
            *(f"Seat {seat}: {name}" for seat, name in enumerate(self.seats) if name),
            f"Date: {self.date}",
            f"Result: {_result_text(data['result'])}",
            "",
            *(f"{who} {move}" for who, move in data["actions"]),
        ]
        return "\n".join(lines) + "\n"

    @classmethod
    def loads(cls, text: str, files: bool = True, on_action: OnAction | None = None) -> Record:
        """Read a record, text or JSON; raises BadRecord with line and reason if it cannot be replayed exactly.

        Without `files` it can name only maps that come with the game: for records from strangers.  `on_action` follows the
        game as it is replayed, so that nobody has to replay it again.
        """
        if not _is_text(text):
            raise BadRecord(say("A record is text: half of a surrogate pair is no character."))
        if text.lstrip().startswith("{"):
            data, lines = _read_json(text)
        else:
            data, lines = _read_text(text)
        return _check(_migrate(data, lines), lines, files, on_action)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Record:
        """Read a record in JSON form."""
        return cls.loads(json.dumps(data))


JSON_TYPES: dict[str, tuple[type, ...]] = {
    "format": (str,),
    "version": (int,),
    "game": (str,),
    "rules": (int,),
    "board": (dict,),
    "players": (int,),
    "options": (dict,),
    "seats": (list,),
    "date": (str,),
    "result": (dict, type(None)),
    "actions": (list,),
}
QUOTED = 60
"""The most characters of a record that an error message quotes."""
SEATS_READ = 100
"""No more seats are read; it is more than any game has."""

Lines = dict[Any, int]
"""The line of each header name, and of each action by its index."""


def _is_text(text: str) -> bool:
    """Whether a text can be written and sent: JSON and Python allow half of a surrogate pair, nothing else does."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _result_text(result: dict[str, list[int]] | None) -> str:
    if result is None:
        return "unfinished"
    return f"scores {' '.join(map(str, result['scores']))}, ranks {' '.join(map(str, result['ranks']))}"


def _read_text(text: str) -> tuple[dict[str, Any], Lines]:
    rows = text.splitlines()
    if not rows or rows[0].split()[:1] != [FORMAT]:
        raise BadRecord(say("A record starts with '{format} {version}'.", format=FORMAT, version=VERSION), 1)
    data: dict[str, Any] = {"format": FORMAT, "version": rows[0].split()[1:], "options": {}, "actions": []}
    data["version"] = _number(" ".join(data["version"]), say("the format version"), 1)
    lines: Lines = {"version": 1}
    names: dict[int, str] = {}
    in_header = True
    for number, row in enumerate(rows[1:], 2):
        if row.startswith("#"):
            continue
        if not row.strip():
            in_header = in_header and not lines.keys() - {"version"}
            continue
        if in_header:
            _read_header(row, number, data, lines, names)
        else:
            who, _, move = row.strip().partition(" ")
            lines[len(data["actions"])] = number
            data["actions"].append([who if who == "chance" else _number(who, say("the seat that acted"), number), move])
    if names and "players" in data:
        data["seats"] = _read_seats(names, data["players"], lines)
    return data, lines


def _read_seats(names: Mapping[int, str], players: int, lines: Lines) -> list[str]:
    for seat in names:
        if not 0 <= seat < players:
            raise BadRecord(
                say("There is no {seat} among {players} players.", seat=_who(seat), players=players), lines[f"seat {seat}"]
            )
    return [names.get(seat, "") for seat in range(min(players, SEATS_READ))]


def _read_header(row: str, number: int, data: dict[str, Any], lines: Lines, names: dict[int, str]) -> None:
    name, colon, value = row.partition(":")
    name, value = name.strip().lower(), value.strip()
    if not colon:
        raise BadRecord(say("{row!r} is no header line such as 'Players: 4'.", row=row[:60]), number)
    if name.startswith("seat "):
        name = f"seat {_number(name.removeprefix('seat '), say('the seat'), number)}"  # 07 is 7
    if name in lines:
        raise BadRecord(say("{name} stands here a second time.", name=name), number)
    lines[name] = number
    if name in ("rules", "players"):
        data[name] = _number(value, name, number)
    elif name == "board":
        board, _, digest = value.rpartition(" ")
        data["board"] = {"name": board, "digest": digest}
    elif name.startswith("option "):
        data["options"][name.removeprefix("option ")] = value
    elif name.startswith("seat "):
        names[int(name.removeprefix("seat "))] = value
    elif name == "result":
        data["result"] = _read_result(value, number)
    elif name in ("game", "date"):
        data[name] = value
    else:
        raise BadRecord(say("A record has no header {name!r}.", name=name), number)


def _read_result(value: str, number: int) -> dict[str, list[int]] | None:
    if value == "unfinished":
        return None
    scores, comma, ranks = value.partition(", ranks ")
    if not comma or not scores.startswith("scores "):
        raise BadRecord(say("The result reads 'scores …, ranks …' or 'unfinished'."), number)
    return {
        "scores": [_number(part, say("a score"), number) for part in scores.split()[1:]],
        "ranks": [_number(part, say("a rank"), number) for part in ranks.split()],
    }


def _number(text: str, what: str, line: int) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise BadRecord(say("{text!r} is not a number for {what}.", text=text[:40], what=what), line)
    return int(text)


def _read_json(text: str) -> tuple[dict[str, Any], Lines]:
    try:
        data = json.loads(text)
        written = json.dumps(data, ensure_ascii=False)
    except (ValueError, RecursionError) as error:
        raise BadRecord(say("Not valid JSON: {error}.", error=error), getattr(error, "lineno", 0)) from None
    if not _is_text(written):
        raise BadRecord(say("Not valid JSON: half of a surrogate pair is no character."))
    if data.get("format") != FORMAT:
        raise BadRecord(say("A record in JSON has format {format!r}.", format=FORMAT))
    for name, value in data.items():
        if name not in JSON_TYPES:
            raise BadRecord(say("A record has no header {name!r}.", name=name[:60]))
        if not isinstance(value, JSON_TYPES[name]) or isinstance(value, bool):
            raise BadRecord(say("{name} has the wrong type.", name=name))
    for entry in data.get("actions", []):
        if not (isinstance(entry, list) and len(entry) == 2 and isinstance(entry[1], str)):
            raise BadRecord(say("Every action is a pair of who acted and the move."))
    return {"options": {}, **data}, {}


def _migrate(data: dict[str, Any], lines: Lines) -> dict[str, Any]:
    """Convert a record to the current rules version, or refuse it."""
    if data.get("version") != VERSION:
        found = data.get("version")
        sentence = say("Format version {found} is unknown; this program reads {version}.", found=found, version=VERSION)
        raise BadRecord(sentence, lines.get("version", 0))
    for name in ("game", "rules", "board", "players", "actions"):
        if name not in data:
            raise BadRecord(say("The header {name!r} is missing.", name=name))
    try:
        spec = set_up(data["game"], None, {}).spec
    except BadOption as error:
        raise BadRecord(str(error), lines.get("game", 0)) from None
    while data["rules"] != spec.rules.version:
        step = MIGRATIONS.get((spec.name, data["rules"]))
        if step is None:
            raise BadRecord(
                say(
                    "The record was made with version {rules} of the rules of {game};"
                    " this program has version {version} and no way from one to the other.",
                    rules=data["rules"],
                    game=spec.card.title,
                    version=spec.rules.version,
                ),
                lines.get("rules", 0),
            )
        data = step(data)
    return data


def _check(data: dict[str, Any], lines: Lines, files: bool, on_action: OnAction | None = None) -> Record:
    """Replay a record strictly: board, every actor and move, the end and the result must agree."""
    try:
        played = set_up(data["game"], data["players"], data["options"], files)
    except BadOption as error:
        raise BadRecord(str(error), _line_of_option(str(error), data["options"], lines)) from None
    if data["board"] != {"name": played.board.name, "digest": played.board.digest}:
        raise BadRecord(
            say(
                "The record was played on the board {name} {digest}; here {own_name} is {own_digest}.",
                name=str(data["board"].get("name"))[:QUOTED],
                digest=str(data["board"].get("digest"))[:QUOTED],
                own_name=played.board.name,
                own_digest=played.board.digest,
            ),
            lines.get("board", 0),
        )
    state = played.start()
    for index, (who, move) in enumerate(data["actions"]):
        line = lines.get(index, 0)
        prefix = "" if line else say("Action {number}: ", number=index)
        actor = "chance" if state.actor == CHANCE else state.actor
        if state.is_over:
            raise BadRecord(prefix + say("The game was over before {move!r}.", move=move[:QUOTED]), line)
        if who != actor:
            noted = {"move": move[:QUOTED], "who": _who(who), "actor": _who(actor)}
            sentence = say("{move!r} is noted for {who}, but {actor} was to act.", **noted)
            raise BadRecord(prefix + sentence, line)
        try:
            after = state.copy().play(move)
        except (IllegalMove, UnknownMove) as error:
            raise BadRecord(prefix + str(error), line) from None
        if on_action is not None:
            on_action(state, played.move(move).id)
        state = after
    _check_result(state, data.get("result"), lines.get("result", 0))
    names = _names(played, data.get("seats"), lines.get("players", 0))
    date = _line(data.get("date", ""), say("A date"), lines.get("date", 0))
    return Record(played, tuple(state.actions), names, date, state)


def _line_of_option(sentence: str, options: Mapping[str, Any], lines: Lines) -> int:
    """The line of the option that an error sentence names; the line of the players if it names none."""
    for name, value in options.items():
        if any(word in sentence for word in (f"{name}=", repr(name), repr(value), f" {value}")):
            return lines.get(f"option {name}", 0)
    return lines.get("players", 0)


def _names(game: Game, seats: Any, line: int) -> tuple[str, ...]:
    """A name for each seat, each a single line of text."""
    names = [""] * game.players if seats is None else list(seats)
    if len(names) != game.players:
        raise BadRecord(say("There are {names} names for {seats} seats.", names=len(names), seats=game.players), line)
    return tuple(_line(name, say("A name"), line) for name in names)


def _line(text: object, what: str, line: int) -> str:
    """A text that can be read back from a line: without line breaks and control characters; blanks around it are removed."""
    if not isinstance(text, str) or not text.isprintable():
        sentence = say("{what} is a text without line breaks and control characters, not {text!r:.60}.", what=what, text=text)
        raise BadRecord(sentence, line)
    return text.strip()


def _who(actor: object) -> str:
    """A seat as people count it, and as records do, which count from 0."""
    if not isinstance(actor, int):  # JSON can name anything
        return say("chance") if actor == "chance" else repr(actor)[:QUOTED]
    return say("seat {number} (index {index})", number=str(actor + 1)[:QUOTED], index=str(actor)[:QUOTED])


def _check_result(state: State, result: dict[str, list[int]] | None, line: int) -> None:
    if result is None and state.is_over:
        raise BadRecord(say("The game is over, but the record calls it unfinished."), line)
    if result is not None and not state.is_over:
        raise BadRecord(
            say("The record names a result, but after its {ply} actions the game is not over.", ply=state.ply), line
        )
    if result is not None and result != {"scores": state.scores, "ranks": state.ranks}:
        found = _result_text({"scores": state.scores, "ranks": state.ranks})
        raise BadRecord(say("The result does not follow from the moves: they give {found}.", found=found), line)
