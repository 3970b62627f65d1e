"""Who asks: a person known by a signed cookie, or by a bearer token; nobody needs an account.

A cookie names a person and the person's epoch; raising the epoch ends every session.  A seat's secret as bearer token
gives that seat and nothing else.
"""

from __future__ import annotations

import asyncio
import functools
from dataclasses import dataclass

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from itsdangerous import BadData, URLSafeTimedSerializer
from sqlalchemy.exc import IntegrityError
from starlette.requests import Request
from starlette.responses import Response

from branchline.server.problems import Problem
from branchline.server.store import Store, people
from branchline.texts import say

COOKIE = "branchline"
COOKIE_DAYS = 400  # browsers keep none longer
DAY = 86_400

_hasher = PasswordHasher()


@dataclass(frozen=True)
class Person:
    """Somebody who is known here."""

    id: str
    name: str
    login: str | None = None
    epoch: int = 0

    @property
    def has_account(self) -> bool:
        """Whether the person signed up with a password."""
        return self.login is not None


@dataclass(frozen=True)
class Asker:
    """Who sent a request: a person, or the holder of a seat's secret, or nobody known."""

    person: Person | None = None
    seat_secret: str | None = None


class Identity:
    """Cookies, tokens and passwords."""

    def __init__(self, store: Store, key: bytes) -> None:
        self._store = store
        self._signer = URLSafeTimedSerializer(key, salt="branchline person")
        # Argon2 takes 64 MB and some 50 ms for each password; a crowd must not take all there is.
        self._hashing = asyncio.Semaphore(2)

    async def asker(self, request: Request) -> Asker:
        """Who sent this request; a wrong token is refused, a wrong cookie only forgotten."""
        header = request.headers.get("authorization")
        if header is not None:
            return await self._bearer(header)
        return Asker(await self._visitor(request.cookies.get(COOKIE)))

    async def _bearer(self, header: str) -> Asker:
        kind, _, secret = header.partition(" ")
        secret = secret.strip()
        if kind.lower() == "bearer" and secret.startswith("seat_"):
            return Asker(seat_secret=secret)
        if kind.lower() == "bearer" and secret.startswith("token_"):
            async with self._store.read() as db:
                owner = await people.person_of_token(db, secret)
                row = await people.find_person(db, owner) if owner else None
            if row is not None:
                return Asker(Person(row.id, row.name, row.login, row.epoch))
        raise Problem(
            401,
            "unknown-token",
            say("This token is not known. hint: the header reads 'Authorization: Bearer token_…' or 'Bearer seat_…'."),
            {"WWW-Authenticate": "Bearer"},
        )

    async def _visitor(self, cookie: str | None) -> Person | None:
        if not cookie:
            return None
        try:
            data = self._signer.loads(cookie, max_age=COOKIE_DAYS * DAY)
        except BadData:
            return None
        person = await self.person(str(data.get("person")))
        return person if person is not None and person.epoch == data.get("epoch") else None

    async def person(self, person: str) -> Person | None:
        """A person by id."""
        async with self._store.read() as db:
            row = await people.find_person(db, person)
        return None if row is None else Person(row.id, row.name, row.login, row.epoch)

    async def newcomer(self, name: str) -> Person:
        """A new person without account."""
        async with self._store.write() as db:
            return Person(await people.add_person(db, name), name)

    async def rename(self, person: Person, name: str) -> Person:
        """The person with another name; the login of an account stays."""
        async with self._store.write() as db:
            await people.rename_person(db, person.id, name)
        return Person(person.id, name, person.login, person.epoch)

    async def register(self, person: Person | None, name: str, password: str) -> Person:
        """An account: for the visitor as he is, or for a new person."""
        if person is not None and person.has_account:
            raise Problem(409, "signed-in", say("You have an account already. hint: sign out first."))
        login, secret = name.casefold(), await self._hash(password)
        try:
            async with self._store.write() as db:
                who = person.id if person is not None else await people.add_person(db, name)
                await people.rename_person(db, who, name)
                await people.add_account(db, who, login, secret)
        except IntegrityError:
            raise Problem(409, "name-taken", say("This name is taken. hint: choose another, or sign in.")) from None
        return Person(who, name, login, 0 if person is None else person.epoch)

    async def sign_in(self, guest: Person | None, name: str, password: str) -> Person:
        """The person of an account; what a guest has begun in this browser goes along."""
        async with self._store.read() as db:
            account = await people.find_account(db, name.casefold())
        # An unknown name takes as long as a wrong password, so that nobody can probe for names.
        known = await self._verify(account.password if account else _nobody(), password)
        if account is None or not known:
            raise Problem(401, "wrong-password", say("There is no account with this name and password."))
        if guest is not None and not guest.has_account:
            async with self._store.write() as db:
                await people.hand_over(db, guest.id, account.person_id)
        person = await self.person(account.person_id)
        assert person is not None
        return person

    async def change_password(self, person: Person, old: str, new: str) -> Person:
        """Another password; sessions elsewhere end."""
        async with self._store.read() as db:
            account = await people.find_account(db, person.login or "")
        if account is None or not await self._verify(account.password, old):
            raise Problem(401, "wrong-password", say("The old password is not right."))
        secret = await self._hash(new)
        async with self._store.write() as db:
            await people.set_password(db, person.id, secret)
            await people.end_sessions(db, person.id)
        return Person(person.id, person.name, person.login, person.epoch + 1)

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(_hasher.hash, password)

    async def _verify(self, known: str, password: str) -> bool:
        async with self._hashing:
            try:
                return await asyncio.to_thread(_hasher.verify, known, password)
            except (Argon2Error, InvalidHashError):
                return False

    def remember(self, response: Response, person: Person, secure: bool) -> None:
        """Send the cookie by which the browser will be known."""
        value = self._signer.dumps({"person": person.id, "epoch": person.epoch})
        assert isinstance(value, str)
        response.set_cookie(COOKIE, value, max_age=COOKIE_DAYS * DAY, httponly=True, samesite="lax", secure=secure)

    @staticmethod
    def forget(response: Response) -> None:
        """Take the cookie away."""
        response.delete_cookie(COOKIE, httponly=True, samesite="lax")


@functools.cache
def _nobody() -> str:
    return _hasher.hash("nobody has this password")
