"""Results of persons, wishes about finished games, public profiles, ratings by number of players and their history."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

BATCH = 500
tables = sa.table("tables", *map(sa.column, ("id", "game", "status", "updated", "rated")), sa.column("summary", sa.JSON))
holders = sa.table("holders", *map(sa.column, ("table_id", "seat", "person_id", "since")))


def upgrade() -> None:
    """The results of games that are over already are read from the summaries of their tables."""
    with op.batch_alter_table("persons", schema=None) as batch_op:
        batch_op.add_column(sa.Column("deleted", sa.Boolean(), server_default=sa.false(), nullable=False))
    with op.batch_alter_table("accounts", schema=None) as batch_op:
        batch_op.add_column(sa.Column("public", sa.Boolean(), server_default=sa.false(), nullable=False))
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("private", sa.Boolean(), server_default=sa.false(), nullable=False))
    results = op.create_table(
        "results",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("ended", sa.Double(), nullable=False),
        sa.Column("company", sa.String(length=30), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("others", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name=op.f("fk_results_person_id")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_results_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person_id", "table_id", name=op.f("pk_results")),
    )
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.create_index("ix_results_person_id", ["person_id", "ended", "table_id"], unique=False)
        batch_op.create_index("ix_results_game", ["person_id", "game", "ended", "table_id"], unique=False)
        batch_op.create_index("ix_results_table_id", ["table_id"], unique=False)
    op.create_table(
        "wishes",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("wish", sa.String(length=10), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_wishes_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_wishes")),
    )
    op.create_table(
        "count_ratings",
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("players", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name=op.f("fk_count_ratings_person_id")),
        sa.PrimaryKeyConstraint("person_id", "game", "players", name=op.f("pk_count_ratings")),
    )
    with op.batch_alter_table("count_ratings", schema=None) as batch_op:
        batch_op.create_index("ix_count_ratings_game", ["game", "players", "games"], unique=False)
    op.create_table(
        "rating_steps",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name=op.f("fk_rating_steps_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rating_steps")),
    )
    with op.batch_alter_table("rating_steps", schema=None) as batch_op:
        batch_op.create_index("ix_rating_steps_person_id", ["person_id", "game", "id"], unique=False)
    _fill(op.get_bind(), results)


def _fill(db: Any, results: sa.Table) -> None:
    """Write the results of finished games."""
    over = db.execute(sa.select(tables).where(tables.c.status == "over").order_by(tables.c.id)).all()
    for start in range(0, len(over), BATCH):
        part = {row.id: row for row in over[start : start + BATCH]}
        held: dict[tuple[str, str], list[int]] = {}
        found = sa.select(holders).where(holders.c.table_id.in_(part)).order_by(holders.c.seat)
        for row in db.execute(found).all():
            held.setdefault((row.table_id, row.person_id), []).append(row.seat)
        rows = [_row(part[table], person, seats) for (table, person), seats in held.items()]
        known = [row for row in rows if row is not None]
        if known:
            db.execute(sa.insert(results), known)


def _row(table: Any, person: str, mine: list[int]) -> dict[str, Any] | None:
    """The result of a person; None if the summary is of a version that did not store ranks."""
    summary = table.summary
    ranks, given = summary.get("ranks"), summary.get("seats", [])
    if not ranks or max(mine) >= min(len(ranks), len(given)):
        return None
    seat = min(mine, key=lambda number: ranks[number])
    others = [other for number, other in enumerate(given) if number not in mine]
    levels = {other.get("level", "") for other in others if other["kind"] == "bot"}
    people = any(other["kind"] != "bot" for other in others)
    company = ("mixed" if levels else "people") if people or not levels else (levels.pop() if len(levels) == 1 else "bots")
    return {
        "person_id": person,
        "table_id": table.id,
        "seat": seat,
        "game": table.game,
        "players": len(given),
        "rank": ranks[seat],
        "moves": summary.get("moves", 0),
        "ended": table.updated,
        "company": company,
        "rated": bool(table.rated),
        "others": "\n".join(other["name"].casefold() for other in others),
    }


def downgrade() -> None:
    """Remove the tables and the columns again."""
    for name in ("rating_steps", "count_ratings", "wishes", "results"):
        op.drop_table(name)
    for name, column in (("tables", "private"), ("accounts", "public"), ("persons", "deleted")):
        with op.batch_alter_table(name, schema=None) as batch_op:
            batch_op.drop_column(column)
