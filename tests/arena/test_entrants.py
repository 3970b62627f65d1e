"""Specifications of bots, and the errors for wrong ones."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import branchline as bl
from branchline.arena import Entrant, entrants
from tests.arena import rogues

MODULES = {
    "broken_bot": "class MyBot(:\n    pass\n",
    "raising_bot": "raise RuntimeError('no\\nweights')\n",
    "leaving_bot": "import sys\nsys.exit(3)\n",
    "lacking_bot": "import no_such_module\n",
    "seedless_bot": "class MyBot:\n    def __init__(self):\n        pass\n\n\nclass Table:\n    Bot = dict\n",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder with modules of somebody who begins."""
    for name, text in MODULES.items():
        (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in MODULES:
        sys.modules.pop(name, None)


def test_names_and_specs() -> None:
    found = entrants(" expert:2s,  strong=hard:500 ,\"two=cmd:sh -c 'a,b'\",py:tests.arena.rogues:Good\n")
    assert found == (
        Entrant("expert:2s", "expert:2s"),
        Entrant("strong", "hard:500"),
        Entrant("two", "cmd:sh -c 'a,b'"),
        Entrant("py:tests.arena.rogues:Good", "py:tests.arena.rogues:Good"),
    )
    assert [(one.seconds, one.threads) for one in found] == [(2.0, 2), (0.0, 1), (0.0, 1), (0.0, 1)]
    assert entrants([rogues.Good, "py:seedless_bot:Table.Bot"])[0].spec == "py:tests.arena.rogues:Good"


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        ("py::X,greedy", r"'py::X' names no module\. hint: py:my_module:MyBot"),
        ("py:os,greedy", r"'py:os' names no class\. hint: "),
        ("py:os:,greedy", r"'py:os:' names no class\. hint: "),
        ("py:.os:X,greedy", r"py:\.os:X cannot be imported: TypeError: .* hint: "),
        ("py:no_such:X,greedy", r"py:no_such:X cannot be imported: No module named 'no_such'\. hint: "),
        ("py:os:X,greedy", r"py:os:X cannot be imported: module 'os' has no attribute 'X'\."),
        ("py:os:path,greedy", r"path of os makes no bot from a seed\. hint: a class with __init__\(self, seed\)"),
        ("py:broken_bot:MyBot,greedy", r"cannot be imported: SyntaxError: .* hint: python -c 'import broken_bot' shows where"),
        ("py:raising_bot:MyBot,greedy", r"cannot be imported: RuntimeError: no weights\. hint: "),
        ("py:leaving_bot:MyBot,greedy", r"cannot be imported: SystemExit: 3\. hint: "),
        ("py:lacking_bot:MyBot,greedy", r"cannot be imported: No module named 'no_such_module'\. hint: "),
        ("py:seedless_bot:MyBot,greedy", r"MyBot of seedless_bot makes no bot from a seed\. hint: "),
        ("hard,gre\nedy", r"The bots 'hard,gre\\nedy' are not one line of text\. hint: "),
        ('hard,"gre\nedy"', r"The bot 'gre\\nedy' is not one line of text\."),
        ("greedy,", r"A bot is missing in 'greedy,': there is a comma too many\. hint: "),
        ("greedy,,hard", r"A bot is missing in 'greedy,,hard': .* hint: "),
        ("greedy,mine=", r"A bot is missing after mine=\. hint: "),
        ("", r"An arena needs at least two bots\. hint: "),
        ("greedy,greedy", r"Two bots are called 'greedy'\. hint: "),
        ("greedy,hard:lots", r"'lots' is no budget for hard\. hint: "),
        ("greedy,cmd:", r"has no command\. hint: "),
        ("greedy,cmd:no-such-program", r"There is no program 'no-such-program'"),
    ],
)
def test_mistyped_bots_end_in_a_sentence(bots: str, sentence: str) -> None:
    with pytest.raises(bl.BadOption, match=sentence):
        entrants(bots)


def test_a_bot_of_a_list_may_not_be_empty() -> None:
    with pytest.raises(bl.BadOption, match=r"A bot is missing\. hint: "):
        entrants(["greedy", " "])
