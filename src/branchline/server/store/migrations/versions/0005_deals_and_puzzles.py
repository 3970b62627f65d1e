"""Deals of tables, daily deals and daily puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Older tables have no deal."""
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("deal", sa.String(length=32), nullable=True))
        batch_op.create_index("ix_tables_deal", ["deal"], unique=False)
    op.create_table(
        "daily_deals",
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("setup", sa.JSON(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("game", "day", name=op.f("pk_daily_deals")),
    )
    op.create_table(
        "daily_games",
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name=op.f("fk_daily_games_person_id")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_daily_games_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "day", "person_id", name=op.f("pk_daily_games")),
    )
    with op.batch_alter_table("daily_games", schema=None) as batch_op:
        batch_op.create_index("ix_daily_games_person_id", ["person_id"], unique=False)
    op.create_table(
        "puzzles",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_puzzles")),
    )
    with op.batch_alter_table("puzzles", schema=None) as batch_op:
        batch_op.create_index("ix_puzzles_game", ["game"], unique=False)
    op.create_table(
        "daily_puzzles",
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("puzzle_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["puzzle_id"], ["puzzles.id"], name=op.f("fk_daily_puzzles_puzzle_id")),
        sa.PrimaryKeyConstraint("game", "day", name=op.f("pk_daily_puzzles")),
    )
    with op.batch_alter_table("daily_puzzles", schema=None) as batch_op:
        batch_op.create_index("ix_daily_puzzles_puzzle_id", ["puzzle_id"], unique=False)
    op.create_table(
        "puzzle_answers",
        sa.Column("puzzle_id", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("move", sa.String(length=200), nullable=False),
        sa.Column("found", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name=op.f("fk_puzzle_answers_person_id")),
        sa.ForeignKeyConstraint(["puzzle_id"], ["puzzles.id"], name=op.f("fk_puzzle_answers_puzzle_id")),
        sa.PrimaryKeyConstraint("puzzle_id", "person_id", name=op.f("pk_puzzle_answers")),
    )
    with op.batch_alter_table("puzzle_answers", schema=None) as batch_op:
        batch_op.create_index("ix_puzzle_answers_person_id", ["person_id"], unique=False)


def downgrade() -> None:
    """Remove the tables and the column again."""
    for name in ("puzzle_answers", "daily_puzzles", "puzzles", "daily_games", "daily_deals"):
        op.drop_table(name)
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_index("ix_tables_deal")
        batch_op.drop_column("deal")
