"""The games as text for language models: the rules, what a seat sees, its legal moves, and answers read leniently.

Everything is made from a view, so nothing in it is hidden from the seat.

>>> import branchline as bl
>>> view = bl.game("northern-pacific", players=3).start().view(seat=0)
>>> read_answer("I think **extend Fargo** is best.", view).move
'extend Fargo'
>>> read_answer("invest Seattle", view).reason
'Seattle is the goal: cubes never go there (NP 2.2).'
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from branchline.bots.viewed_position import ViewedPosition
from branchline.core.game import Game
from branchline.core.state import State
from branchline.errors import UnknownMove
from branchline.learn.manual import summary
from branchline.texts import sentence

LOGGED = 12
"""The most moves of others that are told."""
TRIES = 3
QUOTED = re.compile(r"\*\*(.+?)\*\*|`(.+?)`|\"(.+?)\"|“(.+?)”|<move>(.+?)</move>", re.DOTALL)
LABELLED = re.compile(r"^\W*(?:final |my |best )?(?:move|answer|choice)\W*?[:=]\s*(.+)$", re.IGNORECASE | re.MULTILINE)
INSTRUCTION = "Answer with one legal move, exactly as it is written, on a line of its own that begins with `move:`."


class Answer(NamedTuple):
    """A legal move, or the reason why there is none in an answer."""

    move: str | None
    reason: str = ""


def rules(game: Game | str) -> str:
    """The rules on one page, as Markdown."""
    return summary(game if isinstance(game, str) else game.name)


def observation(view: Mapping[str, Any]) -> str:
    """What the seat of a view sees, has to do and may do, in as few words as possible."""
    viewed = ViewedPosition(view)
    game, seat = viewed.game, viewed.seat
    scores = ", ".join(f"{player(other)} {score}" for other, score in enumerate(view["scores"]))
    parts = [
        f"You are player {player(seat)} of {game.players} in {game.spec.card.title}. Points: {scores}.",
        game.spec.text.terminal(viewed.state.position).strip(),
    ]
    if told := since_own_move(view):
        parts.append(f"Since your last move: {told}.")
    parts += [f"To do: {view['todo']}", f"Legal moves ({len(view['legal'])}):", *legal_moves(view["legal"])]
    return "\n".join(parts)


def player(seat: int) -> str:
    """The letter of a seat, as boards and rules name players."""
    return chr(ord("A") + seat)


def since_own_move(view: Mapping[str, Any]) -> str:
    """The moves since the seat's own last one, as the seat may know them."""
    found: list[str] = []
    for entry in reversed(view["log"]):
        if entry["actor"] == view["seat"]:
            break
        if len(found) == LOGGED:
            found.append("…")
            break
        who = "chance" if entry["actor"] == "chance" else player(entry["actor"])
        found.append(f"{who}: {entry['move']}")
    return "; ".join(reversed(found))


def legal_moves(moves: list[str]) -> list[str]:
    """The moves as a short text: a line for each group of moves that begin alike.

    >>> legal_moves(["extend Fargo", "extend Duluth", "pass"])
    ['extend … Fargo | Duluth', 'pass']
    """
    ways = [_grouped(moves, words) for words in (1, 2, 3)]
    return min(ways, key=lambda lines: sum(map(len, lines)) + len(lines))


def _grouped(moves: list[str], words: int) -> list[str]:
    groups: dict[str, list[str]] = {}
    for move in moves:
        parts = move.split(" ", words)
        begin, rest = (" ".join(parts[:-1]), parts[-1]) if len(parts) > words else (move, "")
        groups.setdefault(begin, []).append(rest)
    return [f"{begin} … {' | '.join(rests)}" if any(rests) else begin for begin, rests in groups.items()]


def read_answer(answer: str, view: Mapping[str, Any]) -> Answer:
    """The legal move that an answer names, in any spelling that the game accepts; or a sentence that says what is wrong.

    A move may stand alone, after `move:`, in JSON, in quotes or in bold, or anywhere in the text if it is the only one.
    """
    viewed = ViewedPosition(view)
    refusal = ""
    for candidate in _candidates(answer):
        try:
            move = viewed.game.move(candidate)
        except UnknownMove:
            continue
        if move.text in viewed.legal:
            return Answer(move.text)
        refusal = refusal or sentence(viewed.state.why_not(move) or "")
    named = _named(answer, viewed.legal)
    if len(named) == 1:
        return Answer(named[0])
    if refusal:
        return Answer(None, refusal)
    if named:
        return Answer(None, f"The answer names {len(named)} moves: {', '.join(named[:5])}. Name one.")
    return Answer(None, _unknown(answer, viewed.state))


def _candidates(answer: str) -> Iterator[str]:
    """Texts in an answer that may be the move, the most likely first."""
    text = answer.strip()
    yield text[:200]
    for begin in re.finditer(r"\{", text):
        try:
            found, _ = json.JSONDecoder().raw_decode(text[begin.start() :])
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict) and isinstance(found.get("move"), str):
            yield found["move"]
    for labelled in reversed(LABELLED.findall(text)):
        yield labelled.strip(" *`\"'.“”")
    for groups in reversed(QUOTED.findall(text)):
        yield next(group for group in groups if group).strip(" .")
    for line in reversed(text.splitlines()):
        yield line.strip(" *`\"'.-")


def _named(answer: str, legal: list[str]) -> list[str]:
    """The legal moves that an answer mentions.  A move that is only part of a longer one does not count."""
    folded, found = answer.casefold(), []
    for move in sorted(legal, key=len, reverse=True):
        if re.search(rf"(?<!\w){re.escape(move.casefold())}(?!\w)", folded):
            found.append(move)
            folded = folded.replace(move.casefold(), "\n")
    return sorted(found, key=legal.index)


def _unknown(answer: str, state: State) -> str:
    lines = [line.strip() for line in answer.splitlines() if line.strip()]
    if not lines:
        return "The answer is empty."
    try:
        state.game.move(lines[-1][:80])
    except UnknownMove as error:
        return str(error)
    return "The answer names no legal move."


class TextPlayer:
    """A bot that asks a language model: `ask` gets a prompt and returns the model's answer.

    The rules are part of the first prompt of a game.  After a refused answer the model is asked again with the reason, up to
    `tries` times; then the first legal move is played, and `refusals` has what was wrong.
    """

    def __init__(self, ask: Callable[[str], str], name: str = "text", tries: int = TRIES) -> None:
        self.name, self._ask, self._tries = name, ask, tries
        self._told: set[tuple[Any, ...]] = set()
        self.refusals: list[str] = []

    def choose(self, view: Mapping[str, Any]) -> str:
        """One of the view's legal moves."""
        legal: list[str] = list(view["legal"])
        if len(legal) == 1:
            return legal[0]
        prompt = self._introduction(view) + f"{observation(view)}\n{INSTRUCTION}"
        for _ in range(self._tries):
            found = read_answer(self._ask(prompt), view)
            if found.move is not None:
                return found.move
            self.refusals.append(found.reason)
            prompt = f"That is not possible: {found.reason}\n{INSTRUCTION}"
        return legal[0]

    def _introduction(self, view: Mapping[str, Any]) -> str:
        key = (view["game"], view["players"], view["seat"])
        if key in self._told:
            return ""
        self._told.add(key)
        return f"{rules(view['game'])}\n\n"


def serve(ask: Callable[[str], str]) -> None:
    """Play in the arena as a program: `cmd:python my_model.py`, where `my_model.py` ends with `serve(ask)`.

    It reads views from standard input and writes moves to standard output, as docs/arena.md describes.
    """
    player_of_seat = TextPlayer(ask)
    for line in sys.stdin:
        message = json.loads(line)
        if "hello" in message:
            answer = {"hello": {"name": player_of_seat.name}}
        elif "view" in message:
            answer = {"move": player_of_seat.choose(message["view"])}  # type: ignore[dict-item]
        else:
            continue
        print(json.dumps(answer), flush=True)
