"""`branchline admin`: what an operator sees and does, while the server runs and while it does not."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from branchline.cli.admin import command
from branchline.server.services.common import DEPARTED
from branchline.server.store.migrate import head
from tests.cli.commands import run, said
from tests.server.running import Client, running, wait_until
from tests.server.test_accounts import form, register


@pytest.mark.parametrize("name", sorted(command.commands))
def test_every_command_has_help_with_an_example(name: str) -> None:
    text = said("admin", name, "--help")
    assert "Example" in text
    assert f"branchline admin {name}" in text


def refusal(*words: str) -> str:
    """The sentence with which a command ends."""
    found = run("admin", *words)
    assert found.exit_code, found.output
    return f"{found.output}{found.exception}"


def test_an_operator_looks_after_a_server(database: str, tmp_path: Path) -> None:
    data = tmp_path / "data"
    where = ["--data", str(data), *(["--database", database] if database else [])]
    with running(data, database=database, warm=False) as server:
        ann, guest = register(server.client(), "Ann"), server.client()
        table = ann.open(seats="me open bot:random", name="Ann")["id"]
        ann.post(f"/api/tables/{table}/chat", {"text": "hello there"}, 201)
        guest.post("/api/me", {"name": "Gus"})
        spare = guest.open(name="Gus")["id"]

        assert "Ann" in said("admin", "persons", "aN", *where)
        assert "1 people." in said("admin", "persons", *where)
        assert "Gus" in said("admin", "persons", "--guests", *where)
        listed = said("admin", "tables", *where)
        assert table in listed
        assert spare in listed
        assert spare not in said("admin", "tables", "--person", "ANN", *where)
        assert "0 tables." in said("admin", "tables", "--status", "over", *where)
        figures = json.loads(said("admin", "statistics", "--json", *where))
        assert figures["persons"] == {"accounts": 1, "guests": 1, "deleted": 0}
        assert figures["tables"] == {"waiting": 1, "playing": 1}
        assert "lines of chat" in said("admin", "statistics", *where)

        link = said("admin", "reset", "ann", "--address", "https://trains.example/", *where).strip()
        assert link.startswith("https://trains.example/reset#")
        form(server.client(), "/reset", secret=link.partition("#")[2], new="a new password")
        assert not ann.get("/api/me")["known"]

        said("admin", "export", "Ann", str(tmp_path / "ann.zip"), *where)
        with zipfile.ZipFile(tmp_path / "ann.zip") as archive:
            about = json.loads(archive.read("person.json"))
        assert about["persons"][0]["name"] == "Ann"
        assert about["chat"][0]["text"] == "hello there"
        assert "password" not in json.dumps(about["accounts"])

        for words in (["reset", "Nobody"], ["tables", "--person", "Nobody"], ["export", "Nobody", str(tmp_path / "x.zip")]):
            assert "There is no account named 'Nobody'" in refusal(*words, *where)
        assert "Name what to delete." in refusal("delete", "--yes", *where)
        if not database:
            for words in (["close", table], ["delete", "--yes", "--table", table], ["delete", "--yes", "--person", "Ann"]):
                assert "A server is running on this data" in refusal(*words, *where)
        else:
            write(where, table, spare)
            gone = server.client()
            wait_until(lambda: gone.http.get(f"/api/tables/{spare}").status_code == 404)
            assert gone.table(table)["phase"] == "closed"
            assert_name_is_gone(gone, table)
    if not database:
        write(where, table, spare)
        with running(data, warm=False) as server:
            assert_name_is_gone(server.client(), table)


def write(where: list[str], table: str, spare: str) -> None:
    assert "is closed" in said("admin", "close", table, *where)
    assert "finished already" in said("admin", "close", table, *where)
    assert "There is no table 'nothing'" in refusal("close", "nothing", *where)
    assert run("admin", "delete", "--table", spare, *where, given="n\n").exit_code == 1
    assert spare in said("admin", "tables", *where)
    said("admin", "delete", "--table", spare, *where, given="y\n")
    assert spare not in said("admin", "tables", *where)
    said("admin", "delete", "--yes", "--person", "Ann", *where)
    assert "0 people." in said("admin", "persons", *where)


def assert_name_is_gone(client: Client, table: str) -> None:
    assert client.table(table)["view"]["seats"][0]["name"] == DEPARTED


def test_data_that_are_not_there_or_of_another_version(tmp_path: Path) -> None:
    assert "There is no database" in refusal("statistics", "--data", str(tmp_path))
    (tmp_path / "branchline.sqlite").touch()
    assert f"has schema none, and this version of Branchline has {head()}" in refusal("persons", "--data", str(tmp_path))
