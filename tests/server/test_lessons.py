"""The pages of lessons: each leads to the next, and what a step asks for can be pointed at."""

from __future__ import annotations

import json
import re

import pytest

from branchline.games import cards
from branchline.learn import has_lesson, lesson
from tests.server.running import Client


@pytest.mark.parametrize("name", [card.name for card in cards() if has_lesson(card.name)])
def test_every_step_offers_the_move_it_asks_for_and_leads_on(ann: Client, name: str) -> None:
    steps = lesson(name).steps
    for number, step in enumerate(steps):
        page = ann.get(f"/learn/{name}?step={number}")
        found = re.search(r'<script[^>]* id="data"[^>]*>(.*?)</script>', page, re.DOTALL)
        assert found, number
        data = json.loads(found[1])
        assert data["expect"] == list(step.expect)
        if step.expect:
            paths = {one["move"]: one["path"] for one in data["offer"]["choices"]}
            assert all(paths[move] for move in step.expect), (number, step.expect)
        is_last = number + 1 == len(steps)
        assert (f'id="next" class="button primary" href="/learn/{name}?step={number + 1}"' in page) != is_last
        assert (f'action="/play/{name}"' in page) == is_last, number
