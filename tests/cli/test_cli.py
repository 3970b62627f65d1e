"""The command line as a person uses it."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import branchline as bl
from branchline.bots import SearchBot, compiled
from branchline.cli import main
from branchline.cli.main import COMMANDS
from tests.cli.commands import said

GOLDEN = Path(__file__).parents[1] / "golden" / "northern_pacific"


class Ended(NamedTuple):
    """What a command left behind."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Callable[..., Ended]:
    """Calls the real entry point, which turns errors into sentences; any other error fails the test."""

    def typed(*words: str) -> Ended:
        monkeypatch.setattr(sys, "argv", ["branchline", *words])
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        assert isinstance(ended.value.code, int)
        return Ended(ended.value.code, *capfd.readouterr())

    return typed


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    for words in ([name], [name, "check"]) if name == "map" else ([name],):
        text = said(*words, "--help")
        assert "Example" in text
        assert f"branchline {name}" in text


def test_help_loads_neither_numpy_nor_numba_nor_rich() -> None:
    code = (
        "import sys; from branchline.cli.main import command\n"
        "try: command(['--help'])\n"
        "except SystemExit: pass\n"
        "print([name for name in ('numpy', 'numba', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("[]")


def test_the_package_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "branchline", "games"], capture_output=True, text=True, check=True)
    assert done.stdout == said("games")


def test_games_lists_names_and_options() -> None:
    text = said("games")
    for spec in bl.specs():
        assert spec.name in text
    assert "two-colours" in text


def test_rules_whole_and_by_paragraph(typed: Callable[..., Ended]) -> None:
    assert "NP 5.3" in said("rules", "northern-pacific")
    assert said("rules", "np", "2.3").startswith("- **NP 2.3** [B]")
    assert said("rules", "np", "NP 2.3") == said("rules", "np", "2.3")
    assert said("rules", "np", "2.3", "--language", "de").startswith("- **NP 2.3** [B] Mit")
    assert "has no paragraph 9.9" in typed("rules", "np", "9.9").stderr


def test_simulate_prints_and_writes(tmp_path: Path) -> None:
    rows, figures = tmp_path / "games.csv", tmp_path / "figures.json"
    words = ["--players", "3", "--games", "300", "--seed", "4", "--csv", str(rows), "--json", str(figures)]
    text = said("simulate", "np", *words)
    assert "300 random games" in text
    assert "95 % limits" in text
    assert "Lewiston" in text
    with rows.open(encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    assert len(table) == 300
    data: dict[str, Any] = json.loads(figures.read_text())
    assert data["games"] == 300
    assert data["seats"][0]["wins"]["low"] <= data["seats"][0]["wins"]["mean"] <= data["seats"][0]["wins"]["high"]
    mean = sum(int(row["score_0"]) for row in table) / 300
    assert data["seats"][0]["score"]["mean"] == pytest.approx(mean)


def test_trace_is_the_documented_format() -> None:
    lines = [
        json.loads(line) for line in said("trace", "np", "--players", "2", "--set", "duo=plain", "--seed", "3").splitlines()
    ]
    assert lines[0]["options"]["duo"] == "plain"
    assert lines == list(bl.trace(bl.game("np", 2, duo="plain"), 1, 3))


def test_trace_with_a_named_bot_and_unknown_bot(typed: Callable[..., Ended]) -> None:
    assert said("trace", "np", "--players", "2", "--bot", "random", "--seed", "3") == said(
        "trace", "np", "--players", "2", "--seed", "3"
    )
    assert "There is no bot named 'experts'" in typed("trace", "np", "--players", "2", "--bot", "experts").stderr


def test_replay_and_show(tmp_path: Path) -> None:
    file = str(GOLDEN / "three.txt")
    assert "the record is sound" in said("replay", file, "--check")
    assert "extend Seattle" in said("replay", file)
    assert "C gold" in said("show", file, "--ply", "5")
    picture = tmp_path / "board.svg"
    said("show", file, "--svg", str(picture))
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert "Minneapolis" in said("show", "np", "--players", "5")
    position = tmp_path / "position.json"
    position.write_text(bl.game("np", 3).start().play("extend Fargo").dumps())
    assert "Fargo" in said("show", str(position))


def test_a_position_of_a_random_game_is_shown_by_seed_and_ply() -> None:
    game = bl.game("np", 3)
    end = game.start().play_out(4)
    wanted = end.back(end.ply - 7)
    shown = said("show", "np", "--players", "3", "--seed", "4", "--ply", "7")
    assert shown.startswith(wanted.text())
    whole = said("show", "np", "--players", "3", "--seed", "4", "--ply", "7", "--open")
    assert game.position(whole.splitlines()[-1]) == wanted


def test_a_damaged_record_names_file_line_and_reason(tmp_path: Path, typed: Callable[..., Ended]) -> None:
    file = tmp_path / "game.txt"
    file.write_text((GOLDEN / "three.txt").read_text().replace("Rules: 1", "Rules: 7"))
    done = typed("replay", str(file))
    assert done.returncode == 1
    assert f"error: {file}: Line 3: The record was made with version 7" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["plaay"], 2, "There is no command 'plaay'. hint: did you mean play?"),
        (["simulate", "np", "--players", "9"], 1, "error: Northern Pacific is for 2, 3, 4, 5, 6 players, not 9."),
        (["simulate", "np", "--set", "line"], 1, "error: --set line has no value."),
        (["simulate", "np", "--set", "line=own", "--set", "line=own"], 1, "error: --set line is given twice."),
        (["simulate", "chess"], 1, "error: There is no game named 'chess'."),
        (["simulate", "np", "--games", "0"], 2, "1<=x"),
        (["simulate", "np", "--csv", "no/such/folder/x.csv"], 2, "There is no folder no/such/folder"),
        (["show", "np", "--seat", "7"], 2, "There is no seat 7"),
        (["replay", "nothing.txt"], 2, "does not exist"),
        (["arena", "np", "--bots", "hard"], 1, "error: An arena needs at least two bots."),
        (["arena", "np", "--bots", "hard,greedy:5"], 1, "error: The bot greedy does not search."),
        (["arena", "np", "--bots", "greedy,"], 1, "error: A bot is missing in 'greedy,'"),
        (["arena", "np", "--bots", "py::X,greedy"], 1, "error: 'py::X' names no module."),
        (["arena", "np", "--bots", "greedy,random", "--on", "ray", "--workers", "0"], 1, "error: Without workers games are"),
        (["arena", "np", "--on", "moon", "--bots", "greedy,random"], 1, "error: Games cannot be played on 'moon'."),
        (["arena", "np", "--parquet", "no/such/folder/x.parquet"], 2, "There is no folder no/such/folder"),
        (["play", "np", "--players", "3", "--seat", "3"], 2, "There is no seat 3: seats run from 0 to 2."),
        (["play", "chess"], 2, "There is no game named 'chess'."),
        (["play", "np", "--players", "0"], 1, "error: Northern Pacific is for 2, 3, 4, 5, 6 players, not 0."),
        (["simulate", "np", "--set", "players=3"], 1, "error: Northern Pacific has no option 'players'."),
        (["show", "np", "--svg", "no/such/folder/x.svg"], 1, "error: no/such/folder/x.svg: No such file or directory."),
        (["show", "np", "--ply", "3"], 2, "--ply asks for a position of a record or of a random game."),
        (["show", "np", "--seed", "1", "--ply", "999"], 2, "so there is no ply 999."),
        (["map", "check", "np", ""], 1, "error: There is no map named ''."),
        (["map", "check", "np", "nowhere.toml"], 1, "error: There is no map file 'nowhere.toml'."),
    ],
)
def test_mistakes_end_in_a_sentence(words: list[str], code: int, sentence: str, typed: Callable[..., Ended]) -> None:
    done = typed(*words)
    assert done.returncode == code
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_perft_and_map_check() -> None:
    text = said("perft", "np", "--players", "4", "--depth", "2", "--divide")
    assert "2,485" in text
    assert "extend Duluth" in text
    assert "4,680" in said("map", "check", "np", "standard")


def test_a_whole_game_in_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    text = said("play", "np", "--players", "2", "--set", "rounds=1", "--seed", "3", "--save", str(file), given="1\n" * 40)
    assert "extend the line from Minneapolis" in text
    assert "1. seat" in text
    assert bl.Record.loads(file.read_text()).state().is_over


def test_an_interrupt_while_a_bot_thinks_saves_as_leaving_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(bot: SearchBot, view: Mapping[str, Any]) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(SearchBot, "choose", choose)
    said("play", "np", "--players", "3", "--seat", "2", "--bots", "easy", "--save", str(tmp_path / "x.txt"))
    assert bl.Record.loads((tmp_path / "x.txt").read_text()).state().ply == 0


def test_play_takes_names_undo_and_help(tmp_path: Path) -> None:
    answers = [
        "help",
        "invest Seattle",
        "nonsense",
        "99",
        "²",
        "9" * 5000,
        "invest butte large",
        "undo",
        "board",
        "moves",
        "log",
        "rules",
    ]
    answers += ["save", f"save {tmp_path}/no/x.txt", f"save {tmp_path}/x.txt", "quit"]
    text = said("play", "np", "--players", "3", "--seed", "1", given="\n".join(answers) + "\n")
    assert "Seattle is the goal: cubes never go there (NP 2.2)." in text
    assert "'nonsense' is no move of this game." in text
    assert "There are 50 moves; 99 is none of them." in text
    assert "Took back everything from 'invest Butte large' on." in text
    assert "Cannot write" in text
    assert text.rstrip().endswith("Goodbye.")
    assert bl.Record.loads((tmp_path / "x.txt").read_text()).actions == ()


def test_play_says_that_the_bots_wait_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "While the rules are being compiled for this machine, which happens once, bots look only one move ahead."

    def shown(*more: str) -> str:
        return " ".join(said("play", "np", "--players", "2", "--seed", "1", *more, given="quit\n").split())

    assert line not in shown()
    monkeypatch.setattr(compiled, "search_awaits_compiler", lambda game: True)
    assert shown().index(line) < shown().index("Goodbye.")
    assert line not in shown("--friends"), "no bot plays"


def test_play_gives_hints_and_takes_searching_bots() -> None:
    text = said("play", "np", "--players", "3", "--seed", "1", "--bots", "easy,greedy", given="hint\n1\nquit\n")
    assert "A bot would play: " in text
    assert "chances to win: seat 0 " in text
    assert re.search(r"^  Seat 1 .*\(NP \d\.\d\)\.$", text, re.MULTILINE)  # the words of the site's log


def test_the_help_of_the_terminal_fits_the_game() -> None:
    text = said("play", "np", "--players", "3", "--seed", "1", given="help\nquit\n")
    assert "(`extend Duluth`; capitals" in text
    assert "the map in words" in text
    text = said("play", "cp", "--players", "2", "--seed", "1", "--bots", "random", given="help\nmap\nlog\nquit\n")
    assert "extend" not in text
    assert "the map in words" not in text
    assert "'map' is no move of this game." in text
    assert "Chance: " not in text


def test_the_hint_for_a_wrong_move_is_a_players_move() -> None:
    for name in ("np", "cp", "lw"):
        with pytest.raises(bl.UnknownMove) as caught:
            bl.game(name).move("§" * 40)
        example = str(caught.value).split("'")[-2]
        state, rng = bl.game(name).start(), bl.seeded(0)
        while state.is_chance:
            state.push(state.random_move(rng).id)
        assert state.is_legal(example)


def test_trace_of_a_bot() -> None:
    lines = said("trace", "np", "--players", "2", "--set", "rounds=1", "--bot", "easy").splitlines()
    assert '"over": true' in lines[-1]


def test_friends_at_one_keyboard_and_undo_over_seats() -> None:
    answers = "extend Fargo\nundo\nextend Duluth\nextend Fargo\nundo\nundo\nquit\n"
    text = said("play", "np", "--players", "2", "--friends", given=answers)
    assert "seat 1>" in text
    assert text.count("Took back") == 3


def test_the_end_of_input_is_a_farewell() -> None:
    assert "Goodbye." in said("play", "np", given="")


def test_show_reads_a_position_with_its_options(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_text(bl.game("np", 3, line="own").start().play("extend Fargo").dumps())
    assert "Line of seat 0 (A): Minneapolis – Fargo" in said("show", str(file))
