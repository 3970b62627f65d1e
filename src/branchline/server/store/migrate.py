"""Bring a database to the schema of today.  Safe to call from several processes at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Column, Connection, MetaData, PrimaryKeyConstraint, String, Table, create_engine, insert, inspect, text
from sqlalchemy.exc import OperationalError

from branchline.core.errors import BadOption
from branchline.server.store.engine import normal_url
from branchline.server.store.schema import metadata

if TYPE_CHECKING:
    from alembic.config import Config

STEPS = Path(__file__).parent / "migrations" / "versions"
LOCK = 7_261_911  # any number: it names the lock among all users of a PostgreSQL database
REACHED = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Where Alembic keeps the step that a database has reached; made as Alembic makes it."""


def head() -> str:
    """The newest step: the steps' files are numbered."""
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
    engine = create_engine(normal_url(url).replace("+aiosqlite", ""))
    try:
        with engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            else:
                connection.exec_driver_sql("BEGIN IMMEDIATE")  # or each statement were a transaction of its own
            if not inspect(connection).get_table_names():
                _create(connection)
            elif _revision(connection) != head():
                _upgrade(connection)
    except OperationalError as error:
        reason = str(error.orig).strip().splitlines()[0]
        raise BadOption(f"The database cannot be opened: {reason}. hint: see --database and --data.") from None
    finally:
        engine.dispose()


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()


def _create(connection: Connection) -> None:
    """The schema of today in an empty database, at once: a first start need not wait for Alembic to load."""
    metadata.create_all(connection)
    REACHED.create(connection)
    connection.execute(insert(REACHED).values(version_num=head()))


def _upgrade(connection: Connection) -> None:
    from alembic import command  # here: it takes a quarter of a second to load and is rarely needed
    from alembic.script import ScriptDirectory

    settings, current = config(), _revision(connection)
    known = {script.revision for script in ScriptDirectory.from_config(settings).walk_revisions()}
    if current is not None and current not in known:
        raise BadOption(
            f"The database has schema {current}, which this version of Branchline does not know."
            " hint: start the version that wrote it, or a newer one."
        )
    settings.attributes["connection"] = connection
    command.upgrade(settings, "head")
