"""Records: what they look like, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

import branchline as bl
from branchline.core import record as record_module

TEXT = """branchline-record 1
Game: northern-pacific
Rules: 1
Board: standard DIGEST
Players: 3
Option rounds: 1
Option order: shuffled
Seat 0: Ann
Seat 2: Bo's bot
Date: 2026-11-15
Result: scores 4 4 4, ranks 1 1 1

chance seat 2
chance seat 0
chance seat 1
# a comment
2 extend Fargo
0 extend Minot
1 extend Terry
2 extend Great Falls
0 extend Lewiston
1 extend Richland
2 extend Seattle
""".replace("DIGEST", bl.game("northern-pacific").board.digest)


def test_a_record_reads_and_writes() -> None:
    record = bl.Record.loads(TEXT)
    assert record.seats == ("Ann", "", "Bo's bot")
    assert record.dumps() == TEXT.replace("# a comment\n", "")
    assert record.state().ranks == [1, 1, 1]
    assert record.state(4).history[-1].text == "extend Fargo"
    assert len(list(record.states())) == len(record.actions) + 1
    assert bl.Record.loads(json.dumps(record.to_json())) == record


REFUSED = [
    ("branchline-record 1", "branchline-record 9", "Line 1: Format version 9 is unknown; this program reads 1."),
    ("branchline-record 1", "PGN", "Line 1: A record starts with 'branchline-record 1'."),
    ("Game: northern-pacific", "Game: southern-pacific", "Line 2: There is no game named 'southern-pacific'"),
    (
        "Rules: 1",
        "Rules: 0",
        "Line 3: The record was made with version 0 of the rules of Northern Pacific; this program has version 1",
    ),
    ("Rules: 1", "Rules: 2", "Line 3: The record was made with version 2"),
    ("Rules: 1", "Rules: one", "Line 3: 'one' is not a number for rules."),
    ("Board: standard ", "Board: standard 00", "Line 4: The record was played on the board standard 00"),
    ("Players: 3", "Players: 999999999", "Line 5: Northern Pacific is for 2, 3, 4, 5, 6 players, not 999999999."),
    ("Option rounds: 1", "Option players: 1", "Line 6: Northern Pacific has no option 'players'."),
    ("Option rounds: 1", "Option map: /", "Line 6: There is no map file '/'."),
    ("Seat 0: Ann", "Seat 07: Ann", "Line 8: There is no seat 8 (index 7) among 3 players."),
    ("Seat 2: Bo's bot", "Seat 00: Bo", "Line 9: seat 0 stands here a second time."),
    ("Date: 2026-11-15", "Date: \x1b[31m", "Line 10: A date is a text without line breaks and control characters"),
    ("Players: 3", "Players: 9", "for 2, 3, 4, 5, 6 players, not 9"),
    ("Players: 3\n", "", "The header 'players' is missing."),
    ("Option rounds: 1", "Option rounds: 2", "Line 6: rounds=2 is not possible. hint: rounds is one of 3, 1."),
    ("Option rounds: 1", "Option speed: 1", "Line 6: Northern Pacific has no option 'speed'."),
    ("Option rounds: 1", "Option rounds 1", "Line 6: 'Option rounds 1' is no header line such as 'Players: 4'."),
    ("Option rounds: 1", "Weather: fine", "Line 6: A record has no header 'weather'."),
    ("Option order: shuffled", "Option rounds: 1", "Line 7: option rounds stands here a second time."),
    ("Seat 2: Bo's bot", "Seat 3: Bo", "Line 9: There is no seat 4 (index 3) among 3 players."),
    (
        "scores 4 4 4",
        "scores 5 4 4",
        "Line 11: The result does not follow from the moves: they give scores 4 4 4, ranks 1 1 1.",
    ),
    ("scores 4 4 4, ranks 1 1 1", "unfinished", "Line 11: The game is over, but the record calls it unfinished."),
    ("scores 4 4 4, ranks 1 1 1", "we won", "Line 11: The result reads 'scores …, ranks …' or 'unfinished'."),
    ("chance seat 1", "chance seat 0", "Line 15: Seat 0 already has a place in this round (NP 4.4)."),
    (
        "0 extend Minot",
        "1 extend Minot",
        "Line 18: 'extend Minot' is noted for seat 2 (index 1), but seat 1 (index 0) was to act.",
    ),
    ("0 extend Minot", "0 extend Butte", "Line 18: The railroad stands at Fargo, and no track leads from there to Butte"),
    ("0 extend Minot", "0 extend Minto", "Line 18: 'extend Minto' is no move of this game. hint: did you mean 'extend Minot'"),
    ("0 extend Minot", "x extend Minot", "Line 18: 'x' is not a number for the seat that acted."),
    ("2 extend Seattle\n", "", "Line 11: The record names a result, but after its 9 actions the game is not over."),
    ("2 extend Seattle\n", "2 extend Seattle\n0 extend Fargo\n", "Line 24: The game was over before 'extend Fargo'."),
]


@pytest.mark.parametrize(("old", "new", "sentence"), REFUSED)
def test_damaged_records_are_refused_with_line_and_reason(old: str, new: str, sentence: str) -> None:
    assert old in TEXT
    with pytest.raises(bl.BadRecord) as caught:
        bl.Record.loads(TEXT.replace(old, new, 1))
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "x"}, "format 'branchline-record'"),
        ({"actions": [["chance"]]}, "Every action is a pair"),
        ({"players": "3"}, "players has the wrong type"),
        ({"options": []}, "options has the wrong type"),
        ({"board": "standard"}, "board has the wrong type"),
        ({"seats": ["Ann"]}, "There are 1 names for 3 seats"),
        ({"seats": 3}, "seats has the wrong type"),
        ({"seats": [1, 2, 3]}, "A name is a text"),
        ({"seats": ["a\u2028b", "", ""]}, "A name is a text without line breaks"),
        ({"game": 5}, "game has the wrong type"),
        ({"rules": True}, "rules has the wrong type"),
        ({"weather": "fine"}, "A record has no header 'weather'"),
        ({"options": {"name": "x"}}, "has no option 'name'"),
        ({"actions": [["chance", "seat 9"]]}, "Action 0: "),
    ],
)
def test_damaged_json_is_refused(change: dict[str, Any], sentence: str) -> None:
    data = {**bl.Record.loads(TEXT).to_json(), **change}
    with pytest.raises(bl.BadRecord) as caught:
        bl.Record.from_json(data)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "{}", "[]", "\x00", "branchline-record", "branchline-record 1"])
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(bl.BadRecord):
        bl.Record.loads(text)


def test_a_record_of_the_first_rules_of_central_pacific_is_refused_in_a_sentence() -> None:
    """Version 2 has another default and other limits: a game of version 1 would not replay, or not to the same end."""
    text = bl.Record.of(bl.game("central-pacific", 2).start().play_out(1)).dumps()
    assert "\nRules: 2\n" in text
    with pytest.raises(bl.BadRecord) as caught:
        bl.Record.loads(text.replace("\nRules: 2\n", "\nRules: 1\n"))
    assert str(caught.value) == (
        "Line 3: The record was made with version 1 of the rules of Central Pacific;"
        " this program has version 2 and no way from one to the other."
    )


def test_old_rules_are_migrated_by_explicit_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    def from_zero(data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "rules": 1}

    monkeypatch.setitem(record_module.MIGRATIONS, ("northern-pacific", 0), from_zero)
    assert bl.Record.loads(TEXT.replace("Rules: 1", "Rules: 0")).state().is_over


def test_a_state_from_the_middle_has_no_record() -> None:
    game = bl.game("northern-pacific", 3)
    middle = game.position(game.start().play("extend Fargo").dumps())
    with pytest.raises(bl.BadRecord, match="began in the middle"):
        bl.Record.of(middle)


def test_names_may_not_break_the_format() -> None:
    state = bl.game("northern-pacific", 2).start()
    with pytest.raises(bl.BadRecord, match="line break"):
        bl.Record.of(state, seats=["A\nResult: I won", "B"])
    with pytest.raises(bl.BadRecord, match="1 names for 2 seats"):
        bl.Record.of(state, seats=["A"])
