"""The rows of a review as HTML, for notebooks and for a page of its own."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from branchline.review.accounts import MARKS, Step
from branchline.texts import noted, say, translated

if TYPE_CHECKING:
    from branchline.review.review import Review
    from branchline.review.summary import Mean, Summary

PHASES = (noted("opening"), noted("middle"), noted("end"))
"""The thirds of a game, by decisions."""
ERRORS_SHOWN = 12
"""The number of errors that are listed, the most expensive first."""


def signed(share: float) -> str:
    """A share of the win in points, with its sign.

    >>> signed(0.184), signed(-0.05), signed(0.0001)
    ('+18.4', '−5.0', '0.0')
    """
    text = f"{share * 100:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text.replace("-", "−")


def account_rows(review: Review) -> tuple[list[str], list[list[str]]]:
    """The headings and rows of the account of each seat, in points."""
    headings = [say("player"), say("start"), say("errors"), say("luck"), say("gifts"), say("residue"), say("result")]
    rows = []
    for name, account in zip(review.names, review.seats, strict=True):
        known = {"errors": account.errors, "luck": account.luck, "gifts": account.gifts}
        cells = [f"{signed(share)} ± {account.spread[part] * 100:.1f}" for part, share in known.items()]
        rows.append([name, f"{account.start * 100:.1f}", *cells, signed(account.residue), f"{account.result * 100:.1f}"])
    return headings, rows


def error_rows(review: Review) -> tuple[list[str], list[list[str]]]:
    """The headings and rows of the most expensive errors, in points."""
    headings = [say("move"), say("player"), say("played"), say("better"), say("lost"), say("95 % limits"), say("mark")]
    return headings, [_error(step, review.names) for step in review.errors[:ERRORS_SHOWN]]


def _error(step: Step, names: Sequence[str]) -> list[str]:
    limits = f"{step.low * 100:.1f} – {step.high * 100:.1f}"
    player = names[step.actor] if isinstance(step.actor, int) else ""
    return [str(step.ply), player, step.move, step.best or "", f"{step.error * 100:.1f}", limits, translated(step.mark)]


def player_rows(summary: Summary) -> tuple[list[str], list[list[str]]]:
    """The headings and rows of what the games of each player have in common, in points for each game."""
    headings = [say("player"), say("games"), say("result"), say("errors"), say("luck"), say("gifts")]
    rows = []
    for player in summary.players:
        parts = [mean_cell(part) for part in (player.errors, player.luck, player.gifts)]
        rows.append([player.name, str(player.games), f"{player.result.mean * 100:.1f}", *parts])
    return headings, rows


def mean_cell(part: Mean) -> str:
    """A mean in points with its 95 % limits, if there are any."""
    return signed(part.mean) + ("" if part.high is None else f" ± {(part.high - part.mean) * 100:.0f}")


def phase_rows(summary: Summary) -> tuple[list[str], list[list[str]]]:
    """The headings and rows of what errors cost in each third of the games, and how many of them have which mark."""
    headings = [say("player"), *(translated(phase) for phase in PHASES)]
    rows = []
    for player in summary.players:
        cells = []
        for phase in PHASES:
            marks = [str(player.marks[phase][mark]) for mark, _ in reversed(MARKS)]
            cells.append(f"{signed(player.lost[phase].mean)} ({', '.join(marks)})")
        rows.append([player.name, *cells])
    return headings, rows


def summary_notes() -> list[str]:
    """What a reader has to know about the tables of a summary."""
    return [
        say("All figures are points of a win for each game, with 95 % limits."),
        say("By third of the game: what errors cost, and in brackets how many inaccuracies, mistakes and blunders there were."),
    ]


def summary_rows(summary: Summary) -> str:
    """The tables of several games."""
    first, second = summary_notes()
    return f"<p>{escape(first)}</p>{_html(*player_rows(summary))}<p>{escape(second)}</p>{_html(*phase_rows(summary))}"


def html_rows(review: Review) -> str:
    """Turning points, accounts and errors."""
    points = "".join(f"<li>{escape(sentence)}</li>" for sentence in review.sentences)
    parts = [f"<ol>{points}</ol>", _html(*account_rows(review))]
    headings, rows = error_rows(review)
    parts.append(_html(headings, rows) if rows else f"<p>{escape(say('No error is larger than the noise.'))}</p>")
    return "".join(parts) + "".join(f"<p>{escape(note)}</p>" for note in review.notes)


def _html(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in headings)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
