"""The links in mails.  They are signed with the server's key, so nobody can guess one, and work without signing in."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from itsdangerous import BadData, SignatureExpired, URLSafeTimedSerializer

CONFIRM, OFF, REFUSE = "confirm", "off", "refuse"
ACTS = (CONFIRM, OFF, REFUSE)
"""What a link does: confirm an address; no more mails; never a mail to this address again."""
CONFIRM_SECONDS = 3 * 86_400
"""How long an address can be confirmed.  The other links work for ever."""


class LinkTooOld(Exception):
    """The link was right once."""


@dataclass(frozen=True)
class MailLink:
    """A link in a mail: what it does, and for which channel and address."""

    act: str
    channel: str
    address: str


class MailLinks:
    """Makes and reads the links in mails."""

    def __init__(self, key: bytes, site: str) -> None:
        self._signer, self._site = URLSafeTimedSerializer(key, salt="branchline mail"), site

    def url(self, act: str, channel: str, address: str) -> str:
        """A link."""
        return f"{self._site}/mail/{act}?{urlencode({'key': self._signer.dumps([act, channel, address])})}"

    def read(self, act: str, key: str) -> MailLink | None:
        """A link by its key; None if we never made it."""
        try:
            found = self._signer.loads(key, max_age=CONFIRM_SECONDS if act == CONFIRM else None)
        except SignatureExpired:
            raise LinkTooOld from None
        except BadData:
            return None
        return MailLink(*found) if found[0] == act else None
