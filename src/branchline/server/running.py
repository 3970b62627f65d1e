"""Running the application in one process or several, and stopping it without cutting anything off."""

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
from urllib.parse import urlsplit

import uvicorn
from uvicorn.supervisors import Multiprocess

from branchline.core.errors import BadOption
from branchline.server import logs
from branchline.server.house import alone_in
from branchline.server.settings import ENVIRONMENT, Settings
from branchline.server.store.engine import normal_url
from branchline.server.store.migrate import upgrade

GRACE_SECONDS = 10
OPEN_SECONDS = 1.5
"""A browser that is opened finds the server listening."""
LOG_ENVIRONMENT = "BRANCHLINE_LOG_LEVEL"


def check(settings: Settings) -> None:
    """Refuse settings that cannot work, with a sentence."""
    url = normal_url(settings.database_url)
    if settings.workers > 1 and url.startswith("sqlite"):
        raise BadOption(
            f"{settings.workers} workers need PostgreSQL, because SQLite is for one process."
            " hint: --database postgresql://user@host/name."
        )
    if settings.address and urlsplit(settings.address).scheme not in ("http", "https"):
        raise BadOption(f"--address {settings.address[:60]} is no web address. hint: https://trains.example.")


def run(
    settings: Settings, host: str, port: int, proxies: str = "127.0.0.1", log_level: str = "info", opens: bool = False
) -> None:
    """Serve until told to stop."""
    check(settings)
    settings.folder.mkdir(parents=True, exist_ok=True)
    if settings.database_url.startswith("sqlite"):
        alone_in(settings).release()
    upgrade(settings.database_url)  # here, so that what is wrong is said once and as a sentence
    os.environ[ENVIRONMENT], os.environ[LOG_ENVIRONMENT] = settings.dumps(), log_level
    config = uvicorn.Config(
        "branchline.server.running:application",
        factory=True,
        host=host,
        port=port,
        workers=settings.workers,
        access_log=False,  # the wall writes its own, without queries
        log_config=None,
        log_level=log_level,
        timeout_graceful_shutdown=GRACE_SECONDS,
        forwarded_allow_ips=proxies,
        server_header=False,
        h11_max_incomplete_event_size=32 * 1024,
    )
    logs.install(log_level)
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


def listen(config: uvicorn.Config) -> socket.socket:
    """The listening socket, or a sentence why not."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    # Named as TCP, or asyncio does not know it as such and leaves Nagle's delay of 40 ms in every answer.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((config.host, config.port))
    except OSError as error:
        listening.close()
        message = f"Cannot listen on {config.host} port {config.port}: {error.strerror}. hint: choose another --port."
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
    from branchline.server.app import from_environment

    logs.install(os.environ.get(LOG_ENVIRONMENT, "info"))
    stop_without_parent()
    app = from_environment()
    gc.freeze()  # all that is loaded stays: the collector need not look at it again and again
    gc.enable()
    return app
