"""Bring a database to the schema of today.  Safe to call from several processes at once."""

from __future__ import annotations

from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

from branchline.core.errors import BadOption
from branchline.server.store.engine import normal_url

LOCK = 7_261_911  # any number: it names the lock among all users of a PostgreSQL database


def config() -> Config:
    """Alembic's settings; the migrations are inside the package."""
    settings = Config()
    settings.set_main_option("script_location", "branchline.server.store:migrations")
    settings.set_main_option("path_separator", "os")
    return settings


def upgrade(url: str, revision: str = "head") -> None:
    """Create or upgrade the schema.  Blocks, so call it in a thread or before the event loop starts."""
    engine = create_engine(normal_url(url).replace("+aiosqlite", ""))
    try:
        with engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            _refuse_the_future(connection)
            settings = config()
            settings.attributes["connection"] = connection
            command.upgrade(settings, revision)
    finally:
        engine.dispose()


def _refuse_the_future(connection: Any) -> None:
    """A database of a newer program must not be written by an older one."""
    current = MigrationContext.configure(connection).get_current_revision()
    known = {script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()}
    if current is not None and current not in known:
        raise BadOption(
            f"The database has schema {current}, which this version of Branchline does not know."
            " hint: start the version that wrote it, or a newer one."
        )
