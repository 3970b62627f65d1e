"""The models of the API's answers."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Answer(BaseModel):
    """Base of everything the API gives."""

    model_config = ConfigDict(extra="allow")


class OptionAnswer(BaseModel):
    """An option of a game."""

    name: str
    values: list[str | int]
    default: str | int
    text: str
    only: str


class GameAnswer(BaseModel):
    """A game that can be played here."""

    name: str
    title: str
    summary: str
    designer: str
    publishers: str
    players: list[int]
    options: list[OptionAnswer]
    reconstructed: str
    ready: bool = Field(
        description="Whether it is compiled. Before that it can be played, with bots that look only one move ahead."
    )


class GamesAnswer(BaseModel):
    """What can be played, and with whom."""

    games: list[GameAnswer]
    bots: list[str]


class ListedTable(Answer):
    """A table in a list."""

    id: str
    game: str
    phase: str
    ply: int
    version: int
    public: bool
    updated: float


class TablesAnswer(BaseModel):
    """Tables."""

    tables: list[ListedTable]


class LobbyAnswer(BaseModel):
    """Public tables: those that wait for people, those in play, those just finished."""

    waiting: list[ListedTable]
    playing: list[ListedTable]
    over: list[ListedTable]


class TableAnswer(Answer):
    """A table as you may see it."""

    id: str
    version: int = Field(description="The number of entries in the table's log; every change raises it.")
    ply: int = Field(description="The number of actions on the board; an undo lowers it.")
    phase: Literal["waiting", "playing", "over", "closed"]
    you: dict[str, Any] = Field(
        description="Your seats here, the seat this answer is seen from, whether you opened the table, and which of your seats"
        " another browser or a program plays too (`shared`)."
    )
    view: dict[str, Any] = Field(
        description="What your seat may see: the position, whose turn it is, your legal moves, the log."
    )


class MoveAnswer(TableAnswer):
    """The table after your move."""

    repeated: bool = Field(description="Whether this very move had been made before, so that nothing changed.")


class ChatAnswer(BaseModel):
    """A line of chat."""

    id: int
    seat: int | None
    name: str
    text: str
    at: float


class HintAnswer(BaseModel):
    """What a bot would do, and why."""

    ply: int
    seat: int
    move: str
    chances: list[float] = Field(description="Every seat's chance to win, as the bot sees it.")
    visits: dict[str, int] = Field(description="The moves it looked at most.")
    move_chances: dict[str, float] = Field(description="Your chance to win after each of its best moves.")
    line: list[str] = Field(description="The decisions it expects.")


class ReviewAnswer(BaseModel):
    """The review of a game, or how far it is."""

    state: Literal["none", "waiting", "running", "done", "failed"] = Field(
        description="Of the review that is being made, else of the published one. `none`: nobody has asked for one."
    )
    done: int = Field(description="The steps done of the review that is being made.")
    total: int = Field(description="All its steps; 0 if not known yet.")
    depth: str = Field(description="Its depth, else that of the published one; empty if there is none.")
    depths: list[str] = Field(description="The depths that can still be asked for.")
    review: dict[str, Any] | None = Field(
        description="The published review, as `branchline review --json` writes it. Only a deeper one replaces it."
    )


class HistoryAnswer(BaseModel):
    """The board at an earlier ply."""

    id: str
    view: dict[str, Any]


class PersonAnswer(Answer):
    """You."""

    known: bool
    name: str | None = None
    account: bool = False


class TokenAnswer(BaseModel):
    """A new token.  It is shown only now."""

    id: str
    label: str
    token: str


class WebhookAnswer(BaseModel):
    """A new webhook.  Its secret is shown only now."""

    id: str
    url: str
    secret: str


class LinkAnswer(BaseModel):
    """A link to a seat.  An invitation lets one person sit down there; a seat link lets anybody who has it play the seat."""

    kind: Literal["seat", "invite"]
    seat: int
    secret: str
    path: str
