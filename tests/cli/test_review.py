"""`branchline review` as a person uses it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from branchline.cli.main import command
from branchline.errors import BranchlineError

SHORT = Path(__file__).parents[1] / "golden" / "northern_pacific" / "three-one-round.txt"
DEPTH = ("--depth", "120")


def run(*words: str) -> Result:
    return CliRunner().invoke(command, ["review", *words], prog_name="branchline")


def test_a_review_prints_and_writes(tmp_path: Path) -> None:
    page, data = tmp_path / "review.html", tmp_path / "review.json"
    result = run(str(SHORT), *DEPTH, "--html", str(page), "--json", str(data))
    assert result.exit_code == 0, (result.output, result.exception)
    for text in ("Northern Pacific, 3 players, 28 plies", "A seat 0", "residue", "cost seat", "simulations, depth 120"):
        assert text in result.output
    rows = [line for line in result.output.splitlines() if "▕" in line]
    assert len(rows) == 12
    assert set("".join(row.split("▕")[1] for row in rows)) == set("ABC")
    found = json.loads(data.read_text("utf-8"))
    assert found["game"] == "northern-pacific"
    assert len(found["steps"]) == 28
    assert "<svg" in page.read_text("utf-8")
    assert run(str(SHORT), *DEPTH, "--threads", "1").output == result.output


def test_several_games_give_a_summary(tmp_path: Path) -> None:
    other, data = tmp_path / "other.txt", tmp_path / "players.json"
    other.write_text(SHORT.read_text("utf-8").replace("Date:", "Seat 0: Ann\nDate:"), "utf-8")
    result = run(str(SHORT), str(other), *DEPTH, "--json", str(data))
    assert result.exit_code == 0, (result.output, result.exception)
    assert "Ann" in result.output
    assert re.search(r"player +opening +middle +end", result.output)
    marks = re.findall(r"[\d.]+ \((\d+), (\d+), (\d+)\)", result.output)
    assert len(marks) == 4 * 3
    assert sum(int(number) for cell in marks for number in cell) > 0
    players = {player["name"]: player["games"] for player in json.loads(data.read_text("utf-8"))["players"]}
    assert players == {"seat 0": 1, "Ann": 1, "seat 1": 2, "seat 2": 2}


def spoilt(text: str, what: str) -> str:
    lines = text.splitlines()
    first = lines.index("") + 1
    if what == "unfinished":
        lines = [line if not line.startswith("Result") else "Result: unfinished" for line in lines[:-1]]
    elif what == "rules":
        lines = [line if not line.startswith("Rules") else "Rules: 99" for line in lines]
    elif what == "illegal":
        lines[first] = "0 extend Seattle"
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("unfinished", "The game is not over after 27 actions: only a finished game is reviewed."),
        ("rules", "99"),
        ("illegal", "Seattle"),
    ],
)
def test_a_record_that_cannot_be_reviewed_gets_a_sentence(what: str, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(spoilt(SHORT.read_text("utf-8"), what), "utf-8")
    result = run(str(file), *DEPTH)
    assert isinstance(result.exception, BranchlineError)
    assert str(file) in str(result.exception)
    assert sentence in str(result.exception)


def test_mistakes_end_in_a_sentence(tmp_path: Path) -> None:
    assert "A depth is quick, deep, or a number" in str(run(str(SHORT), "--depth", "best").exception)
    assert "There is no folder" in run(str(SHORT), "--html", str(tmp_path / "no" / "page.html")).output
    assert "A page shows one game" in run(str(SHORT), str(SHORT), "--html", str(tmp_path / "page.html")).output
    assert isinstance(run(str(tmp_path / "none.txt")).exception, FileNotFoundError)  # `main` turns it into a sentence
