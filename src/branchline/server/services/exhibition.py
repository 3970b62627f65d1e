"""Games that strong bots play for spectators, where the operator has allowed it.

A table is opened when somebody wants to watch, one for each game.  Like any table of bots it pauses while nobody watches, and
its bots let all others pass.  So it costs nothing while nobody looks.
"""

from __future__ import annotations

from branchline.games.spec import GameSpec
from branchline.match import Setup
from branchline.server.accounts.quotas import EXHIBITION
from branchline.server.accounts.requester import Requester
from branchline.server.base.problems import forbidden
from branchline.server.services.common import take_costly
from branchline.server.services.container import Services
from branchline.server.store import rows
from branchline.texts import say

KIND, LEVEL, MOST_SEATS = "show", "expert", 4


async def table_of(services: Services, requester: Requester, spec: GameSpec) -> str:
    """The table at which strong bots play a game: the one that is on, else a new one."""
    take_costly(services, requester)
    if not services.settings.exhibition:
        raise forbidden(say("On this server no games are played for spectators."))
    async with services.exhibition:  # two people who ask at once watch the same game
        async with services.store.read() as db:
            found = await rows.newest(db, KIND, spec.name, "playing")
        if found is not None:
            return found
        players = max(number for number in spec.card.players if number <= MOST_SEATS)
        seats = [{"kind": "bot", "level": LEVEL}] * players
        setup = Setup.asked_for({"game": spec.name, "seats": seats, "public": True})
        live = await services.tables.open(setup, None, kind=KIND, payer=EXHIBITION)
        return live.id
