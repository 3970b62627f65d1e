"""Links to seats are derived from the server's key and the seat's generation; no hash of them is stored."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the hashes, and make every older link void."""
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("secret")
        seats.add_column(sa.Column("used", sa.Double(), nullable=True))
    with op.batch_alter_table("holders") as holders:
        holders.add_column(sa.Column("left", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.execute("UPDATE seats SET generation = generation + 1")
