"""What players are asked, what stands on buttons, and what options say: short, plain, and nowhere counted from 0."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.core.state import State
from branchline.texts import LANGUAGES, speaking, translated
from tests.own_games import OWN_GAMES

NAMES = ["Ann", "Bo", "Cid", "Dora"]
LONGEST = 95
"""The most characters of a prompt: one line on a page 1280 wide."""
INTERNAL = ("say done", "sage fertig", "seat 0", "Platz 0", "ply ", "..", "None", "{", "=")


def positions(name: str, seed: int) -> list[State]:
    """Every position of a random game in which a person decides, and the last one."""
    state, rng, found = bl.game(name).start(), bl.seeded(seed), []
    while not state.is_over:
        if state.actor >= 0:
            found.append(state.copy())
        state.push(state.random_move(rng).id)
    return [*found, state]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OWN_GAMES)
def test_prompts_are_one_plain_sentence(name: str, language: str) -> None:
    text = bl.game(name).spec.text
    with speaking(language, NAMES):
        told = {text.prompt(state.hide(seat)) for state in positions(name, 4) for seat in (None, 0)}
    assert len(told) > 5
    for prompt in told:
        assert len(prompt) <= LONGEST, prompt
        assert prompt[0].isupper(), prompt
        assert prompt.endswith("."), prompt
        assert not any(word in prompt for word in INTERNAL), prompt


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OWN_GAMES)
def test_labels_are_plain(name: str, language: str) -> None:
    board, picks = bl.game(name).board, bl.game(name).spec.picks
    with speaking(language, NAMES):
        for state in positions(name, 4)[:-1]:
            for thing in {thing for path in state.picks() for thing in path}:
                label = picks.label(thing, board)
                assert label
                assert not any(word in label.casefold() for word in (*INTERNAL, "done")), label


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OWN_GAMES)
def test_an_option_does_not_repeat_its_label(name: str, language: str) -> None:
    with speaking(language):
        for option in bl.game(name).spec.options:
            if option.values:
                label, text = translated(option.label), translated(option.text)
                assert label.casefold() not in text.casefold(), text
                assert "=" not in translated(option.only), option.only
