"""The OpenAPI description against the server itself: schemathesis makes requests of every kind for every operation.

No answer is a fault of the server; every answer has a status, a type and a shape that the description names; what the
description forbids is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from branchline.server.base.settings import Settings
from branchline.server.run.app import create_app
from tests.server.running import Client, Running

EXAMPLES = 5
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
STREAMS = "/events"
"""Open-ended answers; they have tests of their own."""

api = schemathesis.openapi.from_dict(create_app(Settings(data="unused")).openapi())


def bounded(examples: int) -> settings:
    """So many requests for each operation, the same in every run."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


@dataclass
class Ground:
    """A server with something on it, and somebody who is known there."""

    server: Running
    known: Client
    tables: dict[str, str]


@pytest.fixture(scope="module")
def ground(shared: Running) -> Ground:
    known = shared.client()
    playing = known.open(seats="me bot:random", name="Ann")["id"]
    waiting = known.open("central-pacific", "me open", public=True)["id"]
    over = known.open(seats="bot:random bot:random", options={"rounds": 1})["id"]
    return Ground(shared, known, {"playing": playing, "waiting": waiting, "over": over})


plain = api.exclude(path_regex=STREAMS)


with_table = plain.include(path_regex="{table}")
phases = pytest.mark.parametrize("phase", ["playing", "waiting", "over"])


@plain.parametrize()
@bounded(EXAMPLES)
def test_strangers_get_answers_as_described(case: Case[Any], ground: Ground) -> None:
    check_stranger(case, ground)


def check_stranger(case: Case[Any], ground: Ground) -> None:
    case.call_and_validate(base_url=ground.server.url, checks=CHECKS)


@with_table.parametrize()
@phases
@bounded(EXAMPLES // 2)
def test_people_at_a_table_get_answers_as_described(case: Case[Any], phase: str, ground: Ground) -> None:
    check_person(case, phase, ground)


def check_person(case: Case[Any], phase: str, ground: Ground) -> None:
    case.path_parameters["table"] = ground.tables[phase]
    case.call_and_validate(base_url=ground.server.url, checks=CHECKS, cookies=dict(ground.known.http.cookies))
