"""Phase 2: drawing the tokens of influence for the boxes."""

from __future__ import annotations

from branchline.games.wensleydale.rules.board import TOKEN
from branchline.games.wensleydale.rules.layout import BOXES, INFLUENCES, NOBODY, TOKENS_EACH, Fields
from branchline.games.wensleydale.rules.paragraphs import TOKEN_BAG
from branchline.kernel import CHANCE, rule
from branchline.kernel.contract import Ids, Weights


@rule
def begin_influence(state: Fields) -> None:
    """LW 2.2: all tokens return to the bag."""
    for kind in range(INFLUENCES):
        state.tokens[kind] = TOKENS_EACH
    for box in range(BOXES):
        state.box_token[box] = 0
    state.drawn = 0
    state.to_act = CHANCE


@rule
def legal_tokens(state: Fields, out: Ids) -> int:
    """LW 2.2: every kind of token left in the bag."""
    count = 0
    for kind in range(INFLUENCES):
        if state.tokens[kind] > 0:
            out[count] = TOKEN + kind
            count += 1
    return count


@rule
def token_weights(state: Fields, out: Weights) -> int:
    """LW 2.2: the weight of a kind of token is the number of such tokens in the bag."""
    count = 0
    for kind in range(INFLUENCES):
        if state.tokens[kind] > 0:
            out[count] = state.tokens[kind]
            count += 1
    return count


@rule
def apply_token(state: Fields, action: int) -> None:
    """LW 2.2: the token goes to the next box, 1 to 8."""
    kind = action - TOKEN
    state.tokens[kind] -= 1
    state.box_token[state.drawn] = 1 + kind
    state.drawn += 1
    if state.drawn == BOXES:
        state.drawn = 0
        state.to_act = NOBODY


@rule
def why_not_token(state: Fields, action: int) -> int:
    """LW 2.2: only a token in the bag can be drawn."""
    kind = action - TOKEN
    return 0 if kind >= 0 and state.tokens[kind] > 0 else TOKEN_BAG
