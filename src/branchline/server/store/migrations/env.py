"""Alembic's entry point: runs the migrations on the connection that `store.migrate` opened."""

from alembic import context

from branchline.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
