"""Every template in the code has its counterpart in every catalogue, with the same values in it."""

from __future__ import annotations

import ast
import string
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

import branchline
from branchline.learn import lesson as lesson_of
from branchline.learn.diagrams import diagrams
from branchline.texts import LANGUAGES, You, addressing, count, say, seat, sentence, speaking, templates
from tests.own_games import OWN_GAMES

SOURCE = Path(branchline.__file__).parent
OTHERS = [language for language in LANGUAGES if language != "en"]


def in_code() -> Iterator[tuple[str, bool]]:
    """Every template that the code says, and whether it counts."""
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "count", "noted"):
                counts = node.func.id == "count"
                template = node.args[counts]
                assert isinstance(template, ast.Constant), f"{file.name}:{node.lineno}: a template is written out, not computed"
                yield str(template.value), counts


def in_pages() -> Iterator[tuple[str, bool]]:
    """The same for the templates of the site's pages."""
    for file in (SOURCE / "server" / "pages").rglob("*.html"):
        for node in Environment().parse(file.read_text(encoding="utf-8")).find_all(nodes.Call):
            if isinstance(node.node, nodes.Name) and node.node.name in ("say", "count"):
                counts = node.node.name == "count"
                template = node.args[counts]
                assert isinstance(template, nodes.Const), f"{file.name}:{node.lineno}: a template is written out, not computed"
                yield template.value, counts


def values(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_is_complete(language: str) -> None:
    known = templates(language)
    assert sorted({template for template, _ in (*in_code(), *in_pages())} - set(known)) == []


def in_lessons_and_diagrams() -> set[str]:
    """Every sentence of the lessons and below the diagrams of the rules."""
    found = {""}
    for name in OWN_GAMES:
        lesson = lesson_of(name)
        found.add(lesson.promise)
        found.update(text for step in lesson.steps for text in (step.text, step.wrong, step.done))
        found.update(diagram.caption for diagram in diagrams(name))
    return found - {""}


@pytest.mark.parametrize("language", OTHERS)
def test_lessons_and_diagrams_are_complete(language: str) -> None:
    known = templates(language)
    wanted = in_lessons_and_diagrams()
    assert sorted(wanted - set(known)) == []
    files = [SOURCE / "texts" / language / "learn.toml", *SOURCE.glob(f"games/*/text/{language}.toml")]
    own = {template for file in files for template in tomllib.loads(file.read_text(encoding="utf-8"))}
    said = {template for template, _ in (*in_code(), *in_pages())}
    said |= {branchline.game(name).board.reconstructed for name in OWN_GAMES}
    assert sorted(own - wanted - said) == [], "texts that nobody says any more"


@pytest.mark.parametrize("language", OTHERS)
def test_templates_keep_their_values(language: str) -> None:
    for template, own in templates(language).items():
        for text in (own,) if isinstance(own, str) else own:
            assert values(text) <= values(template), template
    for template, counts in (*in_code(), *in_pages()):
        assert isinstance(templates(language)[template], tuple) == counts, template


NOT_ADDRESSED = {
    "{name} stands here a second time.",
    "{name} has the wrong type.",
    "{who} share the win",
    "{who} ({colour}): {todo}",
    "{who} +{gain}",
    "{player} box {box}",
    "{player} to move",
}
"""Templates that begin with a name that is no seat's, or whose verb is the same for the reader."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_about_a_player_can_address_the_reader(language: str) -> None:
    forms, said = addressing(language), dict((*in_code(), *in_pages()))
    for template in said.keys() - NOT_ADDRESSED:
        for value in ("name", "who", "player"):
            assert not template.startswith(f"{{{value}}} ") or (value, template) in forms, template
    for (value, template), own in forms.items():
        assert value in values(template), template
        assert isinstance(own, tuple) == said[template], template
        for text in (own,) if isinstance(own, str) else own:
            assert values(template) - {value, "n"} <= values(text) <= values(template), template


def test_the_reader_is_addressed() -> None:
    with speaking("de", [You("du"), "Bo"]):
        assert say("{who} wins the game", who=seat(0)) == "du gewinnst das Spiel"
        assert say("{who} wins the game", who=seat(1)) == "Bo gewinnt das Spiel"
        assert say("{player} takes a tile from {victim}", player=seat(1), victim=seat(0)) == "Bo nimmt ein Plättchen von dir"
        assert sentence(say("{player} builds nothing", player=seat(0))) == "Du baust nichts"


def test_language_of_the_moment() -> None:
    with speaking("de"):
        assert say("seat {seat}", seat=2) == "Platz 2"
    assert say("seat {seat}", seat=2) == "seat 2"


def test_an_unknown_language_is_english() -> None:
    with speaking("tlh"):
        assert count("{n} cube", "{n} cubes", 2) == "2 cubes"


REFUSALS = {
    **dict.fromkeys(("forbidden", "not_found", "BadRecord", "BadSetup", "WrongPly", "NotYourTurn"), 0),
    **dict.fromkeys(("NotYourSeat", "NotStarted", "Closed", "NotAllowed"), 0),
    "Problem": 2,
}
"""What a person on the site can be refused with, and where its sentence stands.  The rest is for who runs the server."""


def test_refusals_are_said() -> None:
    plain = []
    for file in (file for part in ("core", "match", "server") for file in (SOURCE / part).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REFUSALS:
                sentence = node.args[REFUSALS[node.func.id]]
                if isinstance(sentence, (ast.Constant, ast.JoinedStr)):
                    plain.append(f"{file.name}:{node.lineno}")
    assert plain == [], "a sentence for people without say()"


def test_hints_are_translated() -> None:
    for template, own in templates("de").items():
        texts = (own,) if isinstance(own, str) else own
        assert not any("hint:" in text for text in texts), template
        assert ("hint:" in template) == ("Hinweis:" in texts[0]), template
