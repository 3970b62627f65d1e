"""A real PostgreSQL for tests: a cluster of its own in a temporary folder, thrown away at the end.

    from tests.server.postgres import postgres   # a session fixture: `postgres.new_database()` is a URL

Without PostgreSQL on the machine these tests are skipped, loudly; with `CI=true` they fail.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from cluster import Cluster, NoPostgres, throwaway_cluster

__all__ = ["Cluster", "postgres"]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    try:
        with throwaway_cluster() as cluster:
            yield cluster
    except NoPostgres as missing:
        if os.environ.get("CI") == "true":
            pytest.fail(str(missing))
        pytest.skip(str(missing))
