"""Bring a database to the current schema.  Several processes may do it at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Column, Connection, MetaData, PrimaryKeyConstraint, String, Table, insert, inspect, text

from branchline.errors import BadDatabase, BadOption
from branchline.server.store.engine import DAMAGED, blocking_engine, sqlite_file, translate_errors
from branchline.server.store.schema import metadata

if TYPE_CHECKING:
    from alembic.config import Config

STEPS = Path(__file__).parent / "migrations" / "versions"
LOCK = 7_261_911  # an arbitrary number that names our lock in a PostgreSQL database
REACHED = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""The table in which Alembic stores the last migration of a database, defined as Alembic defines it."""


def head() -> str:
    """The newest migration.  Their files are numbered."""
    return max(file.name.partition("_")[0] for file in STEPS.glob("*.py"))


def config() -> Config:
    """Alembic's settings; the migrations are inside the package."""
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", "branchline.server.store:migrations")
    settings.set_main_option("path_separator", "os")
    return settings


def upgrade(url: str) -> None:
    """Create or upgrade the schema.  Blocks, so call it in a thread or before the event loop starts."""
    engine = blocking_engine(url)
    try:
        with translate_errors(), engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            else:
                connection.exec_driver_sql("BEGIN IMMEDIATE")  # otherwise each statement is a transaction of its own
            if not inspect(connection).get_table_names():
                _create(connection)
            else:
                if _revision(connection) != head():
                    _upgrade(connection)
                _check_columns(connection)
        with translate_errors(), engine.connect() as connection:
            if connection.dialect.name == "sqlite":
                # Set the mode here, with one connection open: two that change it at once fail with "database is locked".
                connection.exec_driver_sql("PRAGMA journal_mode=WAL")
    finally:
        engine.dispose()


def check_current(url: str) -> None:
    """Refuse a database of another version.  Nothing is changed: a server of that version may be running."""
    engine = blocking_engine(url)
    try:
        with translate_errors(), engine.connect() as connection:
            found = _revision(connection)
    finally:
        engine.dispose()
    if found != head():
        raise BadDatabase(
            f"The database has schema {found or 'none'}, and this version of Branchline has {head()}."
            " hint: use the version that serves it, or start `branchline serve` once to upgrade it."
        )


def check_whole(url: str) -> None:
    """Refuse a SQLite file whose pages are damaged.  It reads the whole file, so call it only at starts and for backups."""
    file = sqlite_file(url)
    if file is None or not file.exists():
        return
    engine = blocking_engine(url)
    try:
        with translate_errors(), engine.connect() as connection:
            found: str = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    finally:
        engine.dispose()
    if found != "ok":
        reason = " ".join(found.split()).strip("* ")
        raise BadDatabase(f"The database in {file} is damaged: {reason[:100]}. {DAMAGED}")


def _check_columns(connection: Connection) -> None:
    """Refuse a database that claims to have our schema but lacks a column."""
    there = {table: {row["name"] for row in rows} for (_, table), rows in inspect(connection).get_multi_columns().items()}
    for table in metadata.sorted_tables:
        missing = sorted({column.name for column in table.columns} - there.get(table.name, set()))
        if missing:
            raise BadDatabase(
                f"The database has no {missing[0]} in {table.name}, so it is not as Branchline left it."
                " hint: see --database and --data, or restore a backup into a new database."
            )


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()


def _create(connection: Connection) -> None:
    """Create the current schema in an empty database, without Alembic: loading it would delay the first start."""
    metadata.create_all(connection)
    REACHED.create(connection)
    connection.execute(insert(REACHED).values(version_num=head()))


def _upgrade(connection: Connection) -> None:
    from alembic import command  # here: it takes a quarter of a second to load and is rarely needed
    from alembic.script import ScriptDirectory

    settings, current = config(), _revision(connection)
    if connection.dialect.name == "sqlite" and not inspect(connection).has_table("alembic_version"):
        raise BadDatabase(
            "The database is another program's: it has tables, but none of ours. hint: see --database and --data."
        )
    known = {script.revision for script in ScriptDirectory.from_config(settings).walk_revisions()}
    if current is not None and current not in known:
        raise BadOption(
            f"The database has schema {current}, which this version of Branchline does not know."
            " hint: start the version that wrote it, or a newer one."
        )
    settings.attributes["connection"] = connection
    command.upgrade(settings, "head")
