"""`branchline replay`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from branchline.core.record import Record


@click.command(epilog="\b\nExamples:\n  branchline replay game.txt\n  branchline replay game.txt --check")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--check", is_flag=True, help="Only check that the record can be replayed exactly.")
def command(file: Path, check: bool) -> None:
    """Check the record in FILE move by move, then show its moves and the final board."""
    record = load_record(file)
    final = record.state()
    end = "finished" if final.is_over else "unfinished"
    click.echo(f"{record.game.spec.card.title}, {record.game.players} players, {final.ply} plies, {end}: the record is sound.")
    if check:
        return
    for ply, entry in enumerate(final.log_in_full()):
        who = "chance" if entry["actor"] == "chance" else record.seats[entry["actor"]] or f"seat {entry['actor']}"
        click.echo(f"{ply:>4}  {who:<12} {entry['move']}")
    click.echo()
    click.echo(final.text())
    click.echo(f"Scores {final.scores}, ranks {final.ranks}.")


def load_record(file: Path) -> Record:
    """The record in a file.  Errors name the file."""
    from branchline.core.record import Record
    from branchline.errors import BadRecord

    try:
        return Record.loads(file.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise BadRecord(f"{file} is not a UTF-8 text.") from None
    except BadRecord as error:
        raise BadRecord(f"{file}: {error}") from None
