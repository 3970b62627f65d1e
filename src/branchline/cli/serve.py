"""`branchline serve`."""

from __future__ import annotations

import gc
from pathlib import Path

import click

from branchline.cli.extras import needs

EXAMPLES = """\b
Examples:
  branchline serve
  branchline serve --port 9000 --data ./tables
  branchline serve --database postgresql://trains@localhost/trains --workers 4 --address https://trains.example"""


@click.command(epilog=EXAMPLES)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 for everybody.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Port to listen on.")
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="Folder of the tables and the key.")
@click.option("--database", default="", metavar="URL", help="A PostgreSQL database instead of SQLite in the data folder.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 64), help="Processes; several need PostgreSQL.")
@click.option("--address", default="", metavar="URL", help="The site's own address, where a proxy hides it.")
@click.option("--proxies", default="127.0.0.1", show_default=True, help="Addresses of proxies whose headers are believed.")
@click.option("--bot-threads", default=0, type=click.IntRange(0, 256), help="Bots that think at once; one less than the cores.")
@click.option("--bot-pause", default=0.25, show_default=True, type=click.FloatRange(0, 60), help="Seconds before a bot moves.")
@click.option(
    "--holiday-days", default=21, show_default=True, type=click.IntRange(0, 366), help="Days off for each person a year."
)
@click.option("--exhibition", is_flag=True, help="Let readers watch games among expert bots, where no people play.")
@click.option("--open", "opens", is_flag=True, help="Open a browser, where there is one.")
@click.option("--private-webhooks", is_flag=True, help="Let webhooks and push messages go to addresses of the own network.")
@click.option("--metrics", is_flag=True, help="Answer /metrics: on this machine, or with $BRANCHLINE_METRICS_TOKEN.")
@click.option("--mail-server", default="", metavar="URL", help="Sends mails to people who want them; smtp://name@mail.example.")
@click.option("--mail-from", default="", metavar="ADDRESS", help="The sender's address of these mails.")
@click.option(
    "--mail-minutes", default=60, show_default=True, type=click.IntRange(1, 10_080), help="Least time between two mails."
)
@click.option("--log-level", default="info", show_default=True, type=click.Choice(["debug", "info", "warning", "error"]))
@needs("web", "serve")
def command(
    host: str,
    port: int,
    data: Path | None,
    database: str,
    workers: int,
    address: str,
    proxies: str,
    bot_threads: int,
    bot_pause: float,
    holiday_days: int,
    exhibition: bool,
    opens: bool,
    private_webhooks: bool,
    metrics: bool,
    mail_server: str,
    mail_from: str,
    mail_minutes: int,
    log_level: str,
) -> None:
    """Serve tables on the web: people play by link, with bots, and programs by the API.

    Tables are kept in one SQLite file in the data folder, or in PostgreSQL.  Stop with Ctrl-C.
    """
    gc.disable()  # while everything is loaded, which leaves nothing to collect: the first page is there sooner
    from branchline.server.base.settings import Settings, default_data
    from branchline.server.run.serve import run

    settings = Settings(
        data=str((data or default_data()).absolute()),
        database=database,
        address=address.rstrip("/"),
        workers=workers,
        bot_threads=bot_threads,
        bot_pause=bot_pause,
        holiday_days=holiday_days,
        exhibition=exhibition,
        private_webhooks=private_webhooks,
        metrics=metrics,
        mail_server=mail_server,
        mail_from=mail_from,
        mail_interval=60.0 * mail_minutes,
    )
    try:
        run(settings, host, port, proxies, log_level, opens)
    finally:
        gc.enable()
