"""Links with which a person sets a new password without the old one.  The operator makes them, for example by command.

A link is signed with the server's key and names the person and their epoch.  Setting the password raises the epoch, so a link
works once, and any new password and any sign-out makes it void.  Nothing of it is stored.
"""

from __future__ import annotations

from itsdangerous import BadData, URLSafeTimedSerializer

HOURS = 24
"""How long a link is valid."""


class ResetLinks:
    """Makes links and reads them."""

    def __init__(self, key: bytes) -> None:
        self._signer = URLSafeTimedSerializer(key, salt="branchline reset")

    def path(self, person: str, epoch: int) -> str:
        """The path of a link.  Browsers do not send the part after `#`, so the secret is in no log and no referrer."""
        return f"/reset#{self._signer.dumps([person, epoch])!s}"

    def read(self, secret: str) -> tuple[str, int] | None:
        """The person and the epoch of a link; None if it is too old or not ours."""
        try:
            person, epoch = self._signer.loads(secret, max_age=HOURS * 3600)
        except (BadData, ValueError, TypeError):
            return None
        return str(person), int(epoch)
