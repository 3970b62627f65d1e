"""Central Pacific: its specification, made of its parts."""

from __future__ import annotations

from branchline.games.central_pacific import heuristics
from branchline.games.central_pacific.card import CARD
from branchline.games.central_pacific.drawing import ghosts, layers, picks, style
from branchline.games.central_pacific.rules import (
    actions,
    board,
    bounds,
    knowledge,
    layout,
    options,
    problems,
    queries,
    scoring,
    setup,
    sides,
)
from branchline.games.central_pacific.text import (
    description,
    holdings,
    notation,
    preview,
    progress,
    prompts,
    refusals,
    telling,
    terminal,
)
from branchline.games.spec import Drawing, GameSpec, Picks, Rules, Text

RULES = Rules(
    version=2,
    layout=layout.Fields,
    functions={
        "new": setup.new,
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
    load_board=board.load_board,
    parameters=options.parameters,
    encoding=knowledge.encoding,
    problems=problems.problems,
    max_plies=bounds.max_plies,
    queries=queries.QUERIES,
    normalise_options=options.normalise_options,
    fixed_fields=problems.FIXED_FIELDS,
    sides=sides.sides,
    open_scores=True,
)

TEXT = Text(
    parse=notation.parse,
    redact=notation.redact,
    refusal=refusals.refusal,
    prompt=prompts.prompt,
    describe=description.describe,
    terminal=terminal.terminal,
    extra_scores=description.extra_scores,
    tell=telling.tell,
    milestone=progress.milestone,
    progress=progress.progress,
    holdings=holdings.holdings,
    score_sheet=holdings.score_sheet,
    preview=preview.preview,
    previews_at_once=False,
)

GAME = GameSpec(
    card=CARD,
    options=options.OPTIONS,
    rules=RULES,
    text=TEXT,
    drawing=Drawing(layers=layers.layers, frame=layers.frame, style=style.STYLE, seat_marks=layers.seat_marks),
    picks=Picks(
        paths=picks.paths,
        label=picks.label,
        act=picks.act,
        closeness=picks.closeness,
        order=picks.order,
        picture=ghosts.picture,
        ghost=ghosts.ghost,
    ),
    heuristics=heuristics.HEURISTICS,
)
