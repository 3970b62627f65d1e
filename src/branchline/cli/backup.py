"""`branchline backup`."""

from __future__ import annotations

from pathlib import Path

import click

from branchline.cli.extras import needs

EXAMPLES = """\b
Examples:
  branchline backup tables.zip
  branchline backup tables.zip --database postgresql://trains@localhost/trains
  branchline backup tables.zip --restore --data ./new-services"""


@click.command(epilog=EXAMPLES)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="Folder of the tables, as for serve.")
@click.option("--database", default="", metavar="URL", help="A PostgreSQL database instead.")
@click.option("--restore", is_flag=True, help="Put the backup in FILE into an empty database.")
@needs("web", "backup")
def command(file: Path, data: Path | None, database: str, restore: bool) -> None:
    """Write every table, seat and line of chat to FILE, a zip; finished games are in it as records too.

    The server may be running.  A backup can be restored into another kind of database.  The signing key (the file `key` in
    the data folder) is not in it: without it people sign in again, and seat links are renewed.
    """
    from rich.progress import Progress

    from branchline.errors import BadOption
    from branchline.server.base.settings import Settings, default_data
    from branchline.server.store.backup import write
    from branchline.server.store.backup_restore import restore as put_back
    from branchline.server.store.engine import sqlite_file

    settings = Settings(data=str((data or default_data()).absolute()), database=database)
    source = sqlite_file(settings.database_url)
    if not restore and source is not None and not source.is_file():
        raise BadOption(f"There is no database {source}. hint: --data names the folder that serve uses.")
    if restore and not file.exists():
        raise BadOption(f"There is no file {file}.")
    if restore and not database:
        settings.folder.mkdir(parents=True, exist_ok=True)
    with Progress(transient=True) as progress:
        task = progress.add_task("restoring" if restore else "writing")

        def tell(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        work = put_back if restore else write
        counts = work(settings.database_url, file, tell)
    verb = "restored from" if restore else "written to"
    click.echo(f"{counts['tables']} tables with {counts['entries']} entries {verb} {file}.")
