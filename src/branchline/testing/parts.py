"""Checks of a game's files, card and options before any game is played, and the list of parts that an author left out."""

from __future__ import annotations

from dataclasses import fields

from branchline.games import find_spec, folder
from branchline.games.plain_board import STYLE
from branchline.games.spec import GameSpec, Picks, Text
from branchline.learn import paragraphs
from branchline.testing.broken import LawBroken
from branchline.texts import LANGUAGES

TRANSLATIONS = [language for language in LANGUAGES if language != "en"]


def check_parts(name: str) -> None:
    """Check what a game must have beside its rules: RULES.md with numbered paragraphs, a sound card and options."""
    spec = find_spec(name)
    for sentence in (*_rules_problems(spec), *_card_problems(spec), *_option_problems(spec)):
        raise LawBroken(f"{spec.name}: {sentence}")


def _rules_problems(spec: GameSpec) -> list[str]:
    if not folder(spec.name).joinpath("RULES.md").is_file():
        return ["the package has no RULES.md. hint: it stands beside game.py."]
    if not paragraphs(spec.name):
        return [f"RULES.md has no paragraph. hint: a paragraph is a list item that begins `- **{spec.card.short} 1.1**`."]
    return []


def _card_problems(spec: GameSpec) -> list[str]:
    card = spec.card
    found = [f"the card has no {part}." for part in ("title", "short", "summary", "designer") if not getattr(card, part)]
    if not card.players or list(card.players) != sorted(set(card.players)) or card.players[0] < 1:
        found.append(f"the card's numbers of players are {card.players}. hint: list them from the fewest to the most.")
    return found


def _option_problems(spec: GameSpec) -> list[str]:
    found = []
    for option in spec.options:
        if option.values and option.default not in option.values:
            found.append(f"the option {option.name} has the default {option.default!r}, which is none of its values.")
        if option.labels and len(option.labels) != len(option.values):
            found.append(f"the option {option.name} has {len(option.labels)} labels for {len(option.values)} values.")
    return found


def left_out(name: str) -> list[str]:
    """Sentences on the optional parts that a game lacks, each with what is shown instead.

    >>> left_out("northern-pacific")
    []
    """
    spec, here = find_spec(name), folder(name)
    files = {
        "RULEBOOK.md": "the page of rules shows the numbered paragraphs alone",
        "SUMMARY.md": "there is no summary to print",
        **{f"RULES.{language}.md": f"readers of {LANGUAGES[language]} get the English rules" for language in TRANSLATIONS},
        **{f"text/{language}.toml": f"readers of {LANGUAGES[language]} get English sentences" for language in TRANSLATIONS},
        "data/cover.svg": "the first page shows a plain card",
        "data/lesson.toml": "the page Learn leaves the game out",
        "data/diagrams.toml": "the rules have no diagrams",
    }
    found = [
        f"There is no {file}: {instead}." for file, instead in files.items() if not here.joinpath(*file.split("/")).is_file()
    ]
    texts = {
        "tell": "the log shows moves as they are written",
        "holdings": "the list of players shows points only",
        "score_sheet": "the result shows points only",
        "preview": "a move does not say beforehand what it brings",
    }
    found += [f"Text.{part} is left out: {instead}." for part, instead in texts.items() if _is_default(spec.text, Text, part)]
    if spec.drawing.style is STYLE:
        found.append("GameSpec.drawing is left out: the board is a sheet with what Text.describe says.")
    if _is_default(spec.picks, Picks, "paths"):
        found.append("Picks.paths is left out: every move is a button.")
    if spec.heuristics is None:
        found.append("GameSpec.heuristics is left out: bots know the rules alone.")
    return found


def _is_default(part: object, kind: type, name: str) -> bool:
    default = next(field.default for field in fields(kind) if field.name == name)
    return getattr(part, name) is default
