"""From games to figures."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from branchline.arena import Played, figures
from branchline.arena.confidence import Sums, share
from branchline.arena.ratings import ratings
from branchline.arena.repeats import repeats, samples
from branchline.arena.results import comparisons, winnings
from branchline.core.share import Share, wilson


def game(bots: str, ranks: list[int], number: int = 0, **more: Any) -> Played:
    """A game by one letter for each seat."""
    seats = tuple(bots)
    given: dict[str, Any] = {"deal": number, "sides": tuple(range(len(seats))), "scores": tuple(10 - rank for rank in ranks)}
    fixed = {"plies": 9, "actions": (), "seconds": (0.0,) * len(seats), "moves": (3,) * len(seats)}
    return Played(**{"number": number, "bots": seats, "ranks": tuple(ranks), **given, **fixed, **more})


FORFEIT = {"seat": 1, "bot": "b", "kind": "crash", "reason": "raised"}


def test_a_tie_is_half_and_a_bot_is_no_rival_of_itself() -> None:
    assert list(comparisons(game("aab", [1, 2, 2]))) == [("a", "b", 1.0), ("a", "b", 0.5), ("b", "a", 0.0), ("b", "a", 0.5)]


def test_partners_are_no_rivals_and_share_the_win() -> None:
    played = game("abcd", [1, 2, 1, 2], sides=(0, 1, 0, 1))
    assert {pair[:2] for pair in comparisons(played)} == {(x, y) for x in "ac" for y in "bd"} | {
        (y, x) for x in "ac" for y in "bd"
    }
    assert winnings(played) == [1.0, 0.0, 1.0, 0.0]
    assert winnings(game("abc", [1, 1, 3])) == [0.5, 0.5, 0.0]


def test_teams_that_have_a_bot_in_common_are_not_compared() -> None:
    """It would rank above itself, and draw every share towards one half."""
    assert list(comparisons(game("aabb", [1, 2, 1, 2], sides=(0, 1, 0, 1)))) == []
    assert set(comparisons(game("abab", [1, 2, 1, 2], sides=(0, 1, 0, 1)))) == {("a", "b", 1.0), ("b", "a", 0.0)}


def test_a_forfeit_says_nothing_about_partners() -> None:
    played = game("abcd", [1, 2, 1, 2], sides=(0, 1, 0, 1), forfeit=FORFEIT)
    assert set(comparisons(played)) == {("a", "b", 1.0), ("c", "b", 1.0), ("b", "a", 0.0), ("b", "c", 0.0)}


def test_after_a_forfeit_only_the_side_that_failed_is_compared() -> None:
    played = game("abc", [1, 3, 1], forfeit=FORFEIT)
    assert sorted(comparisons(played)) == [("a", "b", 1.0), ("b", "a", 0.0), ("b", "c", 0.0), ("c", "b", 1.0)]
    found = figures("abc", [played])
    assert found["b"].forfeits == {"crash": 1}
    assert found["b"].rank_share == Share(0.0, 0.0, 1.0)
    assert found["a"].mean_score is None
    assert ("a", "c") not in found.pairs


def test_after_a_forfeit_nobody_else_is_rated_against_each_other() -> None:
    before = [game("cba", [1, 2, 3], k) for k in range(20)]
    strong = ratings("abc", before)
    after = ratings("abc", [*before, game("abc", [1, 3, 1], 20, forfeit=FORFEIT)])
    assert strong is not None
    assert after is not None
    gains = {name: after[name].mu - strong[name].mu for name in "abc"}
    alone = ratings("abc", [*before, game("ba", [2, 1], 20, forfeit={**FORFEIT, "seat": 0})])
    assert alone is not None
    assert after["a"] == alone["a"], "as if the other survivor had not been there"
    assert gains["b"] < 0 < gains["c"] < gains["a"]
    assert after["c"].sigma < strong["c"].sigma


def test_a_bot_that_fails_in_one_seat_has_not_beaten_itself_in_another() -> None:
    found = ratings("ab", [game("abb", [1, 3, 1], forfeit=FORFEIT)])
    alone = ratings("ab", [game("ab", [1, 2], forfeit=FORFEIT)])
    assert found == alone
    mixed = ratings("ab", [game("abba", [1, 2, 1, 2], sides=(0, 1, 0, 1), forfeit=FORFEIT)])
    assert mixed == ratings("ab", [])


def test_partners_of_a_bot_that_fails_keep_their_ratings() -> None:
    teams = ratings("abcd", [game("abcd", [1, 2, 1, 2], sides=(0, 1, 0, 1), forfeit=FORFEIT)])
    played = ratings("abcd", [game("abcd", [1, 2, 1, 2], sides=(0, 1, 0, 1))])
    start = ratings("abcd", [])
    assert teams is not None
    assert played is not None
    assert start is not None
    assert teams == {**played, "d": start["d"]}, "for all others it is a game like any other"


def test_failing_does_not_pay_in_wins() -> None:
    assert winnings(game("abc", [1, 3, 1], forfeit=FORFEIT)) == [None, 0.0, None]
    assert winnings(game("abb", [1, 3, 1], forfeit=FORFEIT)) == [None, 0.0, 0.0]
    assert winnings(game("ab", [1, 2], forfeit=FORFEIT)) == [1.0, 0.0]
    assert winnings(game("abcd", [1, 2, 1, 2], sides=(0, 1, 0, 1), forfeit=FORFEIT)) == [1.0, 0.0, 1.0, None]
    found = figures("ab", [game("abb", [1, 3, 1], k, forfeit=FORFEIT) for k in range(4)])
    assert found["a"].win_share is None
    assert found["b"].win_share is not None
    assert found["b"].win_share.mean == 0.0


def repeated(deals: int, **more: Any) -> list[Played]:
    """Two deals of three games each, again and again."""
    lines = [
        ("aab", [1, 2, 3]),
        ("aba", [1, 2, 3]),
        ("baa", [2, 1, 3]),
        ("abb", [1, 2, 3]),
        ("bba", [1, 2, 3]),
        ("bab", [2, 1, 3]),
    ]
    places = [(deal, 3 * (deal % 2) + turn) for deal in range(deals) for turn in range(3)]
    return [
        game(*lines[line], number, deal=deal, actions=(line, 7), **more) for number, (deal, line) in enumerate(places)
    ]  # fmt: skip


def limits(found: Share | None) -> list[float]:
    assert found is not None
    return [round(value, 9) for value in (found.mean, found.low, found.high)]


def test_games_that_repeat_another_one_are_no_evidence() -> None:
    few, many = figures("ab", repeated(2)), figures("ab", repeated(100))
    assert (few.repeats, many.repeats, len(repeated(100))) == (0, 294, 300)
    for pair in few.pairs:
        assert limits(many.pairs[pair]) == limits(few.pairs[pair])
    for name in "ab":
        assert limits(many[name].rank_share) == limits(few[name].rank_share)
        assert limits(many[name].win_share) == limits(few[name].win_share)
        assert many[name].rating == few[name].rating
    assert many["a"].games == 300
    assert many.to_json()["repeats"] == 294


def test_repeats_count_in_means() -> None:
    """A bot that plays by dice may come upon a game again: to leave it out would favour what is rare."""
    rare, usual = game("ab", [2, 1], 0, actions=(1,)), [game("ab", [1, 2], k, actions=(2,)) for k in range(1, 10)]
    found = figures("ab", [rare, *usual]).pairs["a", "b"]
    assert found.mean == pytest.approx(0.9)
    assert found.low < 0.1


def test_deals_are_one_sample_only_if_all_their_games_are_the_same() -> None:
    games = [game("ab", [1, 2], 2 * k + turn, deal=k, actions=(turn * (k + 1),)) for k in range(3) for turn in range(2)]
    assert samples(games) == {0: 0, 1: 1, 2: 2}
    assert repeats(games) == {2, 4}
    broken_off = game("ab", [1, 2], 6, deal=3, actions=(3,))
    assert samples([*games, broken_off])[3] == 2
    other_seats = game("ba", [1, 2], 6, deal=3, actions=(3,))
    assert samples([*games, other_seats])[3] == 3


def test_forfeits_of_which_nothing_is_known_are_no_repeats() -> None:
    games = [game("ab", [1, 2], k, actions=(), forfeit=FORFEIT) for k in range(40)]
    assert not repeats(games)
    assert figures("ab", games).pairs["a", "b"].low > 0.9
    early, late = game("ab", [1, 2], 0, actions=(1,)), game("ab", [1, 2], 1, actions=(1,), forfeit=FORFEIT)
    assert not repeats([early, late])


def test_figures_do_not_hang_on_the_order_of_games() -> None:
    games = [game("abc", random.Random(k).sample([1, 2, 3], 3), k) for k in range(12)]
    shuffled = random.Random(5).sample(games, 12)
    assert figures("abc", games).to_json() == figures("abc", shuffled).to_json()


def test_the_best_comes_first_and_pairs_mirror_each_other() -> None:
    games = [game("abc", [2, 1, 3], k) for k in range(9)] + [game("abc", [1, 2, 3], 9)]
    found = figures("abc", games)
    assert [one.name for one in found.standings] == ["b", "a", "c"]
    assert found.pairs["b", "a"].mean == pytest.approx(0.9)
    assert found.pairs["a", "b"].low == pytest.approx(1 - found.pairs["b", "a"].high)
    assert found["b"].rank_share is not None
    assert found["b"].rank_share.mean == pytest.approx(0.95)
    assert found["b"].win_share is not None
    assert found["b"].win_share.mean == pytest.approx(0.9)


def test_games_of_one_deal_that_go_alike_count_as_one() -> None:
    alone = share([Sums(k % 2, 1) for k in range(40)])
    alike = share([Sums(3.0 * (k % 2), 3) for k in range(40)])
    assert alone is not None
    assert alike is not None
    assert (alike.low, alike.high) == pytest.approx((alone.low, alone.high))


def test_limits_are_honest_where_little_is_known() -> None:
    assert share([]) is None
    assert share([Sums(3.0, 3)]) == Share(1.0, 0.0, 1.0)
    two = share([Sums(1.0, 2), Sums(1.0, 2)])
    assert two is not None
    assert two.low < 0.05
    assert two.high > 0.95
    sure = share([Sums(2.0, 2) for _ in range(50)])
    assert sure is not None
    assert 0.9 < sure.low < 0.94
    nearly = share([Sums(1.0, 2), *(Sums(2.0, 2) for _ in range(49))])
    assert nearly is not None
    assert nearly.low == pytest.approx(sure.low, abs=0.01), "one comparison lost does not make a bot much surer of its strength"
    assert sure.high == 1.0
    assert wilson(0.5, 100).low == pytest.approx(0.4038, abs=1e-4)


@pytest.mark.parametrize("deals", [8, 40])
def test_limits_hold_the_truth_in_95_of_100_tournaments(deals: int) -> None:
    """Deals of four games whose odds the deal itself decides: limits that took games as independent would be too narrow."""
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(400):
        odds = rng.beta(1.2, 0.8, deals)
        found = share([Sums(float(won), 4) for won in rng.binomial(4, odds)])
        assert found is not None
        held += found.low <= 0.6 <= found.high
    assert 0.93 <= held / 400 <= 0.99


def test_ratings_follow_results_and_teams() -> None:
    found = ratings("abc", [game("abc", [1, 2, 3], k) for k in range(30)])
    assert found is not None
    assert found["a"].mu > found["b"].mu > found["c"].mu
    assert found["a"].low < found["a"].mu < found["a"].high
    assert found["a"].sigma < 25 / 3
    teams = ratings("abcd", [game("abcd", [1, 2, 1, 2], sides=(0, 1, 0, 1))])
    assert teams is not None
    assert teams["a"] == teams["c"]
    assert teams["a"].mu > teams["b"].mu
    twice = ratings("ab", [game("aab", [1, 2, 3])])
    assert twice is not None
    assert twice["a"].mu > 25 > twice["b"].mu
