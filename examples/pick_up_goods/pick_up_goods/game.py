"""Pick-up Goods: its specification, made of its parts."""

from branchline.games.spec import GameSpec, Rules, Text
from pick_up_goods.card import CARD
from pick_up_goods.rules import actions, bounds, knowledge, problems, scoring
from pick_up_goods.rules.board import load_board
from pick_up_goods.rules.layout import Fields
from pick_up_goods.rules.options import OPTIONS, parameters
from pick_up_goods.text.description import describe
from pick_up_goods.text.prompts import prompt
from pick_up_goods.text.refusals import refusal
from pick_up_goods.text.telling import tell

GAME = GameSpec(
    card=CARD,
    options=OPTIONS,
    rules=Rules(
        version=1,
        layout=Fields,
        functions={
            "new": actions.new,
            "actor": actions.actor,
            "legal": actions.legal,
            "weights": actions.weights,
            "apply": actions.apply,
            "why_not": actions.why_not,
            "score": scoring.score,
            "rank": scoring.rank,
            "sees": knowledge.sees,
            "hide": knowledge.hide,
            "resample": knowledge.resample,
            "encode": knowledge.encode,
        },
        load_board=load_board,
        parameters=parameters,
        encoding=knowledge.encoding,
        problems=problems.problems,
        fixed_fields=problems.FIXED_FIELDS,
        max_plies=bounds.max_plies,
    ),
    text=Text(refusal=refusal, prompt=prompt, describe=describe, tell=tell),
)
