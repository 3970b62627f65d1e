"""History, records, forks, rematches, imports, hints, pictures, backups."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

import branchline as bl
from branchline.cli.main import command
from branchline.errors import BadBackup
from branchline.server.store.backup import write
from branchline.server.store.backup_restore import restore
from tests.server.running import Client, Running, running, wait_until
from tests.server.test_games import play_on

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture
def finished(shared: Running) -> tuple[Client, str]:
    """Ann has imported a finished game."""
    ann = shared.client()
    record = (GOLDEN / "central_pacific" / "2-0-0.txt").read_text("utf-8")
    return ann, ann.post("/api/import", {"record": record, "name": "Ann"}, 201)["id"]


def test_a_record_comes_back_as_it_went_in(finished: tuple[Client, str]) -> None:
    ann, table = finished
    given = bl.Record.loads((GOLDEN / "central_pacific" / "2-0-0.txt").read_text("utf-8"))
    assert ann.table(table)["phase"] == "over"
    assert bl.Record.loads(ann.get(f"/api/tables/{table}/record")).actions == given.actions
    assert bl.Record.from_json(ann.get(f"/api/tables/{table}/record", params={"json": True})).actions == given.actions


def test_an_unfinished_record_waits_for_people(ann: Client) -> None:
    lines = (GOLDEN / "northern_pacific" / "three.txt").read_text("utf-8").splitlines()
    text = "\n".join([*(line if not line.startswith("Result") else "Result: unfinished" for line in lines[:-5]), ""])
    opened = ann.post("/api/import", {"record": text, "name": "Ann"}, 201)
    assert (opened["phase"], len(opened["open"])) == ("waiting", 3)
    for _ in range(3):
        joined = ann.post(f"/api/tables/{opened['id']}/join", {})
    assert joined["phase"] == "playing"


def test_history_as_each_may_see_it(shared: Running, finished: tuple[Client, str]) -> None:
    ann, table = finished
    early = ann.get(f"/api/tables/{table}/at/20")
    assert early["view"]["ply"] == 20
    assert len(early["view"]["log"]) == 20
    ann.get(f"/api/tables/{table}/at/99999", 403)
    svg = ann.get(f"/api/tables/{table}/picture", params={"ply": 20})
    assert svg.startswith("<svg")
    fresh = ann.open("central-pacific", "me bot:random")
    shared.client().get(f"/api/tables/{fresh['id']}/record", 403)


def test_fork_of_a_finished_game(shared: Running, finished: tuple[Client, str]) -> None:
    _, table = finished
    bo = shared.client()
    forked = bo.post(f"/api/tables/{table}/fork", {"ply": 50, "name": "Bo", "level": "random"}, 201)
    assert (forked["phase"], forked["parent"], forked["public"]) == ("playing", table, False)
    assert forked["ply"] >= 50
    assert forked["you"]["seats"]
    bo.post(f"/api/tables/{table}/fork", {"ply": 10**5}, 403)
    own = bo.post(f"/api/tables/{table}/fork", {"ply": 50, "seats": [{"kind": "me"}, {"kind": "link"}]}, 201)
    assert (own["phase"], own["you"]["seats"]) == ("waiting", [0])


def test_fork_of_a_game_in_play(ann: Client, bo: Client) -> None:
    opened = ann.open(name="Ann")
    ann.move(opened["id"], "extend Fargo", 0)
    bo.post(f"/api/tables/{opened['id']}/fork", {"ply": 0}, 403)
    assert ann.post(f"/api/tables/{opened['id']}/fork", {"ply": 1}, 201)["ply"] >= 1
    hidden = ann.open("central-pacific", "me bot:random")
    ann.post(f"/api/tables/{hidden['id']}/fork", {"ply": hidden["ply"]}, 403)


def test_rematch_with_the_same_people(shared: Running, ann: Client, bo: Client) -> None:
    opened = ann.open(seats="me link bot:random", name="Ann", options={"rounds": 1}, public=True)
    bo.post(f"/api/tables/{opened['id']}/join", {"secret": opened["links"][1]["secret"], "name": "Bo"})
    ann.post(f"/api/tables/{opened['id']}/rematch", expect=403)
    play_on({0: ann, 1: bo}, opened["id"])
    shared.client().post(f"/api/tables/{opened['id']}/rematch", expect=403)
    again = ann.post(f"/api/tables/{opened['id']}/rematch", expect=201)
    assert again["phase"] == "waiting", "nobody sits in a game without knowing it"
    assert again["you"]["seats"] == [1]
    assert bo.table(again["id"])["you"]["seats"] == []
    assert again["id"] in [table["id"] for table in bo.get("/api/me/tables")["tables"]]
    offered = "rematch offered to you"
    assert [offered in client.http.get("/").text for client in (ann, bo, shared.client())] == [False, True, False]
    assert "It is offered by Ann." in bo.http.get(f"/t/{opened['id']}").text
    shared.client().post(f"/api/tables/{again['id']}/join", {"name": "Eve"}, 403)
    theirs = bo.post(f"/api/tables/{opened['id']}/rematch", expect=201)
    assert (theirs["id"], theirs["you"]["seats"], theirs["phase"]) == (again["id"], [2], "playing")
    assert [seat["name"] for seat in theirs["view"]["seats"]] == ["bot random", "Ann", "Bo"]


def test_hints_against_bots_only(shared: Running, ann: Client, bo: Client, finished: tuple[Client, str]) -> None:
    opened = ann.open(name="Ann")
    advice = ann.post(f"/api/tables/{opened['id']}/hint")
    assert advice["move"] in opened["view"]["legal"]
    assert abs(sum(advice["chances"]) - 1) < 0.01
    bo.post(f"/api/tables/{opened['id']}/hint", expect=403)
    friends = ann.open(seats="me link")
    bo.post(f"/api/tables/{friends['id']}/join", {"secret": friends["links"][1]["secret"], "name": "Bo"})
    ann.post(f"/api/tables/{friends['id']}/hint", expect=403)
    _, table = finished
    log = bo.table(table)["view"]["log"]
    decision = next(line["ply"] for line in log if line["actor"] != "chance")
    assert bo.post(f"/api/tables/{table}/hint?ply={decision}")["seat"] == log[decision]["actor"]
    chance = next(line["ply"] for line in log if line["actor"] == "chance")
    bo.post(f"/api/tables/{table}/hint?ply={chance}", expect=422)
    bo.post(f"/api/tables/{table}/hint", expect=422)


# -- backups ----------------------------------------------------------------------------------------------


def test_a_backup_restores_everything(database: str, tmp_path: Path) -> None:
    file, old, new = tmp_path / "all.zip", tmp_path / "old", tmp_path / "new"
    with running(old, database=database, snapshot_every=5) as server:
        ann = server.client()
        record = (GOLDEN / "northern_pacific" / "three.txt").read_text("utf-8")
        done = ann.post("/api/import", {"record": record, "name": "Ann"}, 201)["id"]
        table = ann.open(seats="me me")
        for ply in range(8):
            table = ann.move(table["id"], table["view"]["legal"][0], ply)
        ann.post(f"/api/tables/{table['id']}/chat", {"text": "kept"}, 201)
        counts = write(server.settings.database_url, file)
        cookies, url = dict(ann.http.cookies), server.settings.database_url
    assert counts["tables"] == 2
    with zipfile.ZipFile(file) as archive:
        assert bl.Record.loads(archive.read(f"records/{done}.txt").decode()).actions == bl.Record.loads(record).actions
    with pytest.raises(BadBackup, match="is not empty"):
        restore(url, file)
    new.mkdir()
    (new / "key").write_bytes((old / "key").read_bytes())
    restore(f"sqlite:///{new / 'branchline.sqlite'}", file)
    with running(new) as server:
        ann = server.client()
        ann.http.cookies.update(cookies)
        again = ann.table(table["id"])
        assert again["view"]["log"] == table["view"]["log"]
        assert again["you"] == table["you"]
        assert [line["text"] for line in ann.get(f"/api/tables/{table['id']}/chat")] == ["kept"]
        ann.post(f"/api/tables/{table['id']}/chat", {"text": "and more"}, 201)
        ann.move(table["id"], again["view"]["legal"][0], 8)


def test_from_sqlite_to_postgresql_by_command(tmp_path: Path, postgres: object, start: Callable[..., Running]) -> None:
    server = start()
    opened = server.client().open(name="Ann")
    server.stop()
    url = postgres.new_database()  # type: ignore[attr-defined]
    file = str(tmp_path / "all.zip")
    done = CliRunner().invoke(command, ["backup", file, "--data", str(tmp_path)])
    assert "1 tables with" in done.output, done.output
    done = CliRunner().invoke(command, ["backup", file, "--restore", "--database", url, "--data", str(tmp_path)])
    assert "restored from" in done.output, done.output
    with running(tmp_path, database=url) as other:
        assert other.client().table(opened["id"])["phase"] == "playing"
        other.client().open(name="Bo")


def test_files_that_are_no_backups(tmp_path: Path) -> None:
    other = tmp_path / "other.zip"
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("x", "y")
    for file in (other, GOLDEN / "cover.py"):
        with pytest.raises(BadBackup, match="no backup"):
            restore(f"sqlite:///{tmp_path / 'x.sqlite'}", file)
    done = CliRunner().invoke(command, ["backup", str(tmp_path / "y.zip"), "--data", str(tmp_path / "nowhere")])
    assert "There is no database" in str(done.exception)


def test_a_backup_is_of_one_moment(start: Callable[..., Running], tmp_path: Path) -> None:
    server = start()
    ann = server.client()
    ann.table(ann.open(seats="bot:random bot:random", name="Ann")["id"])  # somebody looks, so the bots play
    counts = write(server.settings.database_url, tmp_path / "all.zip")
    restore(f"sqlite:///{tmp_path / 'copy.sqlite'}", tmp_path / "all.zip")
    with sqlite3.connect(tmp_path / "copy.sqlite") as copied:
        version = copied.execute("SELECT version FROM tables").fetchone()[0]
        assert copied.execute("SELECT COUNT(*) FROM entries").fetchone()[0] == version == counts["entries"]
    copied.close()


# -- programs ---------------------------------------------------------------------------------------------


def test_the_script_in_the_docs_plays_a_game(shared: Running, tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
    script = page.split("<!-- script -->\n```python\n")[1].split("```")[0]
    assert len([line for line in script.splitlines() if line.strip()]) <= 30
    file = tmp_path / "script.py"
    file.write_text(script, "utf-8")
    done = subprocess.run([sys.executable, str(file), shared.url], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "Over. Scores:" in done.stdout


def test_a_remote_bot_plays_its_seat(shared: Running, ann: Client) -> None:
    opened = ann.open(seats="link bot:random", name="Ann", options={"rounds": 1})
    link = shared.url + opened["links"][0]["path"]
    done = CliRunner().invoke(command, ["bot", "--server", shared.url, "--bot", "greedy", "--join", link, "--once"])
    assert done.exit_code == 0, done.output
    assert "is over: scores" in done.output
    final = wait_until(lambda: ann.table(opened["id"]))
    assert (final["phase"], final["view"]["seats"][0]["name"]) == ("over", "bot greedy")


def test_a_remote_bot_says_what_is_wrong(shared: Running) -> None:
    run = CliRunner().invoke
    assert "no web address" in str(run(command, ["bot", "--server", "nonsense", "--token", "token_x"]).exception)
    assert "not known" in str(run(command, ["bot", "--server", shared.url, "--token", "token_x"]).exception)
    assert "no link to a seat" in str(run(command, ["bot", "--server", shared.url, "--join", "x"]).exception)
    assert "cannot be reached" in run(command, ["bot", "--server", "http://127.0.0.1:1"]).output
