"""Why a thing on the page cannot be picked now: a sentence, with the paragraph of the rules if there is one."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field

from branchline.core.game import Game
from branchline.games.position import Position
from branchline.server.base.inputs import MoveName
from branchline.texts import say, sentence


class WhyRequest(BaseModel):
    """A click on something that cannot be picked after the picks so far."""

    model_config = ConfigDict(extra="forbid")
    picks: list[MoveName] = Field(max_length=20)
    name: MoveName
    ply: int = Field(ge=0, le=1_000_000)


def reason(game: Game, position: Position, picks: Sequence[str], name: str) -> dict[str, str]:
    """The refusal of the action that is nearest to a legal one, among those that the picks and the name can mean.

    The position is the one that the reader sees, so the answer tells nothing that is hidden from them.
    """
    spec, paths = game.spec, game.picks
    named = [action for action, path in enumerate(paths) if name in path]
    meant = [action for action in named if _leads_to(paths[action], [*picks, name])]
    codes = {action: position.why_not(action) for action in meant or named}
    legal = [action for action, code in codes.items() if code == 0]
    if legal and not meant:
        buttons = dict.fromkeys(spec.picks.label(paths[action][0], game.board) for action in legal)
        return {"text": say("First choose “{names}”.", names=", ".join(map(sentence, buttons)))}
    if legal or not codes:
        return {"text": f"{nothing()} {sentence(spec.text.prompt(position))}"}
    nearest = max(codes, key=lambda action: spec.picks.closeness(position, action, codes[action]))
    fact = spec.text.refusal(position, nearest, codes[nearest])
    return {"text": f"{sentence(fact)}.", "rule": spec.paragraph(codes[nearest])}


def nothing() -> str:
    """The answer to a click on something that no move needs."""
    return say("There is nothing to choose here.")


def _leads_to(path: Sequence[str], names: Sequence[str]) -> bool:
    """Whether picking these names, in any order, leads to an action: nothing behind a button is reached without it."""
    if not all(name in path for name in names):
        return False
    before = path[: max(path.index(name) for name in names)]
    return all(name in names for name in before if name.startswith("button:"))
