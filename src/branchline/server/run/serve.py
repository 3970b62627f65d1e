"""Running the application in one process or several, and stopping it cleanly."""

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
from branchline.server.base import logs
from branchline.server.base.addresses import Origin, Proxies
from branchline.server.base.keys import load_key
from branchline.server.base.settings import LOG_LEVEL_VARIABLE, SETTINGS_VARIABLE, Settings, WorkerEnvironment
from branchline.server.notifications.mail_server import mail_server_of
from branchline.server.store.engine import lock_database, normal_url
from branchline.server.store.migrate import check_whole, upgrade
from branchline.server.web.connections import Config, file_limit

ENOUGH_FILES = 65_536
OPEN_SECONDS = 1.5
"""The delay before a browser is opened, so that the server is listening by then."""


def check(settings: Settings, proxies: str = "") -> None:
    """Refuse settings that cannot work; the error is a sentence."""
    url = normal_url(settings.database_url)
    if settings.workers > 1 and url.startswith("sqlite"):
        raise BadOption(
            f"{settings.workers} workers need PostgreSQL, because SQLite is for one process."
            " hint: --database postgresql://user@host/name."
        )
    if settings.address and Origin.of_address(settings.address) is None:
        raise BadOption(f"--address {settings.address[:60]} is no web address. hint: https://trains.example.")
    mail_server_of(settings)
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
    with lock_database(settings.database_url):  # before any worker starts, so that an error is shown once
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
        for number in (signal.SIGINT, signal.SIGTERM):  # uvicorn raises the signal again after it has closed everything
            signal.signal(number, lambda *_: None)
        server = uvicorn.Server(config)
        server.run(sockets=[listening])
        if not server.started:
            sys.exit(1)


def raise_file_limit() -> None:
    """Raise the limit of open files for this process and its workers: every connection takes a file."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(hard, ENOUGH_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # macOS reports a limit that it does not allow
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    logs.note("limit of open files", files=file_limit(), before=soft)


def listen(config: uvicorn.Config) -> socket.socket:
    """The listening socket; an error with a sentence if it cannot be opened."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    # Name the protocol: otherwise asyncio does not switch Nagle's delay off, which costs 40 ms per answer.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((config.host, config.port))
    except (OSError, UnicodeError) as error:  # UnicodeError: not a valid host name
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
    """Open a graphical browser.  A terminal browser would overwrite our output, so Linux without a display gets none."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return
    with suppress(webbrowser.Error):
        webbrowser.open(address)


def stop_without_parent() -> None:
    """Stop this worker if the process that started it dies.

    Nobody else would stop or replace the worker, and it would hold the port for ever.
    """
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
    gc.freeze()  # what is loaded stays loaded, so the garbage collector can skip it
    gc.enable()
    return app
