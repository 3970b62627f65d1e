"""Addresses: the network that a limit counts, the trusted proxies, and the origins of pages."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.types import Scope

UNKNOWN = "unknown"
IPV6_PREFIX = 64
"""One customer gets a whole IPv6 network of this size, so a limit on single addresses would limit nothing."""
DEFAULT_PORTS = {"http": 80, "https": 443}

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def read_address(host: str) -> Address | None:
    """An IP address; IPv4 inside IPv6 is the IPv4 address, and the scope (`%eth0`) is left out.

    >>> read_address("::ffff:192.0.2.7"), read_address("fe80::1%eth0"), read_address("trains.example")
    (IPv4Address('192.0.2.7'), IPv6Address('fe80::1'), None)
    """
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def network_of(host: str) -> str:
    """What every limit by address counts: an IPv4 address, or a /64 of IPv6.  All texts that are no address count as one.

    >>> network_of("192.0.2.7"), network_of("2001:db8::1"), network_of("2001:db8:0:0:ffff::")
    ('192.0.2.7', '2001:db8::/64', '2001:db8::/64')
    """
    found = read_address(host)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((found, IPV6_PREFIX), strict=False))
    return UNKNOWN if found is None else str(found)


def address_of(scope: Scope) -> str:
    """The sender's address as limits count it: an IPv4 address, or an IPv6 network."""
    client = scope.get("client")
    return network_of(client[0]) if client else UNKNOWN


class Proxies:
    """The addresses and networks of `--proxies`, separated by commas; `*` is every address.  ValueError for anything else.

    >>> "10.1.2.3" in Proxies("127.0.0.1, 10.0.0.0/8"), "192.0.2.7" in Proxies("127.0.0.1")
    (True, False)
    """

    def __init__(self, text: str) -> None:
        parts = [part.strip() for part in text.split(",")]
        self._everybody = "*" in parts
        self._networks = [ipaddress.ip_network(part) for part in parts if part not in ("*", "")]

    def __contains__(self, host: str) -> bool:
        found = read_address(host)
        return self._everybody or (found is not None and any(found in network for network in self._networks))


@dataclass(frozen=True)
class Origin:
    """Where a page comes from.  Two pages belong to one site if all three parts are the same."""

    scheme: str
    host: str
    port: int

    @classmethod
    def read(cls, text: str) -> Origin | None:
        """An origin as browsers write it, or None if the text is no origin.

        >>> Origin.read("https://Trains.example")
        Origin(scheme='https', host='trains.example', port=443)
        >>> Origin.read("null"), Origin.read("http://[::bad"), Origin.read("https://trains.example/path")
        (None, None, None)
        """
        try:
            parts = urlsplit(text)
            port = parts.port
        except ValueError:
            return None
        if parts.scheme not in DEFAULT_PORTS or not parts.hostname or "@" in parts.netloc:
            return None
        if parts.path or parts.query or parts.fragment:
            return None
        return cls(parts.scheme, parts.hostname, port or DEFAULT_PORTS[parts.scheme])

    @classmethod
    def of_address(cls, address: str) -> Origin | None:
        """The origin of the pages at a web address, or None if the text is no web address.

        >>> Origin.of_address("https://trains.example/games")
        Origin(scheme='https', host='trains.example', port=443)
        """
        scheme, _, rest = address.partition("://")
        return cls.read(f"{scheme}://{rest.partition('/')[0]}")


def is_own(origin: Origin | None, scheme: str, host: str, address: str) -> bool:
    """Whether a page of this origin is ours: it has the origin of the site's own address, or of the address in the request.

    Behind a proxy the request may name another scheme than the browser used.  For the host of the site's own address, only
    that address counts.
    """
    own, here = Origin.of_address(address), Origin.read(f"{scheme}://{host}")
    if own is not None and here is not None and here.host == own.host:
        here = None
    return origin is not None and origin in (own, here)
