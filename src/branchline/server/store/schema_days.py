"""The tables of the database for games over days: plans, notes, holidays and tournaments."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, Double, ForeignKey, Index, Integer, String, Table, Text

from branchline.server.store.schema import ID, NAME, metadata

plans = Table(
    "plans",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("body", JSON, nullable=False),  # the plans of the seat, and what became of the last ones
    Column("waiting", Boolean, nullable=False),  # whether there are any plans
    Column("stamp", String(32), nullable=False),  # another one after each change
    Index("ix_plans_waiting", "waiting"),
)

notes = Table(
    "notes",
    metadata,
    Column("table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, primary_key=True, autoincrement=False),  # of the entry before it: an undo repeats a ply
    Column("text", Text, nullable=False),
)

holidays = Table(
    "holidays",
    metadata,
    Column("person_id", ID, ForeignKey("persons.id"), primary_key=True),
    Column("since", Double, primary_key=True),
    Column("until", Double, nullable=False),  # a person who comes back early brings it forward
    Index("ix_holidays_until", "until"),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", ID, primary_key=True),
    Column("owner", ID, ForeignKey("persons.id"), nullable=False),
    Column("name", NAME, nullable=False),
    Column("game", String(40), nullable=False),
    Column("setup", JSON, nullable=False),  # what all its tables agree on, without seats
    Column("pairing", String(10), nullable=False),  # robin or swiss
    Column("seats", Integer, nullable=False),  # of a table
    Column("rounds", Integer, nullable=False),  # 0: as many as it takes until everybody has met
    Column("round", Integer, nullable=False),  # the present one; 0 before the first
    Column("draw", JSON, nullable=False),  # the tables of the present round, each a list of people by seat
    Column("status", String(10), nullable=False),  # open, playing, over or closed
    Column("created", Double, nullable=False),
    Index("ix_tournaments_owner", "owner"),
    Index("ix_tournaments_status", "status"),
)

tournament_people = Table(
    "tournament_people",
    metadata,
    Column("tournament_id", ID, ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("person_id", ID, ForeignKey("persons.id"), nullable=False),
    Column("name", NAME, nullable=False),
    Column("status", String(10), nullable=False),  # in or out
    Index("ix_tournament_people_person_id", "person_id"),
)

tournament_tables = Table(
    "tournament_tables",
    metadata,
    Column("tournament_id", ID, ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("table_id", ID, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("people", JSON, nullable=False),  # their numbers, by seat
    Index("ix_tournament_tables_table_id", "table_id"),
)
