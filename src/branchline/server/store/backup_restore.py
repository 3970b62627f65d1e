"""Restoring a backup: every row is read and checked first, then all rows are written or none.

A backup may be damaged, cut off, or from another program.  An error names the table and the line, but never a value, because
some values are password hashes.
"""

from __future__ import annotations

import base64
import json
import math
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    Integer,
    LargeBinary,
    String,
    Table,
    func,
    insert,
    select,
    text,
)
from sqlalchemy.exc import DataError, IntegrityError

from branchline.errors import BadBackup
from branchline.server.store.backup import BATCH, FORMAT, Tell, silent
from branchline.server.store.engine import blocking_engine, lock_database, translate_errors
from branchline.server.store.migrate import head, upgrade
from branchline.server.store.schema import metadata

MAX_LINE_LENGTH = 64 * 1024 * 1024
FILLED_AT_START = {"facts"}
"""Tables that get rows when a server first starts on an empty database."""


def restore(url: str, file: Path, tell: Tell = silent) -> dict[str, int]:
    """Restore a backup into an empty database, all of it or nothing."""
    with _opened(file) as archive:
        expected = _manifest(archive, file)
        total, done = 2 * sum(expected.values()), 0
        for table in metadata.sorted_tables:  # check everything before anything is written
            count = 0
            for rows in _batches(archive, table):
                count += len(rows)
                tell(done + count, total)
            if count != expected.get(table.name):
                raise BadBackup(f"The backup has {count} rows of {table.name}, not {expected.get(table.name)}.")
            done += count
        with lock_database(url):
            upgrade(url)
            engine = blocking_engine(url)
            try:
                with translate_errors(), engine.begin() as connection:
                    return _write(connection, archive, lambda count: tell(done + count, total))
            finally:
                engine.dispose()


def _opened(file: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(file)
    except OSError:
        raise
    except Exception:  # zipfile raises many kinds of errors
        raise _no_backup(file) from None


def _no_backup(file: Path) -> BadBackup:
    return BadBackup(f"{file} is no backup of Branchline. hint: `branchline backup` writes them.")


def _manifest(archive: zipfile.ZipFile, file: Path) -> dict[str, int]:
    """The number of rows by table."""
    try:
        manifest = json.loads(archive.read("manifest.json"))
        found, schema = manifest["format"], manifest["schema"]
        rows = {str(name): int(count) for name, count in manifest["rows"].items()}
    except Exception:
        raise _no_backup(file) from None
    if found != FORMAT or schema != head():
        raise BadBackup(
            f"{file} has format {str(found)[:20]} and schema {str(schema)[:20]}; this program has {FORMAT} and {head()}."
            " hint: restore it with the version that wrote it, then start this one on its data."
        )
    return rows


def _write(connection: Connection, archive: zipfile.ZipFile, tell: Any) -> dict[str, int]:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    counts: dict[str, int] = {}
    for table in metadata.sorted_tables:
        if table.name in FILLED_AT_START:
            connection.execute(table.delete())
        elif connection.execute(select(func.count()).select_from(table)).scalar_one():
            raise BadBackup(f"The database is not empty: it has {table.name}. hint: a backup is restored into a new one.")
    for table in metadata.sorted_tables:
        counts[table.name] = 0
        for rows in _batches(archive, table):
            try:
                connection.execute(insert(table), rows)
            except (IntegrityError, DataError) as error:
                reason = str(error.orig).splitlines()[0]
                raise BadBackup(f"The backup's rows of {table.name} do not fit together: {reason}.") from None
            counts[table.name] += len(rows)
            tell(sum(counts.values()))
    if connection.dialect.name == "postgresql":  # continue numbering after the last row of the backup
        following = "SELECT COALESCE(MAX(id), 0) + 1 FROM chat"
        connection.execute(text(f"SELECT setval(pg_get_serial_sequence('chat', 'id'), ({following}), false)"))
    elif astray := connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise BadBackup(f"The backup's rows of {astray[0]} do not fit together: some belong to {astray[2]} that are not there.")
    return counts


# -- rows ----------------------------------------------------------------------------------------------------


def _batches(archive: zipfile.ZipFile, table: Table) -> Iterator[list[dict[str, Any]]]:
    """The checked rows of a table, in batches."""
    batch: list[dict[str, Any]] = []
    for number, line in enumerate(_lines(archive, table.name), 1):
        batch.append(_row(table, number, line))
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _lines(archive: zipfile.ZipFile, table: str) -> Iterator[bytes]:
    try:
        with archive.open(f"rows/{table}.ndjson") as lines:
            while line := lines.readline(MAX_LINE_LENGTH):
                yield line
    except Exception:  # a missing member, a wrong checksum, broken compression, …
        raise BadBackup(f"The backup is damaged: its rows of {table} cannot be read. hint: use another copy of it.") from None


def _row(table: Table, number: int, line: bytes) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict) or set(row) != {column.name for column in table.columns}:
        raise BadBackup(f"Line {number} of {table.name} in the backup is no row of this table.")
    for column in table.columns:
        if isinstance(column.type, LargeBinary) and row[column.name] is not None:
            row[column.name] = _bytes(row[column.name])
        if wrong := message_of(column, row[column.name]):
            raise BadBackup(f"Line {number} of {table.name} in the backup: {column.name} {wrong}.")
    return row


def _bytes(value: Any) -> bytes | None:
    try:
        return base64.b64decode(value["base64"], validate=True)
    except (ValueError, TypeError, KeyError):
        return None


def message_of(column: Column[Any], value: Any) -> str:
    """What is wrong with a value for a column, or an empty text.  SQLite itself accepts any value."""
    kind = column.type
    if value is None:
        return "" if column.nullable else "is missing"
    if isinstance(kind, (JSON, LargeBinary)):
        return ""
    if isinstance(kind, Boolean):
        return "" if isinstance(value, bool) else "is neither true nor false"
    if isinstance(kind, Integer):
        bits = 63 if isinstance(kind, BigInteger) else 31
        whole = isinstance(value, int) and not isinstance(value, bool)
        return "" if whole and -(1 << bits) <= value < 1 << bits else f"is no whole number of {bits + 1} bits"
    if isinstance(kind, Float):
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return "" if number and abs(value) < 1e300 and math.isfinite(value) else "is no number"
    assert isinstance(kind, String), f"{column} has a type that this check does not know"
    if not isinstance(value, str):
        return "is no text"
    if kind.length is not None and len(value) > kind.length:
        return f"has {len(value)} letters, and {kind.length} fit"
    return "holds what is no text" if "\0" in value or not _is_unicode(value) else ""


def _is_unicode(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
