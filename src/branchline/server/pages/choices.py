"""What a reader can choose: the legal moves with their picks, and the things of the hand."""

from __future__ import annotations

from typing import Any

from branchline.core.game import Game
from branchline.core.state import State
from branchline.games.position import Position
from branchline.games.spec import GameSpec
from branchline.texts import sentence


def offer_of(state: State, position: Position, token: str) -> dict[str, Any]:
    """The legal moves with their paths of picks, and a label and a picture for each pick."""
    game, spec = state.game, state.game.spec
    choices = []
    for move in state.legal():
        choice: dict[str, Any] = {"move": move.text, "path": game.picks[move.id]}
        if act := spec.picks.act(position, move.id):
            choice["act"] = act
        if spec.text.previews_at_once:
            choice["preview"] = spec.text.preview(position, move.id)
        choices.append(choice)
    names = sorted(dict.fromkeys(name for choice in choices for name in choice["path"]), key=spec.picks.order)
    pictures = {name: spec.picks.picture(position, name) for name in names}
    return {
        "choices": choices,
        "labels": {name: sentence(spec.picks.label(name, game.board)) for name in names},
        "order": names,
        "pictures": {name: svg for name, svg in pictures.items() if svg},
        "token": token,
        "now": sentence(spec.text.prompt(position)),
    }


def in_words(game: Game, move: str) -> str:
    """A move as the things that a person picks for it, such as `Fargo › Extend the line to here`.

    The words come from the notation alone, so they say nothing else.  What is partly hidden stays in notation.
    """
    action = game.board.ids.get(move)
    if action is None:
        return move
    label = game.spec.picks.label
    return " › ".join(sentence(label(name, game.board)).removesuffix("…") for name in game.picks[action])


def add_gone(offer: dict[str, Any], began: State) -> None:
    """Add the buttons that the turn began with and that are not offered any more, so that the page can say why."""
    first = {choice["path"][0] for choice in offer["choices"]}
    before = dict.fromkeys(began.game.picks[move.id][0] for move in began.legal())
    gone = [name for name in before if name.startswith("button:") and name not in first]
    label = began.game.spec.picks.label
    offer["gone"] = {name: sentence(label(name, began.game.board)) for name in gone}


def hand_of(spec: GameSpec, position: Position, reader: int) -> list[dict[str, Any]]:
    """The things in a seat's hand that can be picked, with pictures."""
    things: dict[str, dict[str, Any]] = {}
    for held in spec.text.holdings(position)[reader]:
        if held.pick and held.picture:
            thing = {"pick": held.pick, "label": sentence(held.label), "picture": held.picture, "count": 0, "gone": False}
            things.setdefault(held.pick, thing)["count"] += held.value if isinstance(held.value, int) else 1
    return list(things.values())
