"""The same as `test_schema` with many more requests.  Its own file, because making them up takes seconds while it is loaded."""

from __future__ import annotations

from typing import Any

import pytest
from schemathesis import Case

from tests.server.test_schema import Ground, bounded, check_person, check_stranger, ground, phases, plain, with_table

__all__ = ["ground"]

pytestmark = pytest.mark.slow

EXAMPLES = 30


@plain.parametrize()
@bounded(EXAMPLES)
def test_strangers_always_get_answers_as_described(case: Case[Any], ground: Ground) -> None:
    check_stranger(case, ground)


@with_table.parametrize()
@phases
@bounded(EXAMPLES // 3)
def test_people_at_a_table_always_get_answers_as_described(case: Case[Any], phase: str, ground: Ground) -> None:
    check_person(case, phase, ground)
