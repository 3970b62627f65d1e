"""Plans, notes, holidays and tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def _of_a_table(name: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f(f"fk_{name}_table_id"), ondelete="CASCADE")


def _of_a_tournament(name: str) -> sa.ForeignKeyConstraint:
    key = op.f(f"fk_{name}_tournament_id")
    return sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name=key, ondelete="CASCADE")


def upgrade() -> None:
    """Nothing that exists changes."""
    op.create_table(
        "plans",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("waiting", sa.Boolean(), nullable=False),
        sa.Column("stamp", sa.String(length=32), nullable=False),
        _of_a_table("plans"),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_plans")),
    )
    op.create_index("ix_plans_waiting", "plans", ["waiting"], unique=False)
    op.create_table(
        "notes",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        _of_a_table("notes"),
        sa.PrimaryKeyConstraint("table_id", "seat", "ply", "version", name=op.f("pk_notes")),
    )
    op.create_table(
        "holidays",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name=op.f("fk_holidays_person_id")),
        sa.PrimaryKeyConstraint("person_id", "since", name=op.f("pk_holidays")),
    )
    op.create_index("ix_holidays_until", "holidays", ["until"], unique=False)
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("owner", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("setup", sa.JSON(), nullable=False),
        sa.Column("pairing", sa.String(length=10), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("draw", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["owner"], ["persons.id"], name=op.f("fk_tournaments_owner")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
    )
    op.create_index("ix_tournaments_owner", "tournaments", ["owner"], unique=False)
    op.create_index("ix_tournaments_status", "tournaments", ["status"], unique=False)
    op.create_table(
        "tournament_people",
        sa.Column("tournament_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name=op.f("fk_tournament_people_person_id")),
        _of_a_tournament("tournament_people"),
        sa.PrimaryKeyConstraint("tournament_id", "number", name=op.f("pk_tournament_people")),
    )
    op.create_index("ix_tournament_people_person_id", "tournament_people", ["person_id"], unique=False)
    op.create_table(
        "tournament_tables",
        sa.Column("tournament_id", sa.String(length=32), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("people", sa.JSON(), nullable=False),
        _of_a_table("tournament_tables"),
        _of_a_tournament("tournament_tables"),
        sa.PrimaryKeyConstraint("tournament_id", "round", "number", name=op.f("pk_tournament_tables")),
    )
    op.create_index("ix_tournament_tables_table_id", "tournament_tables", ["table_id"], unique=False)


def downgrade() -> None:
    """Remove the tables again."""
    for name in ("tournament_tables", "tournament_people", "tournaments", "holidays", "notes", "plans"):
        op.drop_table(name)
