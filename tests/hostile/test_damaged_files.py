"""Damaged databases and backups end in a sentence: no traceback, no password hash, nothing half restored."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from branchline.cli.main import explain
from branchline.errors import BadBackup, BadOption, BranchlineError
from branchline.server.base.settings import Settings
from branchline.server.services.container import open_services
from branchline.server.store import Store
from branchline.server.store.backup import write
from branchline.server.store.backup_restore import restore
from branchline.server.store.engine import blocking_engine, normal_url, sqlite_file
from branchline.server.store.migrate import upgrade
from branchline.server.store.schema import accounts, persons
from tests.server.running import Running

HASH = "$argon2id$v=19$m=65536,t=3,p=4$kept-secret"
TURNS = 60


def url_of(file: Path) -> str:
    return f"sqlite:///{file}"


def shell(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    code = "from branchline.cli import main; main()"
    environ = {**os.environ, **environment}
    return subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False, timeout=120, env=environ
    )


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A sound database with an account and many rows, and its backup."""
    folder = tmp_path_factory.mktemp("whole")
    file, backup = folder / "branchline.sqlite", folder / "all.zip"
    upgrade(url_of(file))
    engine = blocking_engine(url_of(file))
    with engine.begin() as db:
        people = [{"id": f"p{number:04}", "name": f"Person {number}", "epoch": 0, "created": 1.0} for number in range(900)]
        db.execute(persons.insert(), people)
        db.execute(accounts.insert().values(person_id="p0001", login="person 1", password=HASH, created=1.0))
    engine.dispose()
    write(url_of(file), backup)
    return file, backup


def is_empty(url: str) -> bool:
    engine = blocking_engine(url)
    try:
        with engine.connect() as db:
            return db.execute(select(persons)).first() is None
    except SQLAlchemyError:
        return True  # not even a schema
    finally:
        engine.dispose()


# -- databases ---------------------------------------------------------------------------------------------


def garbage(file: Path, sound: bytes) -> None:
    file.write_bytes(random.Random(1).randbytes(20_000))


def cut_off(file: Path, sound: bytes) -> None:
    file.write_bytes(sound[: len(sound) // 2])


def torn(file: Path, sound: bytes) -> None:
    """Pages in the middle are lost."""
    middle = len(sound) // 2
    file.write_bytes(sound[:middle] + bytes(8192) + sound[middle + 8192 :])


def foreign(file: Path, sound: bytes) -> None:
    with sqlite3.connect(file) as db:
        db.execute("CREATE TABLE bookmarks (url TEXT)")
    db.close()


def lacking(file: Path, sound: bytes) -> None:
    file.write_bytes(sound)
    with sqlite3.connect(file) as db:
        db.execute("ALTER TABLE persons DROP COLUMN epoch")
    db.close()


@pytest.mark.parametrize("spoil", [garbage, cut_off, torn, foreign, lacking])
def test_damaged_databases_are_told_in_a_sentence(whole: tuple[Path, Path], tmp_path: Path, spoil: Callable[..., None]) -> None:
    file = tmp_path / "branchline.sqlite"
    spoil(file, whole[0].read_bytes())
    before = file.read_bytes()
    for words in (["serve", "--port", "0"], ["backup", str(tmp_path / "out.zip")]):
        done = shell(*words, "--data", str(tmp_path))
        assert done.returncode == 1, done.stdout
        assert done.stderr.strip().startswith("error: The database"), done.stderr
        assert "hint: " in done.stderr
        assert "Traceback" not in done.stderr
        assert HASH not in done.stderr
    assert not (tmp_path / "out.zip").exists()
    assert file.read_bytes() == before, "it is left as it was"


def test_a_flipped_bit_never_ends_in_a_traceback(whole: tuple[Path, Path], tmp_path: Path) -> None:
    """Backups of a database with a wrong bit somewhere: they are written, or refused with a sentence."""
    chance, sound, told = random.Random(2), whole[0].read_bytes(), []
    for turn in range(TURNS):
        spoiled, file = bytearray(sound), tmp_path / f"{turn}.sqlite"
        for _ in range(chance.choice((1, 3, 50))):
            spoiled[chance.randrange(len(spoiled))] ^= 1 << chance.randrange(8)
        file.write_bytes(spoiled)
        try:
            write(url_of(file), tmp_path / "out.zip")
        except BranchlineError as error:
            told.append(str(error))
        assert not (tmp_path / "out.zip.unfinished").exists()
    assert 0 < len(told) < TURNS
    assert not any(HASH in sentence or "\n" in sentence for sentence in told)


def test_a_row_that_is_no_json(whole: tuple[Path, Path], tmp_path: Path) -> None:
    file = tmp_path / "x.sqlite"
    file.write_bytes(whole[0].read_bytes())
    with sqlite3.connect(file) as db:
        db.execute(
            "INSERT INTO tables"
            " (id, game, setup, public, kind, version, ply, status, waits_for, summary, created, updated, rated)"
            " VALUES ('t', 'northern-pacific', '{broken', 0, 'new', 0, 0, 'over', '', '{}', 0, 0, 0)"
        )
    db.close()
    with pytest.raises(BadOption, match="row 1 of tables cannot be read"):
        write(url_of(file), tmp_path / "out.zip")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--database", "postgresql://u:secret@127.0.0.1:port/x"], "This is no database URL."),
        (["--database", "postgresql://u:secret@127.0.0.1:1/x"], "The database cannot be opened"),
        (["--database", "sqlite://"], "A SQLite database is a file"),
        (["--database", "sqlite:///:memory:"], "A SQLite database is a file"),
        (["--database", "sqlite:///file:x?mode=memory&uri=true"], "A SQLite database is a file"),
        (["--database", "sqlite:////no/such/folder/x"], "There is no folder /no/such/folder"),
        (["--address", "http://[x"], "is no web address"),
        (["--host", "x" * 70], "Cannot listen"),
    ],
)
def test_settings_that_cannot_work(tmp_path: Path, words: list[str], sentence: str) -> None:
    done = shell("serve", "--port", "0", "--data", str(tmp_path), *words)
    said = [line for line in done.stderr.splitlines() if not line.startswith("{")]  # lines of the log may come before
    assert (done.returncode, said[0].startswith("error: ")) == (1, True), done.stderr
    assert sentence in done.stderr
    assert "secret" not in done.stderr


def test_a_key_that_cannot_be_read_is_told_before_the_start(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("short")
    done = shell("serve", "--port", "0", "--data", str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.startswith("error: The key in")


def test_errors_hold_no_values(database: str, tmp_path: Path) -> None:
    """What the database refuses may be logged: the statement is in it, the password is not."""
    url = database or url_of(tmp_path / "x.sqlite")
    upgrade(url)

    async def insert_twice() -> None:
        store = Store(url)
        try:
            for _ in range(2):
                async with store.write() as db:
                    await db.execute(persons.insert().values(id=HASH[:32], name="x", epoch=0, created=0.0))
        finally:
            await store.close()

    with pytest.raises(SQLAlchemyError) as caught:
        asyncio.run(insert_twice())
    assert "parameters hidden" in str(caught.value)
    assert HASH[:32] not in str(explain(caught.value))


# -- backups -----------------------------------------------------------------------------------------------


def rewritten(backup: Path, file: Path, change: Callable[[str, bytes], bytes]) -> Path:
    """A backup whose members are changed."""
    with zipfile.ZipFile(backup) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
    return file


def with_row(table: str, **values: Any) -> Callable[[str, bytes], bytes]:
    """Change the first row of a table."""

    def change(name: str, content: bytes) -> bytes:
        if name != f"rows/{table}.ndjson":
            return content
        first, *rest = content.splitlines(keepends=True)
        row = {**json.loads(first), **values}
        row = {column: value for column, value in row.items() if value is not ...}
        return b"".join([json.dumps(row).encode() + b"\n", *rest])

    return change


def replaced(member: str, content: bytes) -> Callable[[str, bytes], bytes]:
    return lambda name, old: content if name == member else old


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (with_row("accounts", login="s" * 80), "Line 1 of accounts in the backup: login has 80 letters, and 40 fit."),
        (with_row("accounts", password=None), "password is missing"),
        (with_row("accounts", password=7), "password is no text"),
        (with_row("accounts", created="x"), "created is no number"),
        (with_row("accounts", created=float("nan")), "created is no number"),
        (with_row("accounts", created=10**400), "created is no number"),
        (with_row("accounts", person_id="nobody"), "rows of accounts do not fit together"),
        (with_row("accounts", login=...), "Line 1 of accounts in the backup is no row of this table."),
        (with_row("accounts", more=1), "is no row of this table"),
        (with_row("persons", id="p0002"), "rows of persons do not fit together"),
        (with_row("persons", epoch=True), "epoch is no whole number"),
        (with_row("persons", epoch=1 << 31), "epoch is no whole number"),
        (with_row("persons", name="a\0b"), "name holds what is no text"),
        (with_row("persons", name="\ud800"), "name holds what is no text"),
        (replaced("rows/accounts.ndjson", b"[" * 100_000), "is no row of this table"),
        (replaced("rows/accounts.ndjson", b"\xff\xfe\n"), "is no row of this table"),
        (replaced("rows/accounts.ndjson", b""), "The backup has 0 rows of accounts, not 1."),
        (replaced("manifest.json", b"[]"), "is no backup of Branchline"),
        (replaced("manifest.json", b'{"format": 1, "schema": "0001", "rows": 3}'), "is no backup of Branchline"),
        (replaced("manifest.json", b'{"format": 9, "schema": "x", "rows": {}}'), "has format 9 and schema x"),
    ],
)
def test_rows_are_checked_before_they_are_restored(
    whole: tuple[Path, Path], database: str, tmp_path: Path, change: Callable[[str, bytes], bytes], sentence: str
) -> None:
    url = database or url_of(tmp_path / "new.sqlite")
    with pytest.raises(BadBackup) as caught:
        restore(url, rewritten(whole[1], tmp_path / "x.zip", change))
    assert sentence in str(caught.value)
    assert HASH not in str(caught.value)
    assert is_empty(url)


def test_damaged_zips(whole: tuple[Path, Path], tmp_path: Path) -> None:
    """Wrong bits and lost ends: restored whole, or refused with a sentence and nothing written."""
    chance, sound, told = random.Random(3), whole[1].read_bytes(), []
    for turn in range(TURNS):
        spoiled, file, url = bytearray(sound), tmp_path / "x.zip", url_of(tmp_path / f"{turn}.sqlite")
        if turn % 4 == 0:
            del spoiled[chance.randrange(len(spoiled)) :]
        for _ in range(chance.choice((1, 2, 9))):
            if spoiled:
                spoiled[chance.randrange(len(spoiled))] ^= 1 << chance.randrange(8)
        file.write_bytes(spoiled)
        try:
            assert restore(url, file)["persons"] == 900
        except BranchlineError as error:
            told.append(str(error))
            assert is_empty(url)
    assert len(told) > TURNS // 2
    assert not any(HASH in sentence for sentence in told)


def test_damaged_backups_in_the_shell(whole: tuple[Path, Path], tmp_path: Path) -> None:
    sound = whole[1].read_bytes()
    spoiled = {"cut.zip": sound[:-100], "garbage.zip": bytes(5000), "empty.zip": b""}
    for name, content in spoiled.items():
        (tmp_path / name).write_bytes(content)
        done = shell("backup", str(tmp_path / name), "--restore", "--data", str(tmp_path / "data"))
        assert (done.returncode, "Traceback" in done.stderr) == (1, False)
        assert "is no backup of Branchline" in done.stderr


def test_a_database_with_people_is_not_overwritten(whole: tuple[Path, Path], database: str, tmp_path: Path) -> None:
    url = database or url_of(tmp_path / "new.sqlite")
    restore(url, whole[1])
    with pytest.raises(BadBackup, match="is not empty"):
        restore(url, whole[1])
    assert not is_empty(url)


def test_a_backup_replaces_no_device(whole: tuple[Path, Path], tmp_path: Path) -> None:
    """The file is put into its place when it is whole: a device or pipe there would be gone."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(BadBackup, match="is no usual file"):
        write(url_of(whole[0]), pipe)
    assert pipe.is_fifo()


def test_only_its_owner_reads_a_backup(whole: tuple[Path, Path]) -> None:
    assert whole[1].stat().st_mode & 0o777 == 0o600


# -- two on one database -----------------------------------------------------------------------------------


def test_two_servers_on_one_file_by_whatever_name(
    start: Callable[..., Running], whole: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start(warm=False)
    file = tmp_path / "branchline.sqlite"
    assert sqlite_file(server.settings.database_url) == file.resolve()
    (tmp_path / "by-file").symlink_to(file)
    (tmp_path / "by-folder").symlink_to(tmp_path)
    monkeypatch.chdir(tmp_path)
    names = [file, tmp_path / "by-file", tmp_path / "by-folder" / "branchline.sqlite", "branchline.sqlite", "./x/../by-file"]

    async def open_another(url: str) -> None:
        async with open_services(Settings(data=str(tmp_path / "other"), database=url)):
            pass

    for name in names:
        with pytest.raises(BadOption, match="Another server is running"):
            asyncio.run(open_another(f"sqlite:///{name}"))
        with pytest.raises(BadOption, match="Another server is running"):
            restore(f"sqlite:///{name}", whole[1])
    with pytest.raises(BadOption, match="Another server is running"):
        asyncio.run(open_another(f"sqlite+aiosqlite:///{file}"))
    asyncio.run(open_another(url_of(tmp_path / "another.sqlite")))


@pytest.mark.parametrize("name", ["what?x=1", "100%41", "a#b", "a b", "ä:@"])
def test_folders_with_odd_names_are_the_folders_they_say(tmp_path: Path, name: str) -> None:
    settings = Settings(data=str(tmp_path / name))
    assert sqlite_file(settings.database_url) == (tmp_path / name / "branchline.sqlite").resolve()
    assert normal_url(settings.database_url).startswith("sqlite+aiosqlite:///")
