"""Backups: every row of a database in a zip file, and the games in it as records that a person can read.

    manifest.json          format, schema, date, number of rows
    rows/tables.ndjson     one JSON object a line; bytes in base64
    rows/entries.ndjson    …
    records/ID.txt         each finished game, for people and for ever

A backup can be restored into any empty database, so it is also the way from SQLite to PostgreSQL.
"""

from __future__ import annotations

import base64
import io
import json
import os
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, LargeBinary, Table, create_engine, func, insert, select, text

from branchline.core.errors import BranchlineError
from branchline.server.store.engine import normal_url
from branchline.server.store.migrate import head, upgrade
from branchline.server.store.schema import metadata

FORMAT = 1
BATCH = 500
Tell = Callable[[int, int], None]
"""Called with what is done and what there is in all."""


class BadBackup(BranchlineError):
    """A file that is no backup, or cannot be restored here."""


def _silent(done: int, total: int) -> None: ...


def write(url: str, file: Path, tell: Tell = _silent) -> dict[str, int]:
    """Write a backup while the server runs; returns the number of rows by table.  The file appears when it is whole."""
    upgrade(url)
    engine = create_engine(normal_url(url).replace("+aiosqlite", ""))
    unfinished = file.with_name(file.name + ".unfinished")
    try:
        with engine.connect() as connection, zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive:
            if connection.dialect.name == "postgresql":  # one moment for all tables; SQLite gives that anyway
                connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"))
            else:
                connection.exec_driver_sql("BEGIN")
            counts = _write_rows(connection, archive, tell)
            counts["records"] = _write_records(connection, archive)
            manifest = {"format": FORMAT, "schema": head(), "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}
            archive.writestr("manifest.json", json.dumps({**manifest, "rows": counts}, indent=1))
        with unfinished.open("rb") as written:
            os.fsync(written.fileno())
        unfinished.replace(file)
    finally:
        engine.dispose()
        unfinished.unlink(missing_ok=True)
    return counts


def _write_rows(connection: Connection, archive: zipfile.ZipFile, tell: Tell) -> dict[str, int]:
    tables = metadata.sorted_tables
    total = sum(connection.execute(select(func.count()).select_from(table)).scalar_one() for table in tables)
    counts: dict[str, int] = {}
    for table in tables:
        counts[table.name] = 0
        with archive.open(f"rows/{table.name}.ndjson", "w") as out:
            for row in connection.execute(select(table).order_by(*table.primary_key)).yield_per(BATCH):
                out.write(json.dumps(_plain(dict(row._mapping))).encode() + b"\n")
                counts[table.name] += 1
        tell(sum(counts.values()), total)
    return counts


def _write_records(connection: Connection, archive: zipfile.ZipFile) -> int:
    """The finished games as records; a game that today's program cannot replay stays among the rows."""
    from branchline.match import Entry, Match, Setup

    tables, entries = metadata.tables["tables"], metadata.tables["entries"]
    written = 0
    for row in connection.execute(select(tables).where(tables.c.status == "over")).all():
        bodies = connection.execute(select(entries.c.body).where(entries.c.table_id == row.id).order_by(entries.c.seq))
        try:
            match = Match.restore(Setup.from_dict(row.setup), None, [Entry.from_dict(body) for body in bodies.scalars()])
            record = match.record().dumps()
        except BranchlineError:
            continue
        archive.writestr(f"records/{row.id}.txt", record)
        written += 1
    return written


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: {"base64": base64.b64encode(value).decode()} if isinstance(value, (bytes, memoryview)) else value
        for name, value in row.items()
    }


def restore(url: str, file: Path, tell: Tell = _silent) -> dict[str, int]:
    """Put a backup into an empty database; all of it or nothing."""
    try:
        archive = zipfile.ZipFile(file)
        manifest = json.loads(archive.read("manifest.json"))
    except (zipfile.BadZipFile, KeyError, ValueError):
        raise BadBackup(f"{file} is no backup of Branchline.") from None
    with archive:
        if manifest.get("format") != FORMAT or manifest.get("schema") != head():
            raise BadBackup(
                f"{file} has format {manifest.get('format')} and schema {manifest.get('schema')}; this program has {FORMAT}"
                f" and {head()}. hint: restore it with the version that wrote it, then start this one on its data."
            )
        upgrade(url)
        engine = create_engine(normal_url(url).replace("+aiosqlite", ""))
        try:
            with engine.begin() as connection:
                return _read_rows(connection, archive, manifest, tell)
        finally:
            engine.dispose()


def _read_rows(connection: Connection, archive: zipfile.ZipFile, manifest: dict[str, Any], tell: Tell) -> dict[str, int]:
    tables = metadata.sorted_tables
    if connection.execute(select(func.count()).select_from(metadata.tables["tables"])).scalar_one():
        raise BadBackup("The database has tables already. hint: a backup is restored into an empty one.")
    expected: dict[str, int] = manifest["rows"]
    total, counts = sum(expected.values()), {}
    for table in tables:
        connection.execute(table.delete())
        counts[table.name] = 0
        for rows in _batches(archive, table):
            connection.execute(insert(table), rows)
            counts[table.name] += len(rows)
            tell(sum(counts.values()), total)
        if counts[table.name] != expected.get(table.name):
            raise BadBackup(f"The backup has {counts[table.name]} rows of {table.name}, not {expected.get(table.name)}.")
    if connection.dialect.name == "postgresql":  # numbers go on where the backup ends
        following = "SELECT COALESCE(MAX(id), 0) + 1 FROM chat"
        connection.execute(text(f"SELECT setval(pg_get_serial_sequence('chat', 'id'), ({following}), false)"))
    return counts


def _batches(archive: zipfile.ZipFile, table: Table) -> Iterator[list[dict[str, Any]]]:
    binary = {column.name for column in table.columns if isinstance(column.type, LargeBinary)}
    batch: list[dict[str, Any]] = []
    with archive.open(f"rows/{table.name}.ndjson") as lines:
        for line in io.TextIOWrapper(lines, "utf-8"):
            row = json.loads(line)
            for name in binary:
                row[name] = base64.b64decode(row[name]["base64"])
            batch.append(row)
            if len(batch) == BATCH:
                yield batch
                batch = []
    if batch:
        yield batch
