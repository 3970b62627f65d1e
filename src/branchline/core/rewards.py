"""What the end of a game is worth to each seat, for learning.

| kind | reward |
|---|---|
| `rank` | the mean over the rivals: 1 for a rival ranked below, −1 for one ranked above, 0 for a tie |
| `win` | the part of the win: 1 for the only winner, 1/2 for each of two, 0 for the others |
| `score` | the mean over the rivals of the difference of the scores |

Rivals are the seats of other sides: a partner is none.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from branchline.errors import BadOption
from branchline.kernel.environments import BY_RANK, BY_SCORE, BY_WIN

KINDS = {"rank": BY_RANK, "win": BY_WIN, "score": BY_SCORE}


def reward_kind(name: str) -> int:
    """The number of a kind of rewards in the kernel."""
    if name in KINDS:
        return KINDS[name]
    near = difflib.get_close_matches(str(name), KINDS, n=1)
    hint = f"did you mean {near[0]}?" if near else f"rewards are one of {', '.join(KINDS)}."
    raise BadOption(f"There are no rewards {name!r:.60}. hint: {hint}")


def final_rewards(name: str, scores: Sequence[int], ranks: Sequence[int], sides: Sequence[int]) -> list[float]:
    """The reward of each seat at the end of a game.

    >>> final_rewards("rank", [7, 4, 4], [1, 2, 2], [0, 1, 2])
    [1.0, -0.5, -0.5]
    >>> final_rewards("score", [7, 4, 4], [1, 2, 2], [0, 1, 2])
    [3.0, -1.5, -1.5]
    """
    kind, seats = reward_kind(name), range(len(ranks))
    if kind == BY_WIN:
        return [1 / ranks.count(1) if ranks[seat] == 1 else 0.0 for seat in seats]
    leads = []
    for seat in seats:
        rivals = [other for other in seats if sides[other] != sides[seat]]
        if kind == BY_SCORE:
            total = sum(scores[seat] - scores[other] for other in rivals)
        else:
            total = sum((ranks[seat] < ranks[other]) - (ranks[seat] > ranks[other]) for other in rivals)
        leads.append(total / max(1, len(rivals)))
    return leads
