"""What an operator can choose: settings, and variables of the environment."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from branchline.machine import cores

SETTINGS_VARIABLE = "BRANCHLINE_SERVE"
"""Carries the settings to worker processes, as JSON."""
LOG_LEVEL_VARIABLE = "BRANCHLINE_LOG_LEVEL"
KEY_VARIABLE = "BRANCHLINE_KEY"
"""May hold the signing key; otherwise it is kept in the data folder."""


class Settings(BaseModel):
    """Where things are kept, and how much anybody may ask for."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    data: str
    """Folder of the database and of the signing key."""
    database: str = ""
    """URL of the database; SQLite in the data folder if empty."""
    address: str = ""
    """The site's own address as people type it (https://trains.example), where a proxy hides it; else taken from requests."""
    workers: int = 1

    bot_threads: int = 0
    """Bots that think at the same time; 0: one less than the cores, at least one."""
    bot_pause: float = 0.25
    """Seconds between a bot's turn and its move, so that people can follow."""
    bot_seconds: float = 5.0
    """The longest that a bot thinks about one decision or hint, whatever its strength."""
    hint_bot: str = "hard"
    tables_per_person: int = 20
    tables_per_address: int = 40
    """Unfinished tables with bots, or waiting for people: of a person with an account, of all guests of one network."""
    tables_count_hours: float = 24.0
    """An unfinished table that nobody has touched for so long counts no more."""

    largest_body: int = 64 * 1024
    largest_record: int = 512 * 1024
    requests_per_second: float = 30.0
    request_burst: int = 120
    posts_per_second: float = 5.0
    post_burst: int = 60
    """By address and by table: what may be changed."""
    strict_per_minute: float = 10.0
    strict_burst: int = 20
    """By address: what costs much or may be guessed (passwords, tokens, new tables, imports, hints)."""
    wrong_passwords: int = 10
    wrong_passwords_per_hour: float = 12.0
    """By account, from all browsers together that have not signed in to it before: at once, and then by the hour."""
    watchers_per_address: int = 40
    connections: int = 10_000
    """Open connections in one process; fewer where the limit of open files is low."""
    connections_per_address: int = 100
    """More than watchers, so that a person who watches many tables can still play.  Proxies of ours have no limit."""
    header_seconds: float = 10.0
    """Time for the head of a request, from the connection's beginning or the last answer on."""
    body_seconds: float = 60.0
    """Time for the rest of a request."""
    stall_seconds: float = 60.0
    """Time for a client to take an answer."""
    tables_in_memory: int = 500
    snapshot_every: int = 100
    """Entries between two snapshots of a table."""

    heartbeat: float = 15.0
    """Seconds of silence after which a stream sends a comment, so that proxies keep it open."""
    sweep: float = 1.0
    """Seconds between two looks for expired clocks, and for bots that nobody thinks for."""
    private_webhooks: bool = False
    """Whether webhooks may go to addresses of the own network."""
    warm: bool = True
    """Compile and load every game at the start rather than at its first use."""

    @property
    def folder(self) -> Path:
        """The data folder."""
        return Path(self.data)

    @property
    def database_url(self) -> str:
        """The database's URL, also where none was given."""
        # Quoted, or a folder with a question mark in its name would be another one.
        return self.database or "sqlite:///" + quote(str(self.folder / "branchline.sqlite"))

    @property
    def thinkers(self) -> int:
        """The number of bots that think at the same time in one process."""
        return self.bot_threads or max(1, cores() - 1)


class Environment(BaseSettings):
    """Variables of the environment that an operator may set."""

    model_config = SettingsConfigDict(case_sensitive=True, env_ignore_empty=True, extra="ignore")

    key: SecretStr | None = Field(default=None, validation_alias=KEY_VARIABLE)


class WorkerEnvironment(BaseSettings):
    """Variables that `branchline serve` sets for its workers."""

    model_config = SettingsConfigDict(case_sensitive=True, extra="ignore")

    settings: Settings = Field(default=..., validation_alias=SETTINGS_VARIABLE)
    log_level: str = Field(default="info", validation_alias=LOG_LEVEL_VARIABLE)


def default_data() -> Path:
    """The folder for data if none is named: `branchline` in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("branchline", appauthor=False)
