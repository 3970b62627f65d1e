"""Last Train to Wensleydale: its specification, made of its parts."""

from __future__ import annotations

import numpy as np

from branchline.games.spec import Drawing, GameSpec, Picks, Reports, Rules, Text
from branchline.games.wensleydale.card import CARD
from branchline.games.wensleydale.drawing import ghosts, key, layers, picks, style
from branchline.games.wensleydale.heuristics import HEURISTICS
from branchline.games.wensleydale.rules import (
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
)
from branchline.games.wensleydale.text import (
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

GAME = GameSpec(
    card=CARD,
    options=options.OPTIONS,
    rules=Rules(
        version=1,
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
            "hide": knowledge.hide,
            "sees": knowledge.sees,
            "resample": knowledge.resample,
            "encode": knowledge.encode,
        },
        queries=queries.QUERIES,
        load_board=board.load_board,
        parameters=options.parameters,
        encoding=knowledge.encoding,
        problems=problems.problems,
        fixed_fields=problems.FIXED_FIELDS,
        max_plies=bounds.max_plies,
        perfect_information=True,
    ),
    text=Text(
        parse=notation.parse,
        redact=notation.redact,
        refusal=refusals.refusal,
        prompt=prompts.prompt,
        describe=description.describe,
        extra_scores=description.extra_scores,
        terminal=terminal.terminal,
        tell=telling.tell,
        milestone=progress.milestone,
        round_tally=progress.round_tally,
        progress=progress.progress,
        holdings=holdings.holdings,
        score_sheet=holdings.score_sheet,
        preview=preview.preview,
    ),
    drawing=Drawing(
        layers=layers.layers,
        frame=layers.frame,
        style=style.STYLE,
        side_layers=layers.SIDE_LAYERS,
        side_frame=layers.side_frame,
        seat_marks=layers.seat_marks,
        overlays=key.OVERLAYS,
    ),
    picks=Picks(
        paths=picks.paths,
        label=picks.label,
        act=picks.act,
        closeness=picks.closeness,
        order=picks.order,
        picture=ghosts.picture,
        ghost=ghosts.ghost,
    ),
    heuristics=HEURISTICS,
    reports=Reports(
        places=board.places,
        map_report=board.map_report,
        rounds_played=lambda finals: finals["turn"].astype(np.int64),
    ),
)
