"""A hint in words: the move, what it brings, how it compares with the next best ones, and how the game may go on."""

from __future__ import annotations

from typing import Any

from branchline.core.state import State
from branchline.kernel.rng import seeded
from branchline.server.pages.moment import Moment
from branchline.server.pages.rendering import render
from branchline.server.services.hints import Advice
from branchline.texts import seat, sentence

FORESEEN = 3
"""The number of decisions after the hint that are told."""


def hint_json(moment: Moment, advice: Advice) -> dict[str, Any]:
    """Advice for the reader's position as a card for the page, with the move, its ghost and its picks."""
    analysis = advice.analysis
    state, reader = moment.state, moment.reader
    assert reader is not None, "advice is for players"
    ghost = moment.ghosts([analysis.choice])[analysis.choice]
    chances = {move: round(100 * chance) for move, chance in analysis.move_chances.items()}
    best, visits = chances.pop(analysis.choice, None), analysis.visits
    best_told = told(state, analysis.choice, reader)
    others: dict[str, int] = {}  # moves that read the same are told once
    for move, chance in chances.items():
        others.setdefault(told(state, move, reader), chance)
    others.pop(best_told, None)
    card = render(
        "table/hint.html",
        move=best_told,
        preview=ghost["preview"],
        chance=best,
        others=[(_inside(text, reader), chance) for text, chance in others.items()],
        less_tried=best is not None
        and any(chances[move] > best and visits[move] < visits[analysis.choice] for move in chances.keys() & visits.keys()),
        prevented=told(*advice.prevented, reader) if advice.prevented else "",
        line=foreseen(state, analysis.line[1:], analysis.choice, reader),
    )
    path = state.game.picks[state.game.move(analysis.choice).id]
    return {"move": analysis.choice, "svg": ghost["svg"], "path": path, "card": card}


def told(state: State, move: str, reader: int) -> str:
    """A move in words, without what follows from it."""
    return state.tell(move, reader)[0][0]


def _inside(text: str, reader: int) -> str:
    """A sentence for the middle of another one: it begins with the reader's name as that is written there."""
    name = seat(reader)
    return text.replace(sentence(name), name, 1) if text.startswith(sentence(name)) else text


def foreseen(state: State, moves: list[str], first: str, reader: int) -> list[str]:
    """The expected decisions in words, up to the next draw.  They are told on a position that the reader thinks possible."""
    possible = state.resample(reader, seeded(0)).play(first)
    found = []
    for move in moves[:FORESEEN]:
        if possible.is_chance or not possible.is_legal(move):
            break
        found.append(told(possible, move, reader))
        possible.play(move)
    return found
