"""The mails: plain text in the person's language, with a link in each that ends them.

The mail that asks to confirm an address may reach a stranger.  So it contains no text that anybody chose, not even a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from typing import Any

from branchline.server.notifications.links import CONFIRM, OFF, REFUSE, MailLinks
from branchline.server.notifications.recipients import YOUR_TURN
from branchline.server.notifications.wording import NAMELESS, table_name, time_in, told
from branchline.server.store.channel_rows import Channel, Piece
from branchline.texts import count, say, speaking

POLICY = SMTP.clone(max_line_length=900, cte_type="7bit")
"""Links stay whole: mail programs do not find them in `List-Unsubscribe` when it is folded."""


def confirmation(channel: Channel, links: MailLinks, site: str) -> EmailMessage:
    """The mail that asks whether an address is the person's own."""
    with speaking(channel.language):
        return _mail(
            say("Confirm your e-mail address"),
            [
                say("Somebody gave this address at {site}, to be told when it is their turn in a board game.", site=site),
                say("Was it you? Then open this link within three days:")
                + f"\n{links.url(CONFIRM, channel.id, channel.address)}",
                say("If it was not you, there is nothing to do: you get no further e-mail."),
                say("With this link you never get an e-mail from there again:")
                + f"\n{links.url(REFUSE, channel.id, channel.address)}",
            ],
        )


def new_password(channel: Channel, link: str, site: str) -> EmailMessage:
    """The mail with a link for a new password."""
    with speaking(channel.language):
        return _mail(
            say("A new password"),
            [
                say("Somebody asked for a new password for your account at {site}.", site=site),
                say("Was it you? Then open this link within a day. It works once:") + f"\n{link}",
                say("If it was not you, there is nothing to do: your password stays as it is."),
            ],
        )


def digest(
    channel: Channel, name: str, news: Sequence[Piece], waiting: Sequence[dict[str, Any]], links: MailLinks, site: str
) -> EmailMessage:
    """All tables that wait for a person, and what else has happened.

    `waiting`: the tables of a list, with `yours`.
    """
    with speaking(channel.language):
        others = [one for one in news if one.event != YOUR_TURN]
        off = links.url(OFF, channel.id, channel.address)
        mail = _mail(
            _subject(news, waiting),
            [
                say("Hello {name},", name=name) if name != NAMELESS else say("Hello,"),
                *([say("It is your turn here:"), *(_waiting(row, channel.zone, site) for row in waiting)] if waiting else ()),
                *([say("This happened at your tables:"), *(_happened(one, site) for one in others)] if others else ()),
                "-- \n" + say("You asked for these e-mails at {page}.", page=f"{site}/me"),
                say("No more e-mails:") + f"\n{off}",
            ],
        )
        mail["List-Unsubscribe"] = f"<{off}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return mail


def _subject(news: Sequence[Piece], waiting: Sequence[Any]) -> str:
    """The subject: how many tables wait, or what has happened."""
    if waiting:
        return count("It is your turn at {n} table", "It is your turn at {n} tables", len(waiting))
    return told(news[-1].event, news[-1].who)


def _waiting(row: dict[str, Any], zone: str, site: str) -> str:
    """A table that waits, with the end of the time for the turn."""
    line = f"* {table_name(row['summary'], row['yours'])}"
    if row["deadline"] is not None:
        line += "\n  " + say("Your time lasts until {time}.", time=time_in(zone, row["deadline"]))
    return f"{line}\n  {site}/t/{row['id']}"


def _happened(one: Piece, site: str) -> str:
    """Something that happened at a table."""
    return f"* {table_name(one.summary, one.mine)}\n  {told(one.event, one.who)}\n  {site}/t/{one.table_id}"


def _mail(subject: str, paragraphs: Sequence[str]) -> EmailMessage:
    mail = EmailMessage(POLICY)
    mail["Subject"] = subject
    mail["Date"] = formatdate()
    mail["Message-ID"] = make_msgid(domain="branchline")
    mail["Auto-Submitted"] = "auto-generated"  # programs that answer mails leave it alone
    mail.set_content("\n\n".join(paragraphs) + "\n")
    return mail
