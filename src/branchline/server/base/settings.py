"""The settings of the server, and its environment variables."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from branchline.machine import cores

SETTINGS_VARIABLE = "BRANCHLINE_SERVE"
"""Passes the settings to worker processes, as JSON."""
LOG_LEVEL_VARIABLE = "BRANCHLINE_LOG_LEVEL"
METRICS_VARIABLE = "BRANCHLINE_METRICS_TOKEN"
"""May hold the token that `/metrics` asks for."""
KEY_VARIABLE = "BRANCHLINE_KEY"
"""May hold the signing key; otherwise the key is in the data folder."""
MAIL_PASSWORD_VARIABLE = "BRANCHLINE_MAIL_PASSWORD"
"""Holds the password for the mail server, if it wants one."""


class Settings(BaseModel):
    """The settings of a server: data, limits and times."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    data: str
    """Folder of the database and of the signing key."""
    database: str = ""
    """URL of the database; SQLite in the data folder if empty."""
    address: str = ""
    """The site's address as people type it (https://trains.example), for use behind a proxy; else taken from requests."""
    workers: int = 1

    bot_threads: int = 0
    """Bots that think at the same time; 0 means one less than the cores, but at least one."""
    bot_pause: float = 0.25
    """Seconds before a bot starts to think, so that people can follow its moves."""
    plan_pause: float = 3.0
    """The fewest seconds between the turn of a seat and its planned move; the most are three times as many."""
    bot_seconds: float = 5.0
    """The most seconds that a bot of any strength thinks about one decision or hint."""
    hint_bot: str = "hard"
    job_workers: int = 1
    """Background jobs, such as reviews, that a process works on at the same time; 0 leaves them to other processes."""
    job_seconds: float = 2.0
    """Seconds between two times at which the progress of a job is stored."""
    reviews_per_person: int = 5
    reviews_per_address: int = 10
    """The most reviews that wait: per person with an account, and for all guests of a network."""
    exhibition: bool = False
    """Whether readers may have strong bots play a public game to watch."""
    holiday_days: int = 21
    """The days of holiday that a person may take within a year, in games with days for each move; 0: none."""
    tables_per_person: int = 20
    tables_per_address: int = 40
    """The most unfinished tables with bots or open seats: per person with an account, and for all guests of a network."""
    tables_count_hours: float = 24.0
    """An unfinished table that has not changed for this long no longer counts."""

    largest_body: int = 64 * 1024
    largest_record: int = 512 * 1024
    requests_per_second: float = 30.0
    request_burst: int = 120
    posts_per_second: float = 5.0
    post_burst: int = 60
    """Limits of requests that change something, by address and by table."""
    strict_per_minute: float = 10.0
    strict_burst: int = 20
    """Limits by address for what is expensive or can be guessed (passwords, tokens, new tables, imports, hints, reviews)."""
    wrong_passwords: int = 10
    wrong_passwords_per_hour: float = 12.0
    """Wrong passwords per account, at once and then per hour, from all browsers that have never signed in to it."""
    watchers_per_address: int = 40
    connections: int = 10_000
    """Open connections in one process; fewer if the limit of open files is low."""
    connections_per_address: int = 100
    """More than `watchers_per_address`, so that a person with many streams can still play.  Trusted proxies have no limit."""
    header_seconds: float = 10.0
    """Time for the head of a request, from the start of the connection or the last answer."""
    body_seconds: float = 60.0
    """Time for the rest of a request."""
    stall_seconds: float = 60.0
    """Time for a client to receive an answer."""
    tables_in_memory: int = 2000
    """Some 20 kB each.  With fewer than are in play, every move would read its table from the database first."""
    snapshot_every: int = 100
    """Entries between two snapshots of a table."""

    mail_server: str = ""
    """URL of the mail server, such as smtp://name@mail.example:587; without one nobody gets mail."""
    mail_from: str = ""
    """The sender's address of mails."""
    mail_wait: float = 120.0
    """Seconds from an event until a mail tells of it.  There is no mail if the person comes back to the table before."""
    mail_interval: float = 3600.0
    """The least seconds between two mails to a person; a mail tells of everything since the last one."""

    heartbeat: float = 15.0
    """Seconds without an event after which a stream sends a comment, so that proxies keep it open."""
    sweep: float = 1.0
    """Seconds between two sweeps for expired clocks, and for bots that no process runs."""
    private_webhooks: bool = False
    """Whether webhooks and push messages may go to private addresses."""
    metrics: bool = False
    """Whether `/metrics` answers: with the operator's token, or without one to programs on this machine."""
    warm: bool = True
    """Whether every game is compiled and loaded at the start instead of at its first use."""

    @property
    def folder(self) -> Path:
        """The data folder."""
        return Path(self.data)

    @property
    def database_url(self) -> str:
        """The URL of the database; SQLite in the data folder if none was given."""
        # Quoted, because the name of the folder may contain a question mark.
        return self.database or "sqlite:///" + quote(str(self.folder / "branchline.sqlite"))

    @property
    def thinkers(self) -> int:
        """The number of bots that think at the same time in one process."""
        return self.bot_threads or max(1, cores() - 1)

    @property
    def job_threads(self) -> int:
        """The number of threads that work on one job: all jobs together leave a core free, if there are several."""
        return max(1, (cores() - 1) // max(1, self.workers * self.job_workers))


class Environment(BaseSettings):
    """Environment variables that an operator may set."""

    model_config = SettingsConfigDict(case_sensitive=True, env_ignore_empty=True, extra="ignore")

    key: SecretStr | None = Field(default=None, validation_alias=KEY_VARIABLE)
    metrics_token: SecretStr | None = Field(default=None, validation_alias=METRICS_VARIABLE)
    mail_password: SecretStr | None = Field(default=None, validation_alias=MAIL_PASSWORD_VARIABLE)


class WorkerEnvironment(BaseSettings):
    """Environment variables that `branchline serve` sets for its workers."""

    model_config = SettingsConfigDict(case_sensitive=True, extra="ignore")

    settings: Settings = Field(default=..., validation_alias=SETTINGS_VARIABLE)
    log_level: str = Field(default="info", validation_alias=LOG_LEVEL_VARIABLE)


def default_data() -> Path:
    """The default data folder: `branchline` in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("branchline", appauthor=False)
