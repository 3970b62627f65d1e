"""Backups: a zip file with every row of the database, and the finished games as readable records.

    manifest.json          format, schema, date, number of rows
    rows/tables.ndjson     one JSON object per line; bytes in base64
    rows/entries.ndjson    …
    records/ID.txt         a finished game as a readable record

A backup can be restored into any empty database, so it also moves data from SQLite to PostgreSQL; see `backup_restore`.
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
from branchline.server.store.engine import DAMAGED, blocking_engine, translate_errors
from branchline.server.store.migrate import check_whole, head, upgrade
from branchline.server.store.schema import metadata

FORMAT = 1
BATCH = 500
Tell = Callable[[int, int], None]
"""Called with the number of rows done and the total."""


def silent(done: int, total: int) -> None:
    """Report nothing."""


def write(url: str, file: Path, tell: Tell = silent) -> dict[str, int]:
    """Write a backup; the server may be running.  Returns the number of rows by table.

    The file appears only when it is complete.  Only its owner may read it, because it holds password hashes.
    """
    if file.exists() and not file.is_file():  # a folder cannot be replaced, and a device must not be
        raise BadBackup(f"{file} is no usual file, so no backup is written there. hint: name another file.")
    check_whole(url)
    upgrade(url)
    engine = blocking_engine(url)
    unfinished = file.with_name(file.name + ".unfinished")
    try:
        with (
            translate_errors(),
            engine.connect() as connection,
            open(unfinished, "wb", opener=_for_owner) as out,
            zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive,
        ):
            if connection.dialect.name == "postgresql":  # one snapshot of all tables; SQLite's BEGIN gives that too
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
            except (ValueError, TypeError):  # a value that should be JSON or a number is not
                raise BadDatabase(
                    f"The database is damaged: row {counts[table.name] + 1} of {table.name} cannot be read. {DAMAGED}"
                ) from None
        tell(sum(counts.values()), total)
    return counts


def _write_records(connection: Connection, archive: zipfile.ZipFile) -> int:
    """Write the finished games as records.  A game that cannot be replayed gets none; its rows are there."""
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
        except Exception:  # the rows are in the backup all the same
            continue
        archive.writestr(f"records/{row.id}.txt", record)
        written += 1
    return written


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: {"base64": base64.b64encode(value).decode()} if isinstance(value, (bytes, memoryview)) else value
        for name, value in row.items()
    }
