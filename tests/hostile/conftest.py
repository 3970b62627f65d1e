"""Servers for the tests of this folder."""

from __future__ import annotations

from tests.server.conftest import ann, bo, database, shared, start
from tests.server.postgres import postgres

__all__ = ["ann", "bo", "database", "postgres", "shared", "start"]
