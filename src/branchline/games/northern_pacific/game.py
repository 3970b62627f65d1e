"""Northern Pacific: its specification, made of its parts."""

from __future__ import annotations

from branchline.games.northern_pacific.card import CARD
from branchline.games.northern_pacific.drawing import ghosts, layers, odds, picks, style
from branchline.games.northern_pacific.heuristics import HEURISTICS
from branchline.games.northern_pacific.rules import (
    actions,
    board,
    bounds,
    knowledge,
    layout,
    options,
    problems,
    scoring,
    setup,
)
from branchline.games.northern_pacific.text import (
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
from branchline.games.spec import Drawing, GameSpec, Picks, Reports, Rules, Text

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
            "sees": knowledge.sees,
            "hide": knowledge.hide,
            "resample": knowledge.resample,
            "encode": knowledge.encode,
        },
        load_board=board.load_board,
        normalise_options=options.normalise_options,
        parameters=options.parameters,
        encoding=knowledge.encoding,
        problems=problems.problems,
        fixed_fields=problems.FIXED_FIELDS,
        max_plies=bounds.max_plies,
        perfect_information=True,
        finished_rounds=scoring.finished_rounds,
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
    picks=Picks(
        paths=picks.paths,
        label=picks.label,
        act=picks.act,
        closeness=picks.closeness,
        picture=ghosts.picture,
        ghost=ghosts.ghost,
    ),
    drawing=Drawing(layers=layers.layers, frame=layers.frame, style=style.STYLE, overlays=odds.OVERLAYS),
    heuristics=HEURISTICS,
    reports=Reports(places=board.places, map_report=board.map_report, rounds_played=scoring.rounds_played),
)
