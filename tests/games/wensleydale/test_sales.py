"""Sales against a plain enumeration of paths, on dense random networks."""

from __future__ import annotations

import random

import pytest

import branchline as bl
from branchline.games.wensleydale.rules.layout import LINKS
from branchline.games.wensleydale.rules.map_data import KINDS
from tests.games.wensleydale.positions import (
    MAP,
    area,
    arrange,
    building,
    checked,
    convert,
    is_company_town,
    lay,
    takeovers,
    texts,
)

Path = tuple[int, ...]


def dense_network(rng: random.Random) -> list[str]:
    """Fifteen links that hang together, loops likely."""
    links = [(border.a, border.b) for border in MAP.links]
    laid = [rng.choice(links)]
    while len(laid) < LINKS:
        reached = {end for link in laid for end in link}
        inside = [link for link in links if link not in laid and set(link) <= reached]
        beside = [link for link in links if link not in laid and set(link) & reached]
        laid.append(rng.choice(inside if inside and rng.random() < 0.7 else beside))
    return [f"{MAP.areas[a].id}-{MAP.areas[b].id}" for a, b in laid]


def complete_paths(state: bl.State, company: int, seat: int) -> set[Path]:
    """LW 9.1, 9.2, 9.4: every path that may be sold, by walking all of them."""
    record = state.fields_view
    beside: dict[int, list[int]] = {}
    for number, border in enumerate(MAP.links):
        if record.owners[number] == 1 + seat:
            beside.setdefault(border.a, []).append(border.b)
            beside.setdefault(border.b, []).append(border.a)
    longest = min(2 * int(record.marks[company][seat]), 60 - int(record.company_links[company]))
    found: set[Path] = set()
    waiting: list[Path] = [(start,) for start in beside if is_company_town(state, KINDS[company], MAP.areas[start].id)]
    while waiting:
        path = waiting.pop()
        end = MAP.areas[path[-1]]
        if len(path) > 1 and end.town and not end.only_from:
            found.add(path)
        if len(path) <= longest:
            waiting += [(*path, area) for area in beside[path[-1]] if area not in path]
    return found


def expected(paths: dict[int, set[Path]], so_far: Path, company: int) -> set[str]:
    """The sell moves that continue a path, and `done` where it is complete."""
    found = {"done"} if so_far in paths[company] else set()
    for path in paths[company]:
        if path[: len(so_far)] == so_far and len(path) > len(so_far):
            start, goal = path[max(0, len(so_far) - 1)], path[max(1, len(so_far))]
            found.add(f"sell {KINDS[company]} {MAP.areas[start].id}-{MAP.areas[goal].id}")
    return found


@pytest.mark.parametrize("seed", range(40))
def test_a_link_is_offered_exactly_if_a_complete_path_begins_with_it(seed: int) -> None:
    rng = random.Random(seed)
    state = building(3)
    towns = [a.id for a in MAP.areas if a.pieces]
    for company in ("midland", "ner"):
        convert(state, company, *rng.sample(towns, 4))
    for piece in range(2, 4):
        state.fields_view.removed[piece] += int(state.fields_view.pieces[:, piece].sum())
        state.fields_view.pieces[:, piece] = 0
        state.fields_view.stocked[piece] = 0
    network = dense_network(rng)
    arrange(state, 0, midland=rng.randrange(1, 8), ner=rng.randrange(0, 4), links=" ".join(network))
    if seed % 3 == 0:
        for border in [b for b in MAP.links if not state.fields_view.owners[MAP.links.index(b)]][: rng.randrange(56, 60)]:
            lay(state.fields_view, f"{MAP.areas[border.a].id}-{MAP.areas[border.b].id}", "midland")
    takeovers(checked(state))
    while state.actor != 0:
        state.play("pass")
    paths = {company: complete_paths(state, company, 0) for company in (0, 1)}
    assert texts(state) == expected(paths, (), 0) | expected(paths, (), 1) | {"pass"}
    for _ in range(6):
        follow(state.copy(), paths, rng)


def follow(state: bl.State, paths: dict[int, set[Path]], rng: random.Random) -> None:
    """Name links at random and compare at every step."""
    so_far: Path = ()
    while True:
        move = rng.choice(state.legal()).text
        if move in ("pass", "done"):
            return
        _, name, way = move.split()
        start, goal = (area(key) for key in way.split("-"))
        so_far = (*so_far, goal) if so_far else (start, goal)
        state.play(move)
        assert texts(state) == expected(paths, so_far, KINDS.index(name))
