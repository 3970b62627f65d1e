"""Where people are notified, what they have not been told yet, and mail addresses that want no mail."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody is notified yet."""
    op.create_table(
        "channels",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("address", sa.String(length=1000), nullable=False),
        sa.Column("keys", sa.JSON(), nullable=True),
        sa.Column("language", sa.String(length=10), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("confirmed", sa.Double(), nullable=True),
        sa.Column("sent", sa.Double(), nullable=True),
        sa.Column("due", sa.Double(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("problem", sa.String(length=20), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["persons.id"], name=op.f("fk_channels_person_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_channels")),
    )
    with op.batch_alter_table("channels", schema=None) as batch_op:
        batch_op.create_index("ix_channels_person_id", ["person_id"], unique=False)
        batch_op.create_index("ix_channels_address", ["address"], unique=False)
        batch_op.create_index("ix_channels_due", ["due"], unique=False)
    op.create_table(
        "news",
        sa.Column("channel_id", sa.String(length=32), nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("event", sa.String(length=20), nullable=False),
        sa.Column("who", sa.String(length=40), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["channel_id"], ["channels.id"], name=op.f("fk_news_channel_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_news_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("channel_id", "table_id", "event", name=op.f("pk_news")),
    )
    op.create_table(
        "refused_addresses",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_refused_addresses")),
    )


def downgrade() -> None:
    """Remove the tables again."""
    for name in ("refused_addresses", "news", "channels"):
        op.drop_table(name)
