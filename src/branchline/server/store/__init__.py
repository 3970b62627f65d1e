"""The database, SQLite in a folder or PostgreSQL by URL, and the signals that it carries between processes."""

from branchline.server.store import schema_days
from branchline.server.store.engine import Store

__all__ = ["Store", "schema_days"]
