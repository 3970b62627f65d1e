"""Mistakes that an author makes end in one sentence of the checker, with the game, the seed and the ply.

Each mistake is made in a copy of the example, which only the process that checks it knows.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "pick_up_goods" / "pick_up_goods"
HIDE = "        if in_other_hand(state, wagon, seat):\n            state.place[wagon] = {}\n"
MISTAKES = {
    "hide hides nothing": (
        ("rules/knowledge.py", HIDE.format("PILE"), HIDE.format("state.place[wagon]")),
        "ply 0: seat 1 sees neither 'draw 1' nor 'draw 2', but after `hide` the field place tells them apart.",
    ),
    "resample fills nothing": (
        ("rules/knowledge.py", "give(state, other, below(rng, unseen))", "below(rng, unseen)"),
        "a game comes to a dead end after resample for seat 1.",
    ),
    "resample forgets a seat": (
        ("rules/knowledge.py", "        if other != seat:", "        if other != seat and other != 0:"),
        "a game comes to a dead end after resample for seat 1.",
    ),
    "perfect_information": (
        ("game.py", "bounds.max_plies,", "bounds.max_plies,\n        perfect_information=True,"),
        "ply 0: perfect_information is set, but not everybody sees 'draw 1'.",
    ),
    "tell": (("text/telling.py", '"shunt":', '"shnt":'), "tell raised KeyError: 'shunt' (text/telling.py, line 19)."),
    "refusal": (("text/refusals.py", "    TOO_LOW:", "    999:"), "refusal raised KeyError: 203 (text/refusals.py, line 19)."),
    "describe": (("text/description.py", "fields.siding)", "fields.sidin)"), "describe raised AttributeError: "),
    "prompt": (
        ("text/prompts.py", "position.actor == CHANCE", "position.who == CHANCE"),
        "ply 0: prompt raised AttributeError",
    ),
    "max_plies": (("rules/bounds.py", "3 * WAGONS", "20"), "has more plies than max_plies allows, 20."),
    "max_legal": (
        ("rules/board.py", "max_legal=2 * WAGONS", "max_legal=5"),
        "ply 0: 20 actions are legal, but the board's max_legal is 5.",
    ),
    "two texts": (
        ("rules/board.py", '("draw", "couple", "shunt")', '("draw", "draw", "shunt")'),
        "two actions share one text: 'draw 1'.",
    ),
    "a field that changes": (
        ("rules/problems.py", '("players", "hand_size")', '("players", "hand_size", "turn")'),
        "ply 1: a move has changed turn, which is one of FIXED_FIELDS: take it out of them.",
    ),
    "weights": (
        (
            "rules/actions.py",
            "                out[count] = 1\n                count += 1",
            "                out[count] = 1\n                count = 1",
        ),
        "ply 0: 1 weights for 20 moves.",
    ),
    "a part lacks": (("game.py", '            "hide": knowledge.hide,\n', ""), "pick-up-goods: The rules lack `hide`."),
}
"""A file, what stands there, what stands there instead, and the sentence."""
MISTAKES_OF_COMPILED_RULES = {
    "a field": (
        ("rules/actions.py", "state.held[state.turn] == 0", "state.helt[state.turn] == 0"),
        "The rule actor in pick_up_goods/rules/actions.py, line 27, uses the field `helt`, which the layout does not have."
        " hint: did you mean held?",
    ),
    "a call": (
        ("rules/actions.py", "count = 0\n    for wagon", "count = sorted(state.place, key=str)[0]\n    for wagon"),
        "The rule in_pile in pick_up_goods/rules/actions.py, line 135, cannot be compiled:"
        " No implementation of function sorted",
    ),
    "a name": (
        ("rules/scoring.py", "out[seat] = state.length[seat]", "out[seat] = lenth(state, seat)"),
        "The rule score in pick_up_goods/rules/scoring.py, line 8, cannot be compiled: NameError: name 'lenth' is not defined.",
    ),
    "no return": (
        ("rules/actions.py", "    return 0 if wagon > state.last[state.turn] else TOO_LOW", "    TOO_LOW"),
        "a rule that gives a number ends without one.",
    ),
    "options": (("rules/actions.py", "options[1]", "options[2]"), "new reads more numbers than parameters gives, 2."),
    "encode": (
        ("rules/knowledge.py", '"last": (lasts, lasts + SEATS)', '"last": (lasts, lasts + 1)'),
        "ply 0: encode writes beyond the parts that encoding names.",
    ),
}


def checked(folder: Path, change: tuple[str, str, str], compiled: bool) -> str:
    """What the checker says about the example with a change."""
    file, old, new = change
    shutil.copytree(EXAMPLE, folder / "pick_up_goods", ignore=shutil.ignore_patterns("__pycache__"))
    text = (folder / "pick_up_goods" / file).read_text(encoding="utf-8")
    assert old in text
    (folder / "pick_up_goods" / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    package = folder / "pick_up_goods-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: pick-up-goods\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[branchline.games]\npick-up-goods = pick_up_goods\n")
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, "-m", "branchline.testing", "pick-up-goods"],
        env={**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "0" if compiled else "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.mark.parametrize(("change", "sentence"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_in_a_sentence(change: tuple[str, str, str], sentence: str, tmp_path: Path) -> None:
    told = checked(tmp_path, change, compiled=False)
    assert sentence in told
    if "ply" in told:
        assert "error: branchline.game('pick-up-goods', players=2): seed 0, ply " in told
        assert "hint: the position is shown by `branchline show pick-up-goods --players 2 --seed 0 --ply " in told


@pytest.mark.timeout(240)
@pytest.mark.parametrize(("change", "sentence"), MISTAKES_OF_COMPILED_RULES.values(), ids=MISTAKES_OF_COMPILED_RULES)
def test_a_mistake_in_a_compiled_rule_is_told_in_a_sentence(
    change: tuple[str, str, str], sentence: str, tmp_path: Path
) -> None:
    assert sentence in checked(tmp_path, change, compiled=True)
