"""The models of requests.  They are strict: unknown fields are refused, and every text has a maximum length."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from branchline.match import clock
from branchline.match.setup import MAX_MINUTES, AbsenceKind, OnTimeOut, UndoRule
from branchline.server.base.control_characters import check_texts
from branchline.server.base.inputs import (
    MAX_OPTIONS,
    PASSWORD_LONGEST,
    RECORD_LENGTH,
    GameName,
    Level,
    MoveText,
    Name,
    Options,
    Password,
    Ply,
    SeatNumber,
    SecretText,
    Version,
    Words,
)


class RequestModel(BaseModel):
    """Base of all requests."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    @field_validator("*")
    @classmethod
    def _has_plain_texts(cls, value: Any) -> Any:
        """Refuse control characters in every text of a request, also in fields without a rule of their own."""
        return check_texts(value)


class SeatRequest(RequestModel):
    """Who is to sit on a seat of a new table."""

    kind: Literal["me", "link", "open", "bot"] = Field(
        description="`me`: you; `link`: whoever you give the invitation to; `open`: whoever comes first; `bot`: a bot."
    )
    level: Level | None = Field(None, description="The bot's name, for `bot`; see `GET /api/games`.")


class ClockRequest(RequestModel):
    """How time is counted."""

    kind: clock.Kind = "none"
    seconds: float = Field(0.0, ge=0, le=clock.MAX_SECONDS, description="For a decision, or for the whole game with a bank.")
    increment: float = Field(0.0, ge=0, le=clock.MAX_SECONDS, description="With a bank: what every turn brings.")


class AbsenceRequest(RequestModel):
    """What happens when somebody does not come to play."""

    kind: AbsenceKind = "never"
    minutes: float = Field(0.0, ge=0, le=MAX_MINUTES)


class TableRequest(RequestModel):
    """A new table."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "game": "northern-pacific",
                    "seats": [{"kind": "me"}, {"kind": "link"}, {"kind": "bot", "level": "hard"}],
                    "options": {"rounds": 3},
                    "name": "Ann",
                }
            ]
        }
    )
    game: GameName
    seats: list[SeatRequest] = Field(min_length=1, max_length=20)
    options: Options = Field(
        default_factory=dict,
        max_length=MAX_OPTIONS,
        description="Options that differ from their default; see `GET /api/games`.",
    )
    clock: ClockRequest = Field(default_factory=lambda: ClockRequest.model_validate({}))
    on_time_out: OnTimeOut = "nothing"
    absence: AbsenceRequest = Field(default_factory=lambda: AbsenceRequest.model_validate({}))
    stand_in: Level = Field("medium", description="The bot that plays for an absent person.")
    undo: UndoRule = "rule"
    public: bool = Field(False, description="Whether the table is shown in the lobby and anybody may watch from there.")
    rated: bool = Field(True, description="Whether the result changes the ratings of people with accounts.")
    name: Name | None = Field(None, description="Your name, if you have not given one before.")


class JoinRequest(RequestModel):
    """Sit down."""

    name: Name | None = Field(None, description="Your name, if you have not given one before.")
    secret: SecretText | None = Field(
        None, description="The secret of an invitation, or of your seat's own link; a seat that is open to all needs none."
    )
    seat: SeatNumber | None = Field(None, description="The seat; the secret names it too. Left out: the first open one.")


class LinkRequest(RequestModel):
    """A link that somebody holds; without a secret, the link of the table itself."""

    secret: SecretText | None = None


class SeatOnly(RequestModel):
    """One of your own seats; left out: the only one, or the one whose turn it is."""

    seat: SeatNumber | None = None


class MoveRequest(SeatOnly):
    """A move."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"move": "extend Fargo", "ply": 0}]})
    move: MoveText
    ply: Ply = Field(description="The ply at which you saw the board; 409 if it has changed since.")
    version: Version | None = Field(
        None, description="The version you saw, if the board must not even have been undone and played again."
    )


class UndoRequest(SeatOnly):
    """Take moves back."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"what": "step", "ply": 12}, {"to": 4, "ply": 12}]})
    what: Literal["step", "turn"] = Field("step", description="Your last decision, or your turn as far as that is free.")
    to: Ply | None = Field(None, description="Or everything back to this ply; the others are asked where they must be.")
    ply: Ply = Field(description="The ply at which you saw the board.")
    version: Version | None = None


class AnswerRequest(SeatOnly):
    """Answer somebody's wish to take moves back."""

    ask: Version = Field(description="The wish's id, from `view.undo.ask.id`.")
    yes: bool


class VoteRequest(SeatOnly):
    """Vote on a question of the table."""

    topic: Literal["take-over", "close", "pause"] = Field(
        description="`take-over`: a bot plays for an absent seat; `close`: end the table; `pause`: stop the clock. While it is"
        " paused, one person without `yes` lets it run again."
    )
    about: SeatNumber | None = Field(None, description="The absent seat, for `take-over`.")
    yes: bool = True


class FillRequest(RequestModel):
    """Put a bot on an open seat."""

    seat: SeatNumber
    level: Level


class NameRequest(RequestModel):
    """A name."""

    name: Name


class ChatRequest(RequestModel):
    """A line of chat."""

    text: Words


class ForkRequest(RequestModel):
    """A new private table that goes on from a ply of this one."""

    ply: Ply
    level: Level | None = Field(None, description="The bots' level; left out: the table's.")
    seats: list[SeatRequest] = Field(default_factory=list, max_length=20, description="Left out: you and bots.")
    name: Name | None = None


class ReviewRequest(RequestModel):
    """A review of a finished game."""

    depth: Literal["quick", "deep"] = Field("quick", description="`deep` takes ten times as long.")


class DealRequest(RequestModel):
    """A new private table with the draws of this one."""

    seats: list[SeatRequest] = Field(
        default_factory=list, max_length=20, description="Left out: you on your seat of before, and bots."
    )
    name: Name | None = None


class ImportRequest(RequestModel):
    """A record to be put on a table."""

    record: str = Field(min_length=1, max_length=RECORD_LENGTH, description="The record, as text or as its JSON twin.")
    public: bool = False
    name: Name | None = None


class AccountRequest(RequestModel):
    """Name and password of an account."""

    name: Name
    password: Password


class PasswordRequest(RequestModel):
    """Another password."""

    old: str = Field(min_length=1, max_length=PASSWORD_LONGEST)
    new: Password


class TokenRequest(RequestModel):
    """A token for a program."""

    label: Name = Field("a program", description="What the token is for; a newcomer gets this as name.")


class WebhookRequest(RequestModel):
    """An address to be told when it is your turn."""

    url: str = Field(min_length=10, max_length=500, examples=["https://example.org/branchline"])


class EndpointRequest(RequestModel):
    """The address at which the push service of a browser takes messages for it."""

    endpoint: str = Field(min_length=10, max_length=1000)


class PushKeys(RequestModel):
    """What messages to a browser are encrypted with, in URL-safe base64."""

    p256dh: str = Field(min_length=80, max_length=100)
    auth: str = Field(min_length=20, max_length=30)


class PushRequest(EndpointRequest):
    """A browser that is to get push messages, as `PushSubscription.toJSON` describes it."""

    keys: PushKeys
    expirationTime: float | None = None  # noqa: N815 -- the browser's name
    zone: str = Field("", max_length=100)
