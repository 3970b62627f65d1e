"""Paragraph, code and test belong together: one without the others fails here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import branchline as bl
from branchline.games import find_spec
from branchline.games import folder as folder_of
from tests.own_games import OWN_GAMES

SOURCE = Path(bl.__file__).parent
TESTS = Path(__file__).parent
SPECS = {spec.card.short: spec for spec in map(find_spec, OWN_GAMES)}


def folder(short: str) -> Path:
    return Path(str(folder_of(SPECS[short].name)))


def in_manual(short: str) -> set[str]:
    """The numbers that head a paragraph in RULES.md."""
    text = (folder(short) / "RULES.md").read_text(encoding="utf-8")
    return set(re.findall(rf"^- \*\*({short} \d+\.\d+)\*\*", text, re.MULTILINE))


def cited(short: str, text: str) -> set[str]:
    """The numbers in `NP 2.1`, `NP 2.1, 2.2` and `NP 2.1–2.5` (ends only)."""
    found: set[str] = set()
    for group in re.findall(rf"\b{short} (\d+\.\d+(?:(?:, |–| and )\d+\.\d+)*)", text):
        found.update(f"{short} {number}" for number in re.findall(r"\d+\.\d+", group))
    return found


def in_code(short: str) -> set[str]:
    return set().union(*(cited(short, file.read_text(encoding="utf-8")) for file in folder(short).rglob("*.py")))


def in_tests(short: str) -> set[str]:
    marks = rf'rule\("({short} \d+\.\d+)"\)'
    texts = (file.read_text(encoding="utf-8") for file in TESTS.rglob("test_*.py"))
    return set().union(*(re.findall(marks, text) for text in texts))


@pytest.mark.parametrize("short", SPECS)
def test_every_paragraph_has_code(short: str) -> None:
    assert in_manual(short)
    assert in_manual(short) - in_code(short) == set()


@pytest.mark.parametrize("short", SPECS)
def test_every_paragraph_has_a_test(short: str) -> None:
    assert in_manual(short) - in_tests(short) == set()


@pytest.mark.parametrize("short", SPECS)
def test_code_and_tests_cite_paragraphs_that_exist(short: str) -> None:
    assert (in_code(short) | in_tests(short)) - in_manual(short) - {f"{short} 0.0"} == set()


@pytest.mark.parametrize("short", SPECS)
def test_every_refusal_names_a_paragraph_that_exists(short: str) -> None:
    spec = SPECS[short]
    codes: set[int] = set()
    for file in folder(short).rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        for names, numbers in re.findall(r"^([A-Z_0-9, ]+) = ((?:\d{3,4}(?:, )?)+)$", text, re.MULTILINE):
            if "CODES" not in names:
                codes.update(int(number) for number in numbers.split(","))
    named = {spec.paragraph(code) for code in codes if 100 <= code < 1300}
    assert named
    assert named - in_manual(short) == set()


@pytest.mark.parametrize("short", SPECS)
def test_the_option_table_of_the_manual_is_the_programs(short: str) -> None:
    text = (folder(short) / "RULES.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    assert rows == ["players", *(option.name for option in SPECS[short].options)]
