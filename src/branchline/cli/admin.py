"""`branchline admin`: what the operator of a server does by command."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from branchline.cli.extras import needs

if TYPE_CHECKING:
    from branchline.server.base.settings import Settings
    from branchline.server.services.container import Services

EXAMPLES = """\b
Examples:
  branchline admin statistics
  branchline admin reset Ann --address https://trains.example
  branchline admin tables --person Ann --database postgresql://trains@localhost/trains"""
Result = TypeVar("Result")
Command = TypeVar("Command", bound=Callable[..., Any])
MOST = click.option("--most", default=50, show_default=True, type=click.IntRange(1, 100_000), help="The most lines.")


@click.group(epilog=EXAMPLES)
def command() -> None:
    """Look after a server: people, tables, passwords, figures.

    Commands that only read work while the server runs.  Commands that write do, too, on PostgreSQL; with SQLite the server has
    to be stopped for them, and they say so.
    """


def _command(example: str) -> Callable[[Command], click.Command]:
    """A command of this group, with the options that say where the data are, and an example."""

    def make(function: Command) -> click.Command:
        where = click.option("--database", default="", metavar="URL", help="A PostgreSQL database instead.")
        data = click.option(
            "--data", type=click.Path(file_okay=False, path_type=Path), help="Folder of the tables and the key, as for serve."
        )
        name = function.__name__.rstrip("_").replace("_", "-")
        return command.command(name, epilog=f"\b\nExample:\n  branchline admin {example}")(
            needs("web", "admin")(data(where(function)))
        )

    return make


def _settings(data: Path | None, database: str, address: str = "") -> Settings:
    from branchline.server.base.settings import Settings, default_data

    return Settings(data=str((data or default_data()).absolute()), database=database, address=address.rstrip("/"))


def _run(settings: Settings, work: Callable[[Services], Coroutine[Any, Any, Result]], writes: bool = False) -> Result:
    """Do something with the services of the server."""
    import asyncio

    from branchline.server.run.operating import operating

    async def whole() -> Result:
        async with operating(settings, writes) as services:
            return await work(services)

    return asyncio.run(whole())


def _when(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


@_command("persons ann")
@click.argument("text", default="")
@click.option("--guests", is_flag=True, help="Also people without an account.")
@MOST
def persons(text: str, guests: bool, most: int, data: Path | None, database: str) -> None:
    """List accounts whose name contains TEXT, the newest first."""
    from branchline.server.services import operator

    found = _run(_settings(data, database), lambda services: operator.persons(services, text, guests, most))
    for row in found:
        kind = "guest" if row["login"] is None else "public" if row["public"] else "account"
        click.echo(f"{_when(row['created'])}  {row['id']}  {kind:<8} {row['games']:>5} games  {row['name']}")
    click.echo(f"{len(found)} people.")


@_command("tables --status playing")
@click.option("--status", default="", type=click.Choice(["", "waiting", "playing", "over", "closed"]), help="Only these.")
@click.option("--person", default="", metavar="NAME", help="Only tables of this person: the name of an account, or an id.")
@MOST
def tables(status: str, person: str, most: int, data: Path | None, database: str) -> None:
    """List tables, the last changed first."""
    from branchline.server.services import operator

    found = _run(_settings(data, database), lambda services: operator.tables(services, status, person, most))
    for row in found:
        names = ", ".join(seat["name"] or seat["kind"] for seat in row["summary"]["seats"])
        click.echo(f"{_when(row['updated'])}  {row['id']}  {row['status']:<8} {row['game']:<26} {names}")
    click.echo(f"{len(found)} tables.")


@_command("reset Ann --address https://trains.example")
@click.argument("name")
@click.option("--address", default="", metavar="URL", help="The site's address, for a whole link.")
def reset(name: str, address: str, data: Path | None, database: str) -> None:
    """Print a link with which NAME sets a new password.

    It works once, for a day.  It is signed with the server's key, so --data (or the variable for the key) must be the server's.
    """
    from branchline.server.services import operator

    click.echo(_run(_settings(data, database, address), lambda services: operator.reset(services, name)))


@_command("close 3kfm9vbn2xqa")
@click.argument("table")
def close(table: str, data: Path | None, database: str) -> None:
    """Close TABLE, which is not finished, without asking its people."""
    from branchline.server.services import operator

    done = _run(_settings(data, database), lambda services: operator.close(services, table), writes=True)
    click.echo(f"Table {table} is closed." if done else f"Table {table} was finished already.")


@_command("export Ann ann.zip")
@click.argument("name")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def export(name: str, file: Path, data: Path | None, database: str) -> None:
    """Write everything that is stored about NAME to FILE, a zip: person.json, and the records of all games."""
    from branchline.server.services import games, operator

    async def write(services: Services) -> None:
        person = await operator.person_named(services, name)
        with file.open("wb") as out:
            async for part in games.everything_zip(services, person):
                out.write(part)

    _run(_settings(data, database), write)
    click.echo(f"Written to {file}.")


@_command("delete --person Ann")
@click.option("--person", default="", metavar="NAME", help="The account to delete, by name or id.")
@click.option("--table", default="", metavar="ID", help="The table to delete.")
@click.option("--yes", is_flag=True, help="Do not ask first.")
def delete(person: str, table: str, yes: bool, data: Path | None, database: str) -> None:
    """Delete an account or a table, without asking anybody else.

    The games of an account stay, under another name; at running tables a bot plays on.  A deleted table is gone with its chat.
    """
    from branchline.errors import BadOption
    from branchline.server.services import leaving, operator

    if bool(person) == bool(table):
        raise BadOption("Name what to delete. hint: --person NAME, or --table ID.")
    if not yes:
        click.confirm(f"Delete {'the account ' + person if person else 'table ' + table} for good?", abort=True)

    async def remove(services: Services) -> None:
        if table:
            await operator.delete_table(services, table)
        else:
            await leaving.delete_person(services, await operator.person_named(services, person))

    _run(_settings(data, database), remove, writes=True)
    click.echo("Deleted.")


@_command("statistics --json")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def statistics(as_json: bool, data: Path | None, database: str) -> None:
    """Count people, tables and games."""
    from branchline.server.services import operator

    found = _run(_settings(data, database), operator.statistics)
    if as_json:
        click.echo(json.dumps(found, indent=1))
        return
    for title, numbers in found.items():
        click.echo(title)
        for name, number in numbers.items():
            click.echo(f"  {name:<26} {number:>9}")
