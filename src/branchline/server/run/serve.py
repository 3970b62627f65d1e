"""Running the application in one process or several, and stopping it in order."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from typing import Any

import uvicorn
from uvicorn.supervisors import Multiprocess

from branchline.errors import BadOption
from branchline.server.accounts.keys import load_key
from branchline.server.run import logs
from branchline.server.run.settings import LOG_LEVEL_VARIABLE, SETTINGS_VARIABLE, Settings, WorkerEnvironment
from branchline.server.store.engine import alone, normal_url
from branchline.server.store.migrate import check_whole, upgrade
from branchline.server.web.addresses import Origin, Proxies
from branchline.server.web.connections import Config, file_limit

ENOUGH_FILES = 65_536
OPEN_SECONDS = 1.5
"""A browser that is opened finds the server listening."""


def check(settings: Settings, proxies: str = "") -> None:
    """Refuse settings that cannot work, with a sentence."""
    url = normal_url(settings.database_url)
    if settings.workers > 1 and url.startswith("sqlite"):
        raise BadOption(
            f"{settings.workers} workers need PostgreSQL, because SQLite is for one process."
            " hint: --database postgresql://user@host/name."
        )
    if settings.address and Origin.of_address(settings.address) is None:
        raise BadOption(f"--address {settings.address[:60]} is no web address. hint: https://trains.example.")
    try:
        Proxies(proxies)
    except ValueError as error:
        raise BadOption(f"--proxies: {error}. hint: addresses and networks such as 127.0.0.1,10.0.0.0/8.") from None


def run(
    settings: Settings, host: str, port: int, proxies: str = "127.0.0.1", log_level: str = "info", opens: bool = False
) -> None:
    """Serve until told to stop."""
    check(settings, proxies)
    settings.folder.mkdir(parents=True, exist_ok=True)
    with alone(settings.database_url):  # here, so that what is wrong is said once and as a sentence
        check_whole(settings.database_url)
        upgrade(settings.database_url)
        load_key(settings.folder)
    os.environ[SETTINGS_VARIABLE], os.environ[LOG_LEVEL_VARIABLE] = settings.model_dump_json(), log_level
    logs.install(log_level)
    raise_file_limit()
    config = Config(
        "branchline.server.run.serve:application",
        settings,
        proxies,
        factory=True,
        host=host,
        port=port,
        workers=settings.workers,
        log_level=log_level,
    )
    listening = listen(config)
    address = _say_where(host, listening.getsockname()[1])
    if opens:
        threading.Timer(OPEN_SECONDS, _open_browser, (address,)).start()
    if settings.workers > 1:
        Multiprocess(config, sockets=[listening]).run()
    else:
        for number in (signal.SIGINT, signal.SIGTERM):  # uvicorn repeats the signal when it has closed everything
            signal.signal(number, lambda *_: None)
        server = uvicorn.Server(config)
        server.run(sockets=[listening])
        if not server.started:
            sys.exit(1)


def raise_file_limit() -> None:
    """Let this process and its workers open as many files as the system allows: every connection is one."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(hard, ENOUGH_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # macOS names a limit that it does not allow
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    logs.note("limit of open files", files=file_limit(), before=soft)


def listen(config: uvicorn.Config) -> socket.socket:
    """The listening socket, or a sentence why not."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    # Named as TCP, or asyncio does not know it as such and leaves Nagle's delay of 40 ms in every answer.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((config.host, config.port))
    except (OSError, UnicodeError) as error:  # UnicodeError: a name that cannot be one of a machine
        listening.close()
        reason = (isinstance(error, OSError) and error.strerror) or "no name of a machine"
        message = f"Cannot listen on {config.host[:60]} port {config.port}: {reason}. hint: see --host and --port."
        raise BadOption(message) from None
    listening.set_inheritable(True)
    return listening


def _say_where(host: str, port: int) -> str:
    shown = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, host)
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"
    print(f"Branchline is at {address} (Ctrl-C stops it)", flush=True)
    return address


def _open_browser(address: str) -> None:
    """Open a browser with windows; one for terminals would write over our own words."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    with suppress(webbrowser.Error):
        webbrowser.open(address)


def stop_without_parent() -> None:
    """Stop, as at a signal, if the process that watches over the workers dies: nobody else would replace or stop them, and
    they would hold the port for ever."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        logs.note("the process that started this worker is gone; stopping", level=40)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="parent", daemon=True).start()


def application() -> Any:
    """The application in a worker process."""
    from branchline.server.run.app import create_app

    given = WorkerEnvironment()
    logs.install(given.log_level)
    stop_without_parent()
    app = create_app(given.settings)
    gc.freeze()  # all that is loaded stays: the collector need not look at it again and again
    gc.enable()
    return app
