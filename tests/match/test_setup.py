"""Setups: JSON there and back, and a sentence for everything that is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import branchline as bl
from branchline.errors import BadRecord
from branchline.match import Absence, BadSetup, Clock, Origin, Seat, Setup, read_record
from tests.match.tables import seats

ASKED: dict[str, Any] = {
    "game": "np",
    "seats": [{"kind": "person", "name": "Ann"}, {"kind": "open"}, {"kind": "bot", "level": "hard"}],
}


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"clock": Clock("bank", 600.0, 5.0), "on_time_out": "forfeit", "public": True},
        {"clock": Clock.days(3), "on_time_out": "bot", "absence": Absence("after", 5.0), "stand_in": "hard"},
        {"clock": Clock("move", 30.0), "absence": Absence("vote", 2.0), "undo": "never", "options": {"scoring": "wins"}},
        {"opening": ("extend Fargo", "extend Bismarck"), "origin": Origin("fork", "table-7", 2)},
    ],
)
def test_json_there_and_back(settings: dict[str, Any]) -> None:
    setup = Setup.of("northern-pacific", seats("pbo"), **settings)
    assert Setup.from_dict(json.loads(json.dumps(setup.to_dict()))) == setup


def test_a_client_may_leave_out_what_has_a_default() -> None:
    setup = Setup.asked_for(ASKED)
    assert (setup.game, setup.players, setup.undo, setup.clock.kind) == ("northern-pacific", 3, "rule", "none")
    assert setup.rules == setup.core.spec.rules.version
    assert setup.board == setup.core.board.digest


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "chess"}, "no game named"),
        ({"game": None}, "text"),
        ({"seats": []}, "players"),
        ({"seats": "three"}, "list"),
        ({"seats": [{"kind": "person"}] * 3}, "name"),
        ({"seats": [{"kind": "person", "name": "a\nb"}] * 3}, "line breaks"),
        ({"seats": [{"kind": "person", "name": "x" * 41}] * 3}, "at most 40"),
        ({"seats": [{"kind": "person", "name": "  "}] * 3}, "text"),
        ({"seats": [{"kind": "bot", "level": "../x"}] * 3}, "level"),
        ({"seats": [{"kind": "ghost"}] * 3}, "one of person"),
        ({"seats": [{"kind": "open", "gone": "left"}] * 3}, "no field"),
        ({"seats": [3, 4, 5]}, "object"),
        ({"players": 4}, "3 seats for 4"),
        ({"players": True}, "3 seats for True"),
        ({"options": {"scoring": "luck"}}, "scoring"),
        ({"options": {"colour": "red"}}, "no option"),
        ({"options": {"rounds": 1.5}}, "whole number"),
        ({"options": {"rounds": True}}, "whole number"),
        ({"options": []}, "object"),
        ({"options": {"map": "nowhere"}}, "nowhere"),
        ({"clock": {"kind": "sand"}}, "kind of clock"),
        ({"clock": {"kind": "bank"}}, "seconds"),
        ({"clock": {"kind": "bank", "seconds": float("nan")}}, "number"),
        ({"clock": {"kind": "bank", "seconds": float("inf")}}, "number"),
        ({"clock": {"kind": "move", "seconds": 30, "increment": 5}}, "increment"),
        ({"clock": {"kind": "move", "seconds": 0}}, "number"),
        ({"clock": None}, "object"),
        ({"on_time_out": "explode"}, "time is out"),
        ({"absence": {"kind": "after"}}, "minutes"),
        ({"absence": {"kind": "after", "minutes": 0}}, "minutes"),
        ({"stand_in": 5}, "stand-in"),
        ({"undo": "always"}, "undo"),
        ({"public": 1}, "true or false"),
        ({"opening": ["extend Fargo"]}, "no field 'opening'"),
        ({"origin": {"kind": "fork"}}, "no field 'origin'"),
        ({"rules": 1}, "no field 'rules'"),
        ({"wager": 5}, "no field 'wager'"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(change: dict[str, Any], words: str) -> None:
    with pytest.raises(BadSetup, match=words) as refused:
        Setup.asked_for({**ASKED, **change})
    assert str(refused.value).rstrip().endswith((".", "?"))


@pytest.mark.parametrize("data", [None, 5, "table", [], [ASKED]])
def test_what_is_no_object_is_no_table(data: Any) -> None:
    with pytest.raises(BadSetup):
        Setup.asked_for(data)


@pytest.mark.parametrize(("game", "option"), [("np", "map"), ("cp", "tiles"), ("lw", "map")])
def test_no_file_is_opened_that_a_client_names(game: str, option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "secret.toml"
    file.write_text("secret = 1")
    bl.game(game, players=3)  # which reads its own data when it is first loaded
    opened: list[Path] = []

    def note(path: Path) -> bool:
        opened.append(path)
        return False

    monkeypatch.setattr(Path, "is_file", note)
    for value in (str(file), "secret.toml", "./secret", "../secret", "/dev/zero", "standard.toml", "C:\\x", "a\0b", ""):
        with pytest.raises(BadSetup, match="no name"):
            Setup.asked_for({"game": game, "seats": [{"kind": "open"}] * 3, "options": {option: value}})
    assert opened == []


def test_nor_one_that_a_strangers_record_names(tmp_path: Path) -> None:
    text = f"branchline-record 1\nGame: northern-pacific\nRules: 1\nBoard: x y\nPlayers: 3\nOption map: {tmp_path}/m.toml\n\n"
    with pytest.raises(BadRecord, match="no name"):
        read_record(text)


def test_a_log_of_other_rules_or_another_board_is_refused() -> None:
    data = Setup.asked_for(ASKED).to_dict()
    with pytest.raises(BadSetup, match="version 99"):
        Setup.from_dict({**data, "rules": 99})
    with pytest.raises(BadSetup, match="board"):
        Setup.from_dict({**data, "board": "0123456789abcdef"})


def test_a_seat_knows_who_plays_it() -> None:
    assert Seat("person", "Ann").played_by == "person"
    assert Seat("person", "Ann", away="absent").played_by == "bot"
    assert Seat("person", "Ann", away="absent").is_person
    assert Seat("person", "Ann", gone="left").played_by == "bot"
    assert not Seat("person", "Ann", gone="left").is_person
    assert Seat("open").played_by == "nobody"
    assert Seat("bot", level="hard").label == "bot hard"


@pytest.mark.parametrize(
    "change",
    [{"opening": "extend Fargo"}, {"opening": [5]}, {"origin": {"kind": "fork", "ply": 0.5}}, {"origin": {"kind": "theft"}}],
)
def test_what_is_no_beginning(change: dict[str, Any]) -> None:
    with pytest.raises(BadSetup):
        Setup.from_dict({**ASKED, **change})
