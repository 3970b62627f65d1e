"""Checks of webhook addresses: only public web addresses are allowed, in whatever form they are written."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from urllib.parse import urlsplit

from branchline.server.base.problems import Problem
from branchline.texts import say

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
WEB_PORTS = (80, 443, 8080, 8443)
GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
"""The range of all public IPv6 addresses.  Outside it are, among others, site-local addresses (fec0::/10), IPv4-compatible
addresses (::/96) and addresses of a local translator (64:ff9b:1::/48)."""
NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""IPv4 addresses in the form that a translator gives to hosts without IPv4 (RFC 6052)."""
LOCAL_NAMES = (".localhost", ".local", ".internal")


@dataclass(frozen=True)
class Target:
    """The parts of a webhook's URL."""

    scheme: str
    host: str
    """In lower-case ASCII, as DNS and the header `Host` need it."""
    port: int
    path: str
    """Path and query."""

    @property
    def authority(self) -> str:
        """The header `Host`."""
        return authority(self.host, None if self.port == default_port(self.scheme) else self.port)


def default_port(scheme: str) -> int:
    """The port of a URL that names none."""
    return 443 if scheme == "https" else 80


def authority(host: str, port: int | None) -> str:
    """Host and port as written in a URL."""
    name = f"[{host}]" if ":" in host else host
    return name if port is None else f"{name}:{port}"


def read_target(url: str) -> Target:
    """Split a URL; a ValueError means that it is not allowed for a webhook."""
    # `urlsplit` silently drops line breaks, and programs treat backslashes differently.
    if not url.isprintable() or any(letter.isspace() or letter == "\\" for letter in url):
        raise ValueError("a URL has no spaces, control characters or backslashes")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        raise ValueError("not a web address, or one with a password")
    host = parts.hostname if ":" in parts.hostname else parts.hostname.encode("idna").decode("ascii")
    port = parts.port if parts.port is not None else default_port(parts.scheme)
    return Target(parts.scheme, host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def check_url(url: str, allow_private: bool) -> None:
    """Refuse a URL that is not allowed for a webhook.  Host names are resolved and checked again at every message."""
    try:
        target = read_target(url)
    except ValueError:
        raise Problem(422, "bad-url", say("A webhook is an http or https address without a password."), field="url") from None
    if allow_private:
        return
    if target.port not in WEB_PORTS:
        raise Problem(422, "bad-url", say("A webhook uses a usual port of the web, not {port}.", port=target.port), field="url")
    try:
        private = not is_public(ipaddress.ip_address(target.host))
    except ValueError:
        private = f".{target.host.rstrip('.')}".endswith(LOCAL_NAMES)
    if private:
        raise Problem(422, "bad-url", say("Webhooks go to public addresses only."), field="url")


def is_public(address: IPAddress) -> bool:
    """Whether an address is public.  An IPv4 address inside an IPv6 address is checked too."""
    if isinstance(address, ipaddress.IPv4Address):
        return address.is_global and not address.is_multicast
    if address in NAT64:
        return is_public(ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF))
    if (mapped := address.ipv4_mapped) is not None:
        return is_public(mapped)
    hidden = [part for part in (address.sixtofour, *(address.teredo or ())) if part is not None]
    return address in GLOBAL_UNICAST and address.is_global and all(map(is_public, hidden))


class Resolver:
    """Resolves host names in its own threads, so that a slow name server does not block other work."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, "webhook-names")

    def addresses(self, target: Target) -> asyncio.Future[list[str]]:
        """The addresses of a target's host.  If the future is cancelled, the thread continues: a lookup cannot be stopped."""
        return asyncio.get_running_loop().run_in_executor(self._pool, _look_up, target)

    def close(self) -> None:
        """Take no more lookups, and do not wait for running ones."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _look_up(target: Target) -> list[str]:
    found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    return [str(entry[4][0]).partition("%")[0] for entry in found]
