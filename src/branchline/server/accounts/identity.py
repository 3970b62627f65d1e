"""Identity: a signed cookie or a bearer token identifies a person; nobody needs an account.

A cookie names a person and the person's epoch.  Raising the epoch ends every session.  When a credential becomes void, the
streams opened with it end too, in every process.  A seat's secret used as bearer token gives access to that seat only.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from itsdangerous import BadData, URLSafeTimedSerializer
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import Request
from starlette.responses import Response

from branchline.match.validation import NAME_LENGTH
from branchline.server.accounts.requester import Browser, Person, Requester
from branchline.server.base.addresses import address_of
from branchline.server.base.keys import new_id
from branchline.server.base.problems import Problem
from branchline.server.base.rate_limits import RateLimit
from branchline.server.base.settings import Settings
from branchline.server.store import Store, people
from branchline.server.store.signals import ACCESS, SESSIONS, Hub, Signal, announce
from branchline.texts import noted, say

COOKIE = "branchline"
BROWSER = "branchline-browser"
"""The cookie of a browser that has signed in to an account.  It stays after sign-out and gives no access."""
COOKIE_DAYS = 400  # the longest that browsers keep a cookie
DAY = 86_400

_hasher = PasswordHasher()


class Identity:
    """Cookies, tokens and passwords."""

    def __init__(self, store: Store, key: bytes, hub: Hub, process: str, settings: Settings) -> None:
        self._store, self._hub, self._process = store, hub, process
        self.on_access: Callable[[str], Awaitable[None]] = _nothing
        """Awaited for each table whose seats or owner changed because a person registered or signed in."""
        self._signer = URLSafeTimedSerializer(key, salt="branchline person")
        self._browsers = URLSafeTimedSerializer(key, salt="branchline browser")
        # Wrong passwords are counted by account, because a guesser may have many addresses.  This is a rate limit and not a
        # lock: tries come back with time, and a refused try costs no Argon2.  Anybody can use up the tries, so the owner must
        # not depend on them.  Sessions and tokens need no password, and a browser that has signed in to the account before
        # has its own tries (OWASP's "device cookies").  Names without an account are counted too, so 429 reveals nothing.
        wrong = noted(
            "Too many wrong passwords for this name. hint: wait {wait} s, or use a browser where you have signed in before."
        )
        self._tries = RateLimit(settings.wrong_passwords_per_hour / 3600, settings.wrong_passwords, wrong)
        # Argon2 takes 64 MB and about 50 ms for each password; many requests at once must not use up the memory.
        self._hashing = asyncio.Semaphore(2)

    async def requester(self, db: AsyncConnection, request: Request) -> Requester:
        """The sender of a request.  An unknown token is refused; an invalid cookie is ignored."""
        header = request.headers.get("authorization")
        if header is not None:
            return await self._bearer(db, header, address_of(request.scope))
        person = await self._visitor(db, request.cookies.get(COOKIE))
        return Requester(person, None, address_of(request.scope), self._browser(request.cookies.get(BROWSER)))

    async def is_still_valid(self, request: Request, requester: Requester) -> bool:
        """Whether the credentials of a request still identify the same person.  Streams check this while they run."""
        try:
            async with self._store.read_autocommit() as db:
                now = (await self.requester(db, request)).person
        except Problem:
            return False
        return (now and now.id) == (requester.person and requester.person.id)

    async def _bearer(self, db: AsyncConnection, header: str, address: str) -> Requester:
        kind, _, secret = header.partition(" ")
        secret = secret.strip()
        if kind.lower() == "bearer" and secret.startswith("seat_"):
            return Requester(seat_secret=secret, address=address)
        if kind.lower() == "bearer" and secret.startswith("token_"):
            owner = await people.person_of_token(db, secret)
            person = await self.person(db, owner) if owner else None
            if person is not None:
                return Requester(person, address=address)
        raise Problem(
            401,
            "unknown-token",
            say("This token is not known. hint: the header reads 'Authorization: Bearer token_…' or 'Bearer seat_…'."),
            {"WWW-Authenticate": "Bearer"},
        )

    async def _visitor(self, db: AsyncConnection, cookie: str | None) -> Person | None:
        if not cookie:
            return None
        try:
            data = self._signer.loads(cookie, max_age=COOKIE_DAYS * DAY)
        except BadData:
            return None
        person = await self.person(db, str(data.get("person")))
        return person if person is not None and person.epoch == data.get("epoch") else None

    def _browser(self, cookie: str | None) -> Browser | None:
        if not cookie:
            return None
        try:
            data = self._browsers.loads(cookie, max_age=COOKIE_DAYS * DAY)
        except BadData:
            return None
        return Browser(data["browser"], data["person"])

    async def person(self, db: AsyncConnection, person: str) -> Person | None:
        """A person by id."""
        row = await self._store.cached(("person", person), db, lambda db: people.find_person(db, person))
        return None if row is None else Person(row.id, row.name, row.login, row.epoch)

    async def newcomer(self, name: str) -> Person:
        """Create a person without an account."""
        async with self._store.write() as db:
            return Person(await people.add_person(db, name), name)

    async def rename(self, person: Person, name: str) -> Person:
        """Rename a person.  An account is signed in to by its new name."""
        login = _login_of(name) if person.has_account else None
        try:
            async with self._store.write() as db:
                await self.confirm(db, person)
                await people.rename_person(db, person.id, name)
                if login is not None:
                    await people.set_login(db, person.id, login)
        except IntegrityError:
            message = say("The name {name} is taken. You are still {old}. hint: choose another.", name=name, old=person.name)
            raise Problem(409, "name-taken", message) from None
        return Person(person.id, name, login, person.epoch)

    async def register(self, person: Person | None, name: str, password: str) -> Person:
        """Make an account for the visitor, or for a new person.

        The guest's other credentials become void: copies of the cookie, tokens, webhooks and seat links.
        """
        if person is not None and person.has_account:
            raise Problem(409, "signed-in", say("You have an account already. hint: sign out first."))
        login = _login_of(name)
        secret = await self._hash(password)
        tables: list[str] = []
        try:
            async with self.voiding(*([person.id] if person else [])) as db:
                if person is None:
                    person = Person(await people.add_person(db, name), name)
                else:
                    tables = await people.lock_tables_of(db, person.id)
                    await people.renew_seats(db, person.id)
                await self.confirm(db, person)
                epoch = await people.end_sessions(db, person.id)
                await people.revoke_all(db, person.id)
                await people.rename_person(db, person.id, name)
                await people.add_account(db, person.id, login, secret)
                await self._announce_access(db, tables)
        except IntegrityError:
            raise Problem(409, "name-taken", say("This name is taken. hint: choose another, or sign in.")) from None
        for table in tables:
            await self.on_access(table)
        return Person(person.id, name, login, epoch)

    async def sign_in(self, requester: Requester, name: str, password: str) -> Person:
        """Sign in to an account.  It takes over the guest's tables, seats and chat in this browser, not tokens and webhooks."""
        login = folded(name)
        async with self._store.read() as db:
            account = await people.find_account(db, login) if login.isprintable() else None
        browser = requester.browser
        known = account is not None and browser is not None and browser.person == account.person_id
        # An unknown name takes as long as a wrong password, so that nobody can probe for names.
        right = await self._try(
            f"browser {browser.id}" if known and browser else f"name {login}",
            account.password if account else _nobody(),
            password,
        )
        if account is None or not right:
            raise Problem(401, "wrong-password", say("There is no account with this name and password."))
        guest = requester.person
        if guest is not None and not guest.has_account:
            async with self.voiding(guest.id) as db:
                tables = await people.lock_tables_of(db, guest.id)
                await people.hand_over(db, guest.id, account.person_id)
                await people.end_sessions(db, guest.id)
                await self._announce_access(db, tables)
            for table in tables:
                await self.on_access(table)
        # The epoch was read with the password.  If the password has changed since, this session has ended like all others.
        return Person(account.person_id, account.name, account.login, account.epoch)

    async def sign_out(self, person: Person | None) -> None:
        """End every session of a person, in all browsers: a single cookie cannot be revoked.  Tokens stay."""
        if person is not None:
            async with self.voiding(person.id) as db:
                await people.end_sessions(db, person.id)

    async def change_password(self, person: Person, old: str, new: str) -> Person:
        """Change the password.  Sessions in other browsers end; tokens stay."""
        if not await self.has_password(person, old):
            raise Problem(401, "wrong-password", say("The old password is not right."))
        return await self.set_password(person, new)

    async def has_password(self, person: Person, password: str) -> bool:
        """Whether this is the password of a person's account.  Wrong ones are limited."""
        async with self._store.read() as db:
            account = await people.find_account(db, person.login or "")
        return account is not None and await self._try(f"change {person.id}", account.password, password)

    async def set_password(self, person: Person, password: str) -> Person:
        """Replace the password of an account, and end all its sessions."""
        secret = await self._hash(password)
        async with self.voiding(person.id) as db:
            await self.confirm(db, person)
            await people.set_password(db, person.id, secret)
            epoch = await people.end_sessions(db, person.id)
        return Person(person.id, person.name, person.login, epoch)

    async def sign_out_others(self, person: Person) -> Person:
        """End every session and make every seat link of a person void, for a lost device.  Returns the person anew.

        Tokens stay.
        """
        async with self.voiding(person.id) as db:
            tables = await people.lock_tables_of(db, person.id)
            await self.confirm(db, person)
            await people.renew_seats(db, person.id)
            epoch = await people.end_sessions(db, person.id)
            await self._announce_access(db, tables)
        for table in tables:
            await self.on_access(table)
        return Person(person.id, person.name, person.login, epoch)

    async def why_ended(self, request: Request) -> str:
        """Why the session of a browser has ended: `deleted` with its account, or otherwise `ended`; empty if it has not."""
        try:
            data = self._signer.loads(request.cookies.get(COOKIE, ""), max_age=COOKIE_DAYS * DAY)
        except BadData:
            return ""
        async with self._store.read_autocommit() as db:
            row = await people.find_person(db, str(data.get("person")))
        if row is None or row.deleted:
            return "deleted"
        return "" if row.epoch == data.get("epoch") else "ended"

    @asynccontextmanager
    async def voiding(self, *persons: str) -> AsyncIterator[AsyncConnection]:
        """A transaction that makes credentials of these persons void.  Afterwards their streams end, in every process."""
        signal = Signal("", SESSIONS, persons, self._process)
        try:
            async with self._store.write() as db:
                yield db
                await announce(db, signal)
        finally:  # also if the commit may have failed
            self._hub.wake(signal)

    async def _announce_access(self, db: AsyncConnection, tables: Sequence[str]) -> None:
        for table in tables:
            await announce(db, Signal(table, ACCESS, (), self._process))

    async def confirm(self, db: AsyncConnection, person: Person) -> None:
        """Refuse with 401 if the person's sessions have ended since the request was checked.

        Call it in a transaction that grants something lasting.  It locks the epoch, so no session can end in between.
        """
        if await people.epoch_of(db, person.id) != person.epoch:
            message = say("Your session has ended meanwhile. hint: sign in again.")
            raise Problem(401, "nobody", message, {"WWW-Authenticate": "Bearer"})

    async def _try(self, key: str, known: str, password: str) -> bool:
        """Compare a password if tries are left under this key.  A right password costs no try."""
        self._tries.take(key)  # before the comparison, so that simultaneous requests count too
        right = await self._verify(known, password)
        if right:
            self._tries.give_back(key)
        return right

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
        """Set the cookie that identifies the person."""
        value = self._signer.dumps({"person": person.id, "epoch": person.epoch})
        assert isinstance(value, str)
        _set(response, COOKIE, value, secure)
        if person.has_account:
            browser = self._browsers.dumps({"person": person.id, "browser": new_id()})
            assert isinstance(browser, str)
            _set(response, BROWSER, browser, secure)

    @staticmethod
    def forget(response: Response) -> None:
        """Delete the cookie."""
        response.delete_cookie(COOKIE, httponly=True, samesite="lax")


async def _nothing(table: str) -> None:
    """The default for `on_access`: do nothing."""


def folded(name: str) -> str:
    """The login for a name.  Names that differ only in case are the same account.  A login may be longer than its name."""
    return name.casefold()


def _login_of(name: str) -> str:
    """The login for the name of an account; 422 if it is too long."""
    login = folded(name)
    if len(login) > NAME_LENGTH:
        message = say(
            "This name is too long for an account: in small letters it has {length} of {most}. hint: a shorter one.",
            length=len(login),
            most=NAME_LENGTH,
        )
        raise Problem(422, "malformed", message, field="name")
    return login


def _set(response: Response, cookie: str, value: str, secure: bool) -> None:
    response.set_cookie(cookie, value, max_age=COOKIE_DAYS * DAY, httponly=True, samesite="lax", secure=secure)


@functools.cache
def _nobody() -> str:
    return _hasher.hash("nobody has this password")
