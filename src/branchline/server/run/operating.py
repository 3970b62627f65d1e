"""The services without a server around them, for commands of the operator: no bots move, no clock runs, nothing is sent."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import TYPE_CHECKING

from branchline.core.plain_start import plain_start
from branchline.errors import BadDatabase, BadOption
from branchline.server.base.keys import load_key
from branchline.server.base.settings import Settings
from branchline.server.services.container import Services
from branchline.server.store.engine import lock_database, sqlite_file
from branchline.server.store.migrate import check_current

if TYPE_CHECKING:
    from collections.abc import Iterator


@asynccontextmanager
async def operating(settings: Settings, writes: bool = False) -> AsyncIterator[Services]:
    """The services on a database that exists.  A running server is not disturbed.

    On PostgreSQL the running servers hear of every change.  A server on SQLite does not look into its file again, so commands
    that write are refused while it runs.
    """
    source = sqlite_file(settings.database_url)
    if source is not None and not source.is_file():
        raise BadOption(f"There is no database {source}. hint: --data names the folder that serve uses.")
    async with AsyncExitStack() as stack:
        if writes:
            stack.enter_context(_alone(settings))
        check_current(settings.database_url)
        services = Services(settings, load_key(settings.folder))
        stack.push_async_callback(services.close)
        stack.push_async_callback(services.store.close)
        stack.push_async_callback(services.tables.settle)
        stack.enter_context(plain_start(lambda game: None))
        services.tables.before_change = _nothing  # it would note that a server is up
        yield services


@contextmanager
def _alone(settings: Settings) -> Iterator[None]:
    try:
        with lock_database(settings.database_url):
            yield
    except BadDatabase as error:
        if "Another server" not in str(error):
            raise
        raise BadDatabase(
            "A server is running on this data, and a server on SQLite does not see what others write."
            " hint: stop it for this command. On PostgreSQL it may go on."
        ) from None


async def _nothing(table: str) -> None:
    """Do nothing before a change."""
