"""Posts to addresses that people give us: webhooks, and push services of browsers.

Receivers are not trusted.  One attempt has a short time limit, from resolving the host name to the status of the answer.  The
body of the answer is never read.  `webhook_addresses` says which addresses are allowed.
"""

from __future__ import annotations

import asyncio
import ipaddress
from types import TracebackType
from typing import TYPE_CHECKING

from branchline.server.notifications.webhook_addresses import Resolver, Target, authority, is_public

if TYPE_CHECKING:
    import httpx

SECONDS = 5.0
"""Time limit for one whole attempt."""


class PrivateAddress(Exception):
    """The host is in a private network, or nowhere."""


class Unreachable(Exception):
    """The receiver did not answer."""


class Outgoing:
    """Sends posts; use it with `async with`.  `at_once`: the most posts at the same time."""

    def __init__(self, allow_private: bool, at_once: int) -> None:
        import httpx  # here, because most servers never need it, and it would delay the start

        self._allow_private = allow_private
        # Proxies from the environment are not used: they could reach addresses inside our network.
        self._client = httpx.AsyncClient(
            timeout=SECONDS, follow_redirects=False, trust_env=False, limits=httpx.Limits(max_keepalive_connections=0)
        )
        self._resolver = Resolver(at_once)

    async def __aenter__(self) -> Outgoing:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self._resolver.close()
        await self._client.aclose()

    async def post(self, target: Target, content: bytes, headers: dict[str, str]) -> int:
        """Post once; returns the status of the answer."""
        import httpx

        lookup = self._resolver.addresses(target)
        try:
            async with asyncio.timeout(SECONDS):
                addresses = await asyncio.shield(lookup)
                if not self._may_call(addresses):
                    raise PrivateAddress(target.host)
                response = await self._client.send(self._request(target, addresses[0], content, headers), stream=True)
                await response.aclose()  # the body is not read; this closes the connection
                return response.status_code
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            if not lookup.done():  # a slow name server keeps a thread busy; count that time for the sender
                await asyncio.wait([lookup])
            raise Unreachable(type(error).__name__) from error
        finally:
            lookup.cancel()

    def _may_call(self, addresses: list[str]) -> bool:
        return bool(addresses) and (self._allow_private or all(is_public(ipaddress.ip_address(one)) for one in addresses))

    def _request(self, target: Target, address: str, content: bytes, headers: dict[str, str]) -> httpx.Request:
        """The request, sent to the address that was checked: resolving the name again could give another one."""
        usual = {"Host": target.authority, "Accept": "*/*", "Accept-Encoding": "identity", "Connection": "close"}
        url = f"{target.scheme}://{authority(address, target.port)}{target.path}"
        name = {"sni_hostname": target.host}
        return self._client.build_request("POST", url, content=content, headers={**usual, **headers}, extensions=name)
