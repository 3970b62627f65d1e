"""Something to watch: games of strong bots, and replays on other sites."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import pytest

from branchline.bots import BOTS
from branchline.server.accounts.quotas import EXHIBITION, Payer
from branchline.server.base.settings import Settings
from branchline.server.services import exhibition
from branchline.server.tables.bot_runner import BotRunner
from branchline.server.tables.fair_queue import FairQueue
from branchline.server.tables.tables import Tables
from tests.server.running import Client, Running, wait_until


def test_strong_bots_play_while_somebody_watches(start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    class Quick:
        def choose(self, view: Any) -> str:
            return str(view["legal"][0])

    monkeypatch.setattr(exhibition, "LEVEL", "random")
    monkeypatch.setitem(BOTS, "random", lambda seed: Quick())
    server = start(exhibition=True)
    ann, bo = server.client(), server.client()
    assert '<a href="/watch">Watch strong bots play</a>' in ann.http.get("/").text
    assert "Watch strong bots play" in ann.http.get("/watch").text
    address = ann.http.post("/watch/northern-pacific").headers["location"]
    assert bo.http.post("/watch/northern-pacific").headers["location"] == address, "everybody watches the same game"
    table = address.removeprefix("/t/")
    assert ann.table(table)["ply"] < 5, "it was paused until now"
    wait_until(lambda: ann.table(table)["phase"] == "over", 120)
    assert ann.http.post("/watch/northern-pacific").headers["location"] != address
    assert server.services.quotas is not None
    assert ann.http.post("/watch/chess").status_code == 404


def test_only_where_the_operator_wants_it(ann: Client) -> None:
    assert "Watch strong bots play" not in ann.http.get("/watch").text
    assert ann.http.post("/watch/northern-pacific").status_code == 403


def test_others_go_first() -> None:
    queue: FairQueue[str] = FairQueue(1.0)
    queue.put((EXHIBITION.network, EXHIBITION.charged_to, "a"), "show")
    assert queue.others(EXHIBITION.network) == 0
    queue.put(("home", "ann", "b"), "game")
    assert queue.others(EXHIBITION.network) == 1


def test_bots_of_an_exhibition_let_others_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """While another payer waits, a decision of theirs goes back into the queue."""
    home = Payer("ann", "home")

    async def decided() -> list[str]:
        runner = BotRunner(cast(Tables, SimpleNamespace()), Settings(data="unused", bot_pause=0.0))
        begun: list[str] = []

        async def turn(table: str, payer: Payer) -> None:
            begun.append(table)

        monkeypatch.setattr(runner, "_turn", turn)
        runner.consider("show", EXHIBITION)
        shown, decide = await runner._queue.take()
        runner._queue.put((home.network, home.charged_to, "game"), partial(runner._decide, "game", home))
        await decide()
        runner._queue.settle(shown, 0.0)
        assert begun == []
        for _ in range(2):
            path, job = await runner._queue.take()
            await job()
            runner._queue.settle(path, 0.0)
        runner.close()
        return begun

    assert asyncio.run(decided()) == ["game", "show"]


def test_public_games_stand_below_their_own_game(ann: Client) -> None:
    games = ("northern-pacific", "last-train-to-wensleydale")
    opened = {game: ann.open(game, seats="me me me", name="Ann", public=True)["path"] for game in games}
    page = ann.http.get("/watch").text
    for game, path in opened.items():
        (shelf,) = re.findall(rf'<section aria-labelledby="watch-{game}">.*?</section>', page, re.DOTALL)
        assert [f'href="{other}"' in shelf for other in opened.values()] == [other == path for other in opened.values()]


def test_a_replay_in_a_frame(shared: Running, ann: Client) -> None:
    over = ann.open(seats="bot:random bot:random", options={"rounds": 1}, name="Ann")["id"]
    wait_until(lambda: ann.table(over)["phase"] == "over")
    seen = ann.http.get(f"/embed/{over}?move=0")
    policy = seen.headers["content-security-policy"]
    assert "frame-ancestors *" in policy
    assert "script-src" not in policy
    assert "x-frame-options" not in seen.headers
    assert "<script" not in seen.text
    assert "<svg" in seen.text
    assert f'href="/embed/{over}?move=1"' in seen.text
    assert "has won" in ann.http.get(f"/embed/{over}").text or "share" in ann.http.get(f"/embed/{over}").text
    page = ann.http.get(f"/t/{over}")
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert f'property="og:image" content="{shared.url}/t/{over}/picture.png' in page.text, "links have the board's picture"
    private = ann.open(seats="me open", name="Ann")["id"]
    assert ann.http.get(f"/embed/{private}").status_code == 403
    public = ann.open("last-train-to-wensleydale", seats="me me me", name="Ann", public=True)["id"]
    assert ann.http.get(f"/embed/{public}").text.count('<div class="board">') == 2, "with the board beside it"
    public = ann.open("central-pacific", seats="me me", name="Ann", public=True)["id"]
    hand = ann.http.get(f"/embed/{public}").text
    assert hand == shared.client().http.get(f"/embed/{public}").text, "also the holder of a seat sees what spectators see"
