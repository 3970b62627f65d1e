"""The sender of a request."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Person:
    """A person known to this server."""

    id: str
    name: str
    login: str | None = None
    epoch: int = 0

    @property
    def has_account(self) -> bool:
        """Whether the person signed up with a password."""
        return self.login is not None


@dataclass(frozen=True)
class Requester:
    """The sender of a request: a person, the holder of a seat's secret, or somebody unknown."""

    person: Person | None = None
    seat_secret: str | None = None
    address: str = "unknown"
    """The network the request came from; limits are counted by it."""
    browser: Browser | None = None
    """The browser, if it has signed in to an account before."""


@dataclass(frozen=True)
class Browser:
    """A browser that has signed in to a person's account before."""

    id: str
    person: str
