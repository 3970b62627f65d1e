"""Whole games by HTTP."""

from __future__ import annotations

from typing import Any

import pytest

import branchline as bl
from tests.own_games import SEATED
from tests.server.running import Client, Running, wait_until

NP = "northern-pacific"
"""Whole games of the others against bots are played by clicking, in `tests/browser`."""


def play_on(clients: dict[int, Client], table: str, choose: int = 7) -> None:
    """Everybody plays until the game is over: each a move of his own, whenever it is his turn."""
    anybody = clients[min(clients)]
    found = anybody.table(table)
    while found["phase"] == "playing":
        view = found["view"]
        seat = view["waiting_for"]["seat"]
        if seat not in clients:
            found = wait_for_others(anybody, table, found["ply"])
            continue
        view = clients[seat].table(table, params={"seat": seat})["view"]
        move = view["legal"][(view["ply"] * choose) % len(view["legal"])]
        found = clients[seat].move(table, move, view["ply"], seat=seat)


def wait_for_others(client: Client, table: str, ply: int) -> Any:
    """The table when the board has gone on."""

    def gone_on() -> Any:
        found = client.table(table)
        return found if found["ply"] > ply else None

    return wait_until(gone_on)


@pytest.mark.parametrize("game", SEATED)
def test_friends_play_a_whole_game_by_link(shared: Running, game: str) -> None:
    players = SEATED[game]
    host = shared.client()
    opened = host.open(game, " ".join(["me"] + ["link"] * (players - 1)), name="Ann")
    assert opened["phase"] == "waiting"
    clients = {0: host}
    for link in opened["links"][1:]:
        friend = shared.client()
        joined = friend.post(f"/api/tables/{opened['id']}/join", {"secret": link["secret"], "name": f"Friend {link['seat']}"})
        assert joined["you"]["seats"] == [link["seat"]]
        clients[link["seat"]] = friend
    play_on(clients, opened["id"])
    final = host.table(opened["id"])
    assert final["phase"] == "over"
    record = bl.Record.loads(shared.client().get(f"/api/tables/{opened['id']}/record"))
    assert record.state().scores == final["view"]["scores"]
    assert record.seats[1] == "Friend 1"


@pytest.mark.parametrize("game", [name if name == NP else pytest.param(name, marks=pytest.mark.slow) for name in SEATED])
def test_a_person_plays_a_whole_game_against_bots(shared: Running, game: str) -> None:
    ann = shared.client()
    opened = ann.open(game, " ".join(["bot:random", "me"] + ["bot:greedy"] * (SEATED[game] - 2)), name="Ann")
    play_on({1: ann}, opened["id"])
    final = ann.table(opened["id"])
    assert final["phase"] == "over"
    assert {line["by"] for line in final["view"]["log"]} >= {"person", "bot"}
