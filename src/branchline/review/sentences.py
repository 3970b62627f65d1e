"""A review in sentences, in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.review.accounts import ERROR, Step, TurningPoint
from branchline.texts import say

LEAST_GAIN = 0.03
"""A sentence names who gained most, and what could not be known, if it was at least this."""


def points(share: float) -> str:
    """A share of the win in points of a hundred, without its sign.

    >>> points(-0.184)
    '18'
    """
    return f"{abs(share) * 100:.0f}"


def tell(point: TurningPoint, steps: Sequence[Step], names: Sequence[str], reason: str = "") -> str:
    """A turning point as a sentence; `reason` is what the better move would have brought, in a few words."""
    step = steps[point.ply]
    known: dict[str, object] = {
        "move": step.ply,
        "played": step.move,
        "player": names[point.seat],
        "points": points(point.swing),
    }
    if point.cause == ERROR:
        known["points"] = points(step.error)
        known["best"] = step.best
        known["reason"] = reason
        if reason:
            told = say("Move {move}: {played} cost {player} {points} points of a win; {best} was better: {reason}.", **known)
        else:
            told = say("Move {move}: {played} cost {player} {points} points of a win; {best} was better.", **known)
        gainer = max(range(len(step.gifts)), key=lambda seat: step.gifts[seat])
        if step.gifts[gainer] >= LEAST_GAIN:
            gain = points(step.gifts[gainer])
            told += " " + say("The largest gain went to {player}: {points} points.", player=names[gainer], points=gain)
        return f"{told} {_tell_unknown(step.luck[point.seat])}".rstrip()
    begin = run_begin(step, steps)
    if begin < step.ply:
        known["first"] = begin
        if point.swing > 0:
            return say("Moves {first} to {move}: the draws were worth {points} points of a win to {player}.", **known)
        return say("Moves {first} to {move}: the draws cost {player} {points} points of a win.", **known)
    if point.swing > 0:
        return say("Move {move}: the draw {played} was worth {points} points of a win to {player}.", **known)
    return say("Move {move}: the draw {played} cost {player} {points} points of a win.", **known)


def _tell_unknown(luck: float) -> str:
    """What an error did beyond what its player could know, if that was much."""
    if abs(luck) < LEAST_GAIN:
        return ""
    if luck < 0:
        return say("What could not be known then made it {points} points worse.", points=points(luck))
    return say("What could not be known then made up for {points} points.", points=points(luck))


def run_begin(step: Step, steps: Sequence[Step]) -> int:
    """The first ply of the run of draws that ends with a step."""
    first = step.ply
    while first > 0 and steps[first - 1].kind == step.kind == "chance":
        first -= 1
    return first


def tell_decided(ply: int | None, steps: Sequence[Step], names: Sequence[str], result: Sequence[float]) -> str:
    """When the game was decided, and for whom."""
    winners = [names[seat] for seat, share in enumerate(result) if share > 0]
    if ply is None:
        return say("The game was decided from the start.")
    if ply == steps[-1].ply:
        return say("The game was open until its last move, {move}.", move=ply)
    return say(
        "After move {move} ({played}) the game was decided for {winners}.",
        move=ply,
        played=steps[ply].move,
        winners=say(" and ").join(winners),
    )


def notes(has_secrets: bool) -> list[str]:
    """What a reader has to know about the figures."""
    found = [
        say("All figures are points of a win: 100 is a whole one."),
        say("The residue is what the search did not see, and errors within the noise."),
    ]
    if has_secrets:
        found.append(
            say("Errors count only what the player could know then; draws count by what the hands and the pool really held.")
        )
    return found
