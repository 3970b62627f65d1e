"""The payer of a table's bots, and whether a person plays."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Charge unfinished tables to the persons who opened them."""
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(sa.Column("charged_to", sa.String(length=80), nullable=True))
        batch_op.add_column(sa.Column("network", sa.String(length=80), nullable=True))
        batch_op.add_column(sa.Column("bots", sa.Integer(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("attended", sa.Boolean(), server_default=sa.true(), nullable=False))
        batch_op.create_index("ix_tables_charged_to", ["charged_to", "status"], unique=False)
    names = ("id", "owner", "status", "summary", "charged_to", "network", "bots", "attended")
    tables = sa.table("tables", *(sa.Column(name) for name in names))
    db = op.get_bind()
    unfinished = tables.c.status.in_(("waiting", "playing"))
    for row in db.execute(sa.select(tables.c.id, tables.c.owner, tables.c.summary).where(unfinished)).all():
        summary = json.loads(row.summary) if isinstance(row.summary, str) else row.summary
        played_by = [seat["played_by"] for seat in summary["seats"]]
        payer = f"person {row.owner}" if row.owner else None
        found = {"charged_to": payer, "network": payer, "bots": played_by.count("bot"), "attended": "person" in played_by}
        db.execute(sa.update(tables).where(tables.c.id == row.id).values(**found))


def downgrade() -> None:
    """Remove the columns again."""
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_index("ix_tables_charged_to")
        for name in ("attended", "bots", "network", "charged_to"):
            batch_op.drop_column(name)
