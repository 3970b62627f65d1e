"""Backups: every row of a database in a zip file, and the games in it as records that a person can read.

    manifest.json          format, schema, date, number of rows
    rows/tables.ndjson     one JSON object a line; bytes in base64
    rows/entries.ndjson    …
    records/ID.txt         each finished game, for people and for ever

A backup can be restored into any empty database, so it is also the way from SQLite to PostgreSQL; see `restoring`.
"""

from __future__ import annotations

import base64
import json
import os
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from branchline.errors import BadBackup, BadDatabase
from branchline.server.store.engine import DAMAGED, blocking_engine, explained
from branchline.server.store.migrate import check_whole, head, upgrade
from branchline.server.store.schema import metadata

FORMAT = 1
BATCH = 500
Tell = Callable[[int, int], None]
"""Called with what is done and what there is in all."""


def silent(done: int, total: int) -> None:
    """Tell nobody."""


def write(url: str, file: Path, tell: Tell = silent) -> dict[str, int]:
    """Write a backup while the server runs; returns the number of rows by table.

    The file appears when it is whole.  Only its owner may read it: password hashes are in it.
    """
    if file.exists() and not file.is_file():  # it would be replaced: a folder cannot be, and a device must not
        raise BadBackup(f"{file} is no usual file, so no backup is written there. hint: name another file.")
    check_whole(url)
    upgrade(url)
    engine = blocking_engine(url)
    unfinished = file.with_name(file.name + ".unfinished")
    try:
        with (
            explained(),
            engine.connect() as connection,
            open(unfinished, "wb", opener=_for_owner) as out,
            zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive,
        ):
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


def _for_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _write_rows(connection: Connection, archive: zipfile.ZipFile, tell: Tell) -> dict[str, int]:
    tables = metadata.sorted_tables
    total = sum(connection.execute(select(func.count()).select_from(table)).scalar_one() for table in tables)
    counts: dict[str, int] = {}
    for table in tables:
        counts[table.name] = 0
        with archive.open(f"rows/{table.name}.ndjson", "w") as out:
            rows = connection.execute(select(table).order_by(*table.primary_key)).yield_per(BATCH)
            try:
                for row in rows:
                    out.write(json.dumps(_plain(dict(row._mapping))).encode() + b"\n")
                    counts[table.name] += 1
            except (ValueError, TypeError):  # what should be JSON or a number is none
                raise BadDatabase(
                    f"The database is damaged: row {counts[table.name] + 1} of {table.name} cannot be read. {DAMAGED}"
                ) from None
        tell(sum(counts.values()), total)
    return counts


def _write_records(connection: Connection, archive: zipfile.ZipFile) -> int:
    """The finished games as records; a game that is damaged, or that today's program cannot replay, stays among the rows."""
    from branchline.match import Entry, Match, Setup

    tables, entries = metadata.tables["tables"], metadata.tables["entries"]
    written = 0
    for row in connection.execute(select(tables).where(tables.c.status == "over")).all():
        bodies = connection.execute(
            select(entries.c.body).where(entries.c.table_id == row.id).order_by(entries.c.seq)
        ).scalars()
        try:
            match = Match.restore(Setup.from_dict(row.setup), None, [Entry.from_dict(body) for body in bodies])
            record = match.record().dumps()
        except SQLAlchemyError:
            raise
        except Exception:  # whatever the rows hold, the rows themselves are kept
            continue
        archive.writestr(f"records/{row.id}.txt", record)
        written += 1
    return written


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: {"base64": base64.b64encode(value).decode()} if isinstance(value, (bytes, memoryview)) else value
        for name, value in row.items()
    }
