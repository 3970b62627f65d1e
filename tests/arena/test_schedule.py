"""Which games are played."""

from __future__ import annotations

import itertools
import json
from collections import Counter

import pytest

import branchline as bl
from branchline.arena import Job, entrants, schedule
from branchline.arena.schedule import cyclic_orders, line_ups, orders, rotations

BOTS = ["a=random", "b=random", "c=random", "d=random", "e=random", "f=random", "g=random"]


def jobs(bots: int, players: int, games: int, seed: int = 0) -> list[Job]:
    return schedule(bl.game("northern-pacific", players), entrants(BOTS[:bots]), games, seed, 60.0)


def names(job: Job) -> tuple[str, ...]:
    return tuple(one.name for one in job.seats)


@pytest.mark.parametrize(("bots", "players"), [(2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 3), (5, 4), (6, 6), (7, 3)])
def test_a_whole_cycle_is_balanced(bots: int, players: int) -> None:
    ways = line_ups(bots, players)
    cycle = [
        seating for order in itertools.islice(orders(bots, tuple(range(players))), len(ways)) for seating in rotations(order)
    ]
    seats = Counter((bot, seat) for seating in cycle for seat, bot in enumerate(seating))
    meetings = Counter(frozenset(pair) for seating in cycle for pair in itertools.permutations(seating, 2) if len({*pair}) == 2)
    assert len(set(seats.values())) == 1, "every bot sits in every seat equally often"
    assert len(seats) == bots * players
    assert len(set(meetings.values())) == 1, "every pair meets equally often"


@pytest.mark.parametrize("deals", [7, 14, 25])
def test_a_part_of_a_cycle_is_nearly_balanced(deals: int) -> None:
    found = list(itertools.islice(orders(7, (0, 1, 2)), deals))
    assert len(set(found)) == deals
    seats = Counter(bot for order in found for bot in order)
    pairs = Counter(frozenset(pair) for order in found for pair in itertools.combinations(order, 2))
    assert max(seats.values()) - min(seats.values()) <= 2
    assert max(pairs.values()) <= 3 * deals / 21 + 2


def test_all_ways_cyclic_orders_are_used_in_turn() -> None:
    assert len(cyclic_orders((0, 1, 2, 3))) == 6
    assert set(itertools.islice(orders(4, (0, 1, 2, 3)), 6)) == set(cyclic_orders((0, 1, 2, 3)))


@pytest.mark.parametrize("bots", [2, 3, 4])
def test_no_bot_plays_against_itself_in_teams(bots: int) -> None:
    game = bl.game("central-pacific", 4, teams="on")
    for job in schedule(game, entrants(BOTS[:bots]), 40, 0, 60.0):
        first, second = ({names(job)[seat] for seat in range(4) if seat % 2 == side} for side in range(2))
        assert not first & second


def test_a_deal_is_every_rotation_with_one_chance() -> None:
    by_deal = itertools.groupby(jobs(3, 3, 18), key=lambda job: job.deal)
    chances = []
    for _, games in by_deal:
        found = list(games)
        assert {names(job) for job in found} == set(rotations(names(found[0])))  # type: ignore[arg-type]
        assert len({job.chance_seed for job in found}) == 1
        chances.append(found[0].chance_seed)
    assert len(set(chances)) == 6


def test_games_are_rounded_up_to_the_end_of_a_deal() -> None:
    assert len(jobs(3, 3, 1)) == 3
    assert len(jobs(2, 4, 7)) == 4 + 2 + 4  # AABB has four rotations, ABAB two
    assert [job.number for job in jobs(3, 3, 5)] == [0, 1, 2, 3, 4, 5]


def test_seeds_differ_by_game_and_seat_and_hang_on_the_seed_alone() -> None:
    found = jobs(3, 3, 30)
    assert len({seed for job in found for seed in job.bot_seeds}) == 3 * len(found)
    assert jobs(3, 3, 30) == found
    assert jobs(3, 3, 12) == found[:12]
    assert jobs(3, 3, 30, seed=1)[0].bot_seeds != found[0].bot_seeds
    assert all(0 <= seed < 2**63 for job in found for seed in (*job.bot_seeds, job.chance_seed))


def test_a_job_travels_as_json() -> None:
    job = jobs(3, 4, 1)[0]
    assert Job.from_json(json.loads(json.dumps(job.to_json()))) == job
    assert job.set_up() is bl.game("northern-pacific", 4)
