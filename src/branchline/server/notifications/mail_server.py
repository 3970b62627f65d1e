"""The mail server of the operator, and sending through it."""

from __future__ import annotations

from dataclasses import dataclass, field
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from branchline.errors import BadOption
from branchline.server.base.settings import Environment, Settings

PORTS = {"smtp": 587, "smtps": 465}
SECONDS = 20.0
"""Time limit for one mail."""
REFUSED = 500
"""From this status on the mail server says no for good."""


class AddressRefused(Exception):
    """The mail server says that nobody has this address."""


class NotSent(Exception):
    """The mail was not sent; it may work later."""


@dataclass(frozen=True)
class MailServer:
    """Where mails are handed over."""

    host: str
    port: int
    sender: str
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    is_tls: bool = False
    """Whether the connection is encrypted from its start; otherwise it is as soon as the server can.

    A password is never sent without encryption.
    """

    async def send(self, message: EmailMessage, address: str) -> None:
        """Send a mail; an error says why it was not sent."""
        import aiosmtplib  # here, because many servers send no mail

        message["From"], message["To"] = self.sender, address
        try:
            await aiosmtplib.send(
                message.as_bytes(),
                sender=self.sender,
                recipients=[address],
                hostname=self.host,
                port=self.port,
                username=self.user,
                password=self.password,
                use_tls=self.is_tls,
                start_tls=None if self.is_tls or self.password is None else True,
                timeout=SECONDS,
            )
        except aiosmtplib.SMTPRecipientsRefused as refusal:
            if all(one.code >= REFUSED for one in refusal.recipients):
                raise AddressRefused from None
            raise NotSent(type(refusal).__name__) from None
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:  # ValueError: an answer that makes no sense
            raise NotSent(type(error).__name__) from None


def mail_server_of(settings: Settings) -> MailServer | None:
    """The mail server of the settings; None without one."""
    if not settings.mail_server:
        return None
    try:
        parts = urlsplit(settings.mail_server)
        port = parts.port or PORTS[parts.scheme]
    except (KeyError, ValueError):
        raise BadOption("--mail-server is no address of a mail server. hint: smtp://name@mail.example:587.") from None
    if not parts.hostname or parts.password is not None or parts.path.strip("/"):
        hint = "hint: smtp://name@mail.example:587; the password is in $BRANCHLINE_MAIL_PASSWORD."
        raise BadOption(f"--mail-server is no address of a mail server, or it contains a password. {hint}")
    if not settings.address:
        raise BadOption("Mails contain links to the site. hint: --address https://trains.example.")
    if not is_mail_address(settings.mail_from):
        raise BadOption("Mails need a sender. hint: --mail-from trains@trains.example.")
    secret = Environment().mail_password
    password = secret.get_secret_value() if secret is not None and parts.username else None
    user = unquote(parts.username) if parts.username else None
    return MailServer(parts.hostname, port, settings.mail_from, user, password, parts.scheme == "smtps")


def is_mail_address(text: str) -> bool:
    """Whether a text looks like a mail address that a mail server can take: `name@host.domain`, in ASCII.

    >>> [is_mail_address(text) for text in ("ann@trains.example", "ann", "ann@localhost", "a b@trains.example", "@x.example")]
    [True, False, False, False, False]
    """
    name, at, host = text.rpartition("@")
    plain = text.isascii() and text.isprintable() and len(text) <= 200 and not set(text) & set(' ,:;<>()[]\\"')
    parts = host.split(".")
    good_host = len(parts) > 1 and all(part and part.replace("-", "").isalnum() for part in parts) and not parts[-1].isdigit()
    return bool(at and name and "@" not in name and plain and good_host)
