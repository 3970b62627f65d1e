"""Reviews of finished games.  They are background jobs: one for each record and depth, no matter who asks."""

from __future__ import annotations

import hashlib
import json
import zlib
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, cast

from branchline.core.record import Record
from branchline.match import Match, NotAllowed
from branchline.review import Review
from branchline.review.budget import DEEP, QUICK, budget_of
from branchline.server.accounts.quotas import Payer
from branchline.server.base.problems import Problem
from branchline.server.services.common import TableContext, may_ask, take_costly
from branchline.server.services.container import Services
from branchline.server.store import job_rows
from branchline.server.store.job_rows import DONE, FAILED, JobStatus, Key, NewJob
from branchline.texts import say

KIND = "review"
DEPTHS: dict[str, str | int] = {QUICK: QUICK, DEEP: DEEP}
"""The depths that can be asked for, each with what the reviewer is told."""
PRIORITIES = {QUICK: 0, DEEP: 10}
"""A deep review takes minutes, so it waits until no quick one does."""
CACHED = 16
"""The number of reviews that stay in memory."""
RETRY_SECONDS = 30


@dataclass(frozen=True)
class ReviewState:
    """What there is of a game's review."""

    record: Record
    subject: str
    """The name of the game in the store of jobs."""
    review: dict[str, Any] | None
    """The published review as JSON-safe data, with nobody's name in it."""
    job: JobStatus | None
    """The review that is being made, or the one that failed."""
    depths: tuple[str, ...]
    """The depths that can still be asked for."""

    @property
    def state(self) -> str:
        """`none`, `waiting`, `running`, `done` or `failed`: of the review that is being made, else of the published one."""
        if self.job is not None and (self.job.is_unfinished or self.review is None):
            return self.job.status
        return "none" if self.review is None else "done"

    def to_dict(self, names: list[str] | None) -> dict[str, Any]:
        """JSON-safe; without names the review itself is left out."""
        named = None if names is None else self.named(names)
        published = self.review["depth"] if self.review is not None else ""
        return {
            "state": self.state,
            "done": self.job.done if self.job else 0,
            "total": self.job.total if self.job else 0,
            "depth": self.job.key.depth if self.job else published,
            "depths": list(self.depths),
            "review": None if named is None else named.to_json(),
        }

    def named(self, names: list[str]) -> Review | None:
        """The published review with the names of the players."""
        if self.review is None:
            return None
        return Review.from_json(replace(self.record, seats=tuple(names)), self.review)


def record_to_review(at: TableContext) -> Record:
    """The record of a finished game; an error with a sentence if the game is still on or was broken off."""
    match = at.live.match
    if match.phase == "over":
        return replace(match.record(), seats=("",) * match.game.players, date="")
    if match.phase in ("waiting", "playing") and not may_ask(at.live, at.rights):
        raise NotAllowed(say("There is no review while the game is on: it would be help from outside."))
    raise not_over(match)


def not_over(match: Match) -> Problem:
    """409: the game is not over."""
    sentence = say("The game is not over after {plies} actions: only a finished game is reviewed.", plies=match.ply)
    return Problem(409, "not-over", sentence, ply=match.ply)


async def find(at: TableContext) -> ReviewState:
    """What there is of the review of a table's game."""
    record = record_to_review(at)
    subject = at.live.text("subject of the review", at.live.match, lambda: _subject(record))
    async with at.services.store.read() as db:
        jobs = await job_rows.status_of(db, KIND, subject)
        packed = await job_rows.result_of(db, KIND, subject)
    review = None if packed is None else _read(packed)
    unfinished = [job for job in reversed(jobs) if job.is_unfinished]
    failed = [job for job in jobs if job.status == FAILED]
    known = {job.key.depth for job in unfinished}
    deepest = max((job.weight for job in jobs if job.status == DONE and review is not None), default=-1)
    depths = tuple(depth for depth in DEPTHS if depth not in known and _weight(record, depth) > deepest)
    return ReviewState(record, subject, review, next(iter(unfinished or failed), None), depths)


async def ask(at: TableContext, depth: str) -> ReviewState:
    """Ask for a review.  If it is there or being made already, or a deeper one is there, nothing changes."""
    take_costly(at.services, at.requester)
    found = await find(at)
    if depth not in found.depths:
        return found
    services, record = at.services, found.record
    services.warmup.want(record.game.name)
    payer = services.quotas.payer_of(at.requester)
    key = Key(KIND, found.subject, depth)
    body = {"record": record.to_json(), "depth": DEPTHS[depth]}
    wanted = NewJob(key, body, _weight(record, depth), PRIORITIES[depth], payer.charged_to)
    async with services.store.write() as db:
        if await job_rows.count_unfinished(db, payer.charged_to) >= _most(services, payer):
            raise _too_many(payer)
        if found.review is None and found.job is None:
            await job_rows.remove_result(db, key)  # one that cannot be read
        await job_rows.add(db, wanted)
    services.jobs.wake()
    return await find(at)


def _most(services: Services, payer: Payer) -> int:
    return services.settings.reviews_per_address if payer.is_guest else services.settings.reviews_per_person


def _too_many(payer: Payer) -> Problem:
    if payer.is_guest:
        sentence = say("Guests from your network have asked for many reviews. hint: wait until one is ready, or sign in.")
    else:
        sentence = say("You have asked for many reviews. hint: wait until one is ready.")
    return Problem(429, "too-many-reviews", sentence, {"Retry-After": str(RETRY_SECONDS)})


def _subject(record: Record) -> str:
    """The hash of a game without names and date: records of the same game have one review."""
    return hashlib.sha256(json.dumps(record.to_json(), sort_keys=True).encode()).hexdigest()


def _weight(record: Record, depth: str) -> int:
    return budget_of(record.game, DEPTHS[depth]).simulations


@lru_cache(CACHED)
def _read(packed: bytes) -> dict[str, Any] | None:
    """A stored review; None if an older version has written it in another form."""
    try:
        found: dict[str, Any] = job_rows.unpack(packed)
        Review.from_json(cast(Any, None), found)  # every key is there; the record does not matter for that
    except (zlib.error, ValueError, KeyError, TypeError):
        return None
    return found
