"""The tables of the database.  A change here needs a migration in `migrations/versions`; a test compares the two.

Times are seconds since 1970, as in the match layer.  Passwords and tokens are stored only as hashes.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
    true,
)

from branchline.match.validation import NAME_LENGTH

NAMES = {"ix": "ix_%(column_0_label)s", "uq": "uq_%(table_name)s_%(column_0_name)s", "pk": "pk_%(table_name)s"}
metadata = MetaData(naming_convention={**NAMES, "fk": "fk_%(table_name)s_%(column_0_name)s"})

ID = String(32)
NAME = String(NAME_LENGTH)
# SQLite increments a key by itself only in a column of type INTEGER.
COUNTED = BigInteger().with_variant(Integer, "sqlite")

persons = Table(
    "persons",
    metadata,
    Column("id", ID, primary_key=True),
    Column("name", NAME, nullable=False),
    Column("epoch", Integer, nullable=False, default=0),  # raised to end every session of the person
    Column("created", Double, nullable=False),
    Column("deleted", Boolean, nullable=False, server_default=false()),  # an account that was deleted: only its seats stay
)

accounts = Table(
    "accounts",
    metadata,
    Column("person_id", ID, ForeignKey("persons.id"), primary_key=True),
    Column("login", NAME, nullable=False, unique=True),  # the name, case-folded
    Column("password", String(200), nullable=False),
    Column("created", Double, nullable=False),
    Column("public", Boolean, nullable=False, server_default=false()),  # whether everybody may see the person's profile
)

tables = Table(
    "tables",
    metadata,
    Column("id", ID, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("setup", JSON, nullable=False),
    Column("owner", ID, ForeignKey("persons.id"), nullable=True),
    Column("public", Boolean, nullable=False),
    Column("kind", String(10), nullable=False),  # new, fork, rematch, import, deal, daily or show
    Column("parent", ID, nullable=True),  # the table that this one is a fork or rematch of, or has its deal from
    Column("deal", ID, nullable=True),  # tables with the same draws have the same name here; the secret is in the setup
    # The rest is derived from the entries and stored here so that lists need not load matches.
    Column("version", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("status", String(10), nullable=False),
    Column("waits_for", String(10), nullable=False),
    Column("actor", Integer, nullable=True),
    Column("deadline", Double, nullable=True),
    Column("summary", JSON, nullable=False),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Column("rated", Boolean, nullable=False, default=False),
    Column("lease", String(40), nullable=True),
    Column("lease_until", Double, nullable=True),
    Column("charged_to", String(80), nullable=True),  # the payer of its bots: a person, or a keyed hash of a guest's network
    Column("network", String(80), nullable=True),  # a keyed hash of the network it was opened from
    Column("bots", Integer, nullable=False, server_default="0"),  # number of seats that bots play
    Column("attended", Boolean, nullable=False, server_default=true()),  # whether a person plays
    Column("private", Boolean, nullable=False, server_default=false()),  # finished, and only for the people of the game
    Index("ix_tables_lobby", "public", "status", "updated"),
    Index("ix_tables_waiting", "waits_for", "deadline"),
    Index("ix_tables_owner", "owner"),
    Index("ix_tables_parent", "parent"),
    Index("ix_tables_charged_to", "charged_to", "status"),
    Index("ix_tables_deal", "deal"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("body", JSON, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("generation", Integer, nullable=False, default=0),  # rises when the person here changes; older links are then void
    Column("used", Double, nullable=True),  # when a program first used the seat link of this generation
    Column("reserved", Boolean, nullable=False),  # only for a person with an invitation
    Column("seen", Double, nullable=False, default=0.0),  # when a person last watched from here
)

facts = Table(
    "facts",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("number", Double, nullable=False),
)

holders = Table(
    "holders",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person_id", ID, ForeignKey("persons.id"), primary_key=True),
    Column("since", Double, nullable=False),
    Column("left", Boolean, nullable=False, server_default=false()),  # the result still counts for a person who left
    Index("ix_holders_person_id", "person_id"),
)

results = Table(  # the finished games of each person; everything here follows from the table and its log
    "results",
    metadata,
    Column("person_id", ID, ForeignKey("persons.id"), primary_key=True),
    Column("table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("game", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("ended", Double, nullable=False),
    Column("company", String(30), nullable=False),  # people, mixed, bots, or the level of all the bots
    Column("rated", Boolean, nullable=False),
    Column("others", Text, nullable=False),  # the names of the others, case-folded, one in each line
    Index("ix_results_person_id", "person_id", "ended", "table_id"),
    Index("ix_results_game", "person_id", "game", "ended", "table_id"),
    Index("ix_results_table_id", "table_id"),
)

wishes = Table(  # what the people of a finished game want to become of it
    "wishes",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("wish", String(10), nullable=False),
    Column("at", Double, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("id", COUNTED, primary_key=True, autoincrement=True),
    Column("table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("person_id", ID, ForeignKey("persons.id"), nullable=True),
    Column("seat", Integer, nullable=True),
    Column("name", NAME, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    Index("ix_chat_table_id", "table_id", "id"),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", ID, primary_key=True),
    Column("person_id", ID, ForeignKey("persons.id"), nullable=False),
    Column("hash", String(64), nullable=False, unique=True),
    Column("label", NAME, nullable=False),
    Column("created", Double, nullable=False),
    Index("ix_tokens_person_id", "person_id"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("person_id", ID, ForeignKey("persons.id"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Index("ix_ratings_game", "game", "mu"),
)

count_ratings = Table(  # ratings by number of players, beside those of the whole game
    "count_ratings",
    metadata,
    Column("person_id", ID, ForeignKey("persons.id"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("players", Integer, primary_key=True, autoincrement=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Index("ix_count_ratings_game", "game", "players", "games"),
)

rating_steps = Table(  # the rating of a person in a game after each rated game
    "rating_steps",
    metadata,
    Column("id", COUNTED, primary_key=True, autoincrement=True),
    Column("person_id", ID, ForeignKey("persons.id"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("at", Double, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Index("ix_rating_steps_person_id", "person_id", "game", "id"),
)

webhooks = Table(
    "webhooks",
    metadata,
    Column("id", ID, primary_key=True),
    Column("person_id", ID, ForeignKey("persons.id"), nullable=False),
    Column("url", String(500), nullable=False),
    Column("secret", String(64), nullable=False),  # signs what we send, so it must be readable
    Column("created", Double, nullable=False),
    Index("ix_webhooks_person_id", "person_id"),
)

jobs = Table(
    "jobs",
    metadata,
    Column("kind", String(20), primary_key=True),
    Column("subject", String(64), primary_key=True),  # what the job is about, such as the hash of a record
    Column("depth", String(20), primary_key=True),
    Column("weight", Integer, nullable=False),  # how deep it is: a result is replaced only by one with more weight
    Column("status", String(10), nullable=False),  # waiting, running, done or failed
    Column("priority", Integer, nullable=False),  # the lowest goes first
    Column("turn", Integer, nullable=False),  # number of unfinished jobs that the payer had before this one
    Column("body", JSON, nullable=False),  # what the work needs to know
    Column("kept", LargeBinary, nullable=True),  # what was found so far, as packed JSON
    Column("result", LargeBinary, nullable=True),  # packed JSON
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),  # 0 if not known yet
    Column("attempts", Integer, nullable=False),  # how often it was begun without any progress
    Column("lease", String(40), nullable=True),  # the process that works on it
    Column("lease_until", Double, nullable=True),
    Column("charged_to", String(80), nullable=True),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Index("ix_jobs_next", "status", "priority", "turn", "created"),
    Index("ix_jobs_charged_to", "charged_to", "status"),
)

daily_deals = Table(
    "daily_deals",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("day", String(10), primary_key=True),  # in UTC, such as 2026-11-18
    Column("setup", JSON, nullable=False),  # with the secret of the deal
    Column("created", Double, nullable=False),
)

daily_games = Table(
    "daily_games",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("person_id", ID, ForeignKey("persons.id"), primary_key=True),  # so everybody has one game a day
    Column("table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Index("ix_daily_games_person_id", "person_id"),
)

puzzles = Table(
    "puzzles",
    metadata,
    Column("id", ID, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("body", JSON, nullable=False),
    Column("created", Double, nullable=False),
    Index("ix_puzzles_game", "game"),
)

daily_puzzles = Table(
    "daily_puzzles",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("puzzle_id", ID, ForeignKey("puzzles.id"), nullable=False),
    Index("ix_daily_puzzles_puzzle_id", "puzzle_id"),
)

puzzle_answers = Table(
    "puzzle_answers",
    metadata,
    Column("puzzle_id", ID, ForeignKey("puzzles.id"), primary_key=True),
    Column("person_id", ID, ForeignKey("persons.id"), primary_key=True),  # the first answer of a person counts
    Column("move", String(200), nullable=False),
    Column("found", Boolean, nullable=False),
    Column("at", Double, nullable=False),
    Index("ix_puzzle_answers_person_id", "person_id"),
)

channels = Table(
    "channels",
    metadata,
    Column("id", ID, primary_key=True),
    Column("person_id", ID, ForeignKey("persons.id"), nullable=False),
    Column("kind", String(10), nullable=False),  # push, one for each browser of the person; or mail
    Column("address", String(1000), nullable=False),  # the endpoint of the browser's push service, or the mail address
    Column("keys", JSON, nullable=True),  # with which messages to the browser are encrypted
    Column("language", String(10), nullable=False),
    Column("zone", String(64), nullable=False),  # the time zone for times in messages
    Column("created", Double, nullable=False),
    Column("confirmed", Double, nullable=True),  # when a mail address was confirmed; nothing else is sent before
    Column("sent", Double, nullable=True),  # when a message was last sent
    Column("due", Double, nullable=True),  # when to send next; while a process sends, when another may try
    Column("attempts", Integer, nullable=False),  # how often sending has failed in a row
    Column("problem", String(20), nullable=True),  # why the address cannot be used
    Index("ix_channels_person_id", "person_id"),
    Index("ix_channels_address", "address"),
    Index("ix_channels_due", "due"),
)

news = Table(
    "news",
    metadata,
    Column("channel_id", ID, ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("event", String(20), primary_key=True),  # what the person has not been told yet; see `notifications/recipients.py`
    Column("who", NAME, nullable=False),  # the player who did it; empty if nobody is named
    Column("at", Double, nullable=False),
)

refused_addresses = Table(
    "refused_addresses",
    metadata,
    Column("hash", String(64), primary_key=True),  # of a mail address whose owner wants no mail from here
    Column("at", Double, nullable=False),
)
