"""Metrics in Prometheus' text format: off unless the operator asks for them.

They are numbers of the whole server.  No label names a person, a table or an address.
"""

from __future__ import annotations

import hmac
import sys
import time
from collections.abc import Mapping
from ipaddress import ip_address

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response

import branchline
from branchline.server.base.problems import Problem, forbidden
from branchline.server.base.settings import Environment
from branchline.server.services.container import Services
from branchline.server.store import operator_rows, rows
from branchline.server.web.dependencies import ServicesDep
from branchline.server.web.request_counts import BOUNDS, RequestCounts
from branchline.texts import say

router = APIRouter(include_in_schema=False)
FORMAT = "text/plain; version=0.0.4; charset=utf-8"
FORWARDED = ("x-forwarded-for", "x-real-ip", "forwarded", "via")
"""Headers that proxies add.  A request with one of them comes from elsewhere, whatever its address says."""
STARTED = time.time()


@router.get("/metrics")
async def metrics(request: Request, services: ServicesDep) -> Response:
    """The metrics, for who has the operator's token, or without a token for programs on this machine."""
    _check(request)
    counts: RequestCounts = request.app.state.request_counts
    return PlainTextResponse(await text(services, counts), media_type=FORMAT, headers={"Cache-Control": "no-store"})


def _check(request: Request) -> None:
    token = Environment().metrics_token
    if token is None:
        if not _is_local(request):
            raise forbidden(say("Metrics are for programs on this machine, without a proxy in between, or with a token."))
        return
    given = request.headers.get("authorization", "").encode()
    if not hmac.compare_digest(given, b"Bearer " + token.get_secret_value().encode()):
        message = say("Metrics need the operator's token.")
        raise Problem(401, "unknown-token", message, {"WWW-Authenticate": "Bearer"})


def _is_local(request: Request) -> bool:
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False


async def text(services: Services, counts: RequestCounts) -> str:
    """All metrics.  Those with a label `process` are of the process that answers; the others are of the whole site."""
    async with services.store.read() as db:
        tables = await rows.count_tables(db)
        people = await operator_rows.count_persons(db)
        jobs = await operator_rows.count_jobs(db)
    own = {"process": services.tables.process}
    games = {tuple({**own, "game": name}.items()): float(game.ready) for name, game in services.warmup.games.items()}
    found = [
        _one("branchline_info", "gauge", "The version that runs.", 1, version=branchline.__version__),
        _family("branchline_tables", "gauge", "Tables by status.", _by("status", tables)),
        _family("branchline_persons", "gauge", "People known to the site.", _by("kind", people)),
        _family("branchline_jobs", "gauge", "Background jobs by status.", _by("status", jobs)),
        _one("branchline_tables_in_memory", "gauge", "Tables in memory.", len(services.tables.cache), **own),
        _one("branchline_streams", "gauge", "Open streams.", services.hub.count(), **own),
        _one("branchline_bots_waiting", "gauge", "Tables whose bot has not moved yet.", services.bots.waiting, **own),
        _one("branchline_work_down", "gauge", "Background work that is down.", len(services.work.down()), **own),
        _family("branchline_game_ready", "gauge", "Whether a game is compiled.", games),
        _family("branchline_requests_total", "counter", "Answered requests.", _by("status", counts.by_status, own)),
        _histogram(counts, own),
        _one("process_cpu_seconds_total", "counter", "Seconds of processor.", time.process_time(), **own),
        _one("process_resident_memory_bytes", "gauge", "Memory in use.", _memory(), **own),
        _one("process_start_time_seconds", "gauge", "When the process started, since 1970.", STARTED, **own),
    ]
    return "".join(found)


Labels = tuple[tuple[str, str], ...]


def _by(label: str, numbers: Mapping[str, int], more: Mapping[str, str] | None = None) -> dict[Labels, float]:
    return {((label, name), *(more or {}).items()): number for name, number in sorted(numbers.items())}


def _one(name: str, kind: str, meaning: str, value: float, **labels: str) -> str:
    return _family(name, kind, meaning, {tuple(labels.items()): value})


def _family(name: str, kind: str, meaning: str, values: Mapping[Labels, float]) -> str:
    """A metric with its values by labels."""
    lines = [_line(name, labels, value) for labels, value in values.items()]
    return "\n".join([f"# HELP {name} {meaning}", f"# TYPE {name} {kind}", *lines, ""])


def _line(name: str, labels: Labels, value: float) -> str:
    told = ",".join(f'{label}="{text}"' for label, text in labels)
    return f"{name}{{{told}}} {value:.15g}" if told else f"{name} {value:.15g}"


def _histogram(counts: RequestCounts, own: Mapping[str, str]) -> str:
    """The times until answers began."""
    name, total = "branchline_request_seconds", 0
    lines = [f"# HELP {name} Seconds until an answer begins.", f"# TYPE {name} histogram"]
    for bound, number in zip((*map(str, BOUNDS), "+Inf"), counts.by_bound, strict=True):
        total += number
        lines.append(_line(f"{name}_bucket", (*own.items(), ("le", bound)), total))
    lines += [_line(f"{name}_sum", tuple(own.items()), counts.seconds), _line(f"{name}_count", tuple(own.items()), total)]
    return "\n".join([*lines, ""])


def _memory() -> int:
    """The memory that the process has now, in bytes; on other systems than Linux the most that it had; 0 if unknown."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            import resource

            return int(file.read().split()[1]) * resource.getpagesize()
    except OSError:
        pass
    try:
        import resource
    except ImportError:  # Windows
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024
