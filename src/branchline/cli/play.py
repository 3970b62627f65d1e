"""`branchline play`: a game in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from branchline.cli.settings import make_game

if TYPE_CHECKING:
    from rich.console import Console

    from branchline.bots import Bot
    from branchline.core.state import State

EXAMPLES = """\b
Examples:
  branchline play northern-pacific
  branchline play np --players 4 --seat 2 --bots easy,hard,expert
  branchline play np --players 3 --friends --save game.txt"""

HINTS_BY, HINT_MOVES = "hard", 4
"""The bot that gives hints, and the number of moves it lists."""
UNCOMPILED = "While the rules are being compiled for this machine, which happens once, bots look only one move ahead."

HELP = """Answer with a move's number or its text (`{move}`; capitals do not matter), or with
  undo        take back your last decision
  board       show the board again        moves   list your moves again
  hint        what a bot would do         log     what has happened so far
  save FILE   write the record            rules   where the rules are
  quit        leave the game"""
HELP_ON_THE_MAP = "  map         the map in words"


@click.command(epilog=EXAMPLES)
@click.argument("name", metavar="[GAME]", required=False)
@click.option("--players", type=int, help="Number of players; 3 if the game allows.")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the game.")
@click.option("--seat", type=click.IntRange(0), default=0, show_default=True, help="Where you sit.")
@click.option("--bots", default="easy", show_default=True, help="The other seats' bots, by comma; the last one repeats.")
@click.option("--friends", is_flag=True, help="No bots: every seat is played at this keyboard.")
@click.option("--seed", type=int, help="Seed of bots and chance; another game each time if left out.")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help="Write the record here at the end.")
def command(
    name: str | None,
    players: int | None,
    settings: tuple[str, ...],
    seat: int,
    bots: str,
    friends: bool,
    seed: int | None,
    save: Path | None,
) -> None:
    """Play GAME in the terminal: you against bots, or friends at one keyboard."""
    from rich.console import Console

    from branchline.bots import bot
    from branchline.bots.compiled import search_awaits_compiler
    from branchline.errors import UnknownGame
    from branchline.games import cards, find_card
    from branchline.warm import play_at_once

    name = name or cards()[0].name
    try:
        allowed = find_card(name).players
    except UnknownGame as error:
        raise click.UsageError(str(error)) from None
    usual = 3 if 3 in allowed else allowed[0]
    game = make_game(name, usual if players is None else players, settings)
    if seat >= game.players:
        raise click.UsageError(f"There is no seat {seat}: seats run from 0 to {game.players - 1}.")
    names = bots.split(",")
    others = [other for other in range(game.players) if other != seat]
    opponents: dict[int, Bot] = {}
    if not friends:
        for place, other in enumerate(others):
            chosen = names[min(place, len(names) - 1)].strip()
            opponents[other] = bot(chosen, None if seed is None else seed + other)
    console = Console(highlight=False)
    with play_at_once(game):
        if opponents and search_awaits_compiler(game):
            console.print(UNCOMPILED)
        TerminalGame(game.start(), opponents, console, save, seed).run()


class TerminalGame:
    """A game in the terminal."""

    def __init__(
        self, state: State, bots: dict[int, Bot], console: Console, save: Path | None, seed: int | None = None
    ) -> None:
        import secrets

        from branchline.kernel.rng import seeded

        self.state = state
        self.bots = bots
        self.console = console
        self.save_to = save
        self.seed = seed
        self.rng = seeded(secrets.randbits(64) if seed is None else seed)
        self.told = 0
        self.leaving = False
        self.answered = False

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        spec = self.state.game.spec
        self.console.print(f"[bold]{spec.card.title}[/bold], {self.state.game.players} players. {spec.card.summary}")
        self.console.print("Type [bold]help[/bold] for what you can say.")
        while not self.state.is_over and not self.leaving:
            if self.state.is_chance:
                self.state.play(self.state.random_move(self.rng))
            elif self.state.actor in self.bots:
                self.let_think(self.bots[self.state.actor])
            else:
                self.ask()
        if self.state.is_over:
            self.finish()
        elif self.save_to is not None:
            self.save(str(self.save_to))

    def let_think(self, bot: Bot) -> None:
        """A bot's turn.  Ctrl-C leaves the game, as at the prompt."""
        try:
            self.state.play(bot.choose(self.state.view(self.state.actor)))
        except KeyboardInterrupt:
            self.leaving = True

    # -- a person's turn -----------------------------------------------------------------------------

    def ask(self) -> None:
        """Show the position and read answers until one is a move, an undo or `quit`."""
        self.show_board()
        self.show_moves()
        commands: dict[str, Callable[[str], None]] = {
            "undo": self.undo,
            "hint": lambda _: self.hint(),
            "board": lambda _: self.show_board(),
            "moves": lambda _: self.show_moves(),
            "log": lambda _: self.show_log(),
            "help": lambda _: self.show_help(),
            "rules": lambda _: self.console.print(f"branchline rules {self.state.game.name}"),
            "save": self.save,
            "quit": self.leave,
            "": lambda _: None,
        }
        if self.map_report():
            commands["map"] = lambda _: self.show_map()
        self.answered = False
        while not self.answered:
            answer = self.prompt()
            word, _, rest = answer.partition(" ")
            if word.lower() in commands:
                commands[word.lower()](rest)
            else:
                self.move(answer)

    def prompt(self) -> str:
        """A line from the person; the end of input means `quit`."""
        try:
            return self.console.input(f"[bold]seat {self.state.actor}>[/bold] ").strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            return "quit"

    def move(self, answer: str) -> None:
        """Play a move given by number or text, or print why it is refused."""
        from branchline.errors import BranchlineError

        legal = self.state.legal()
        numbered = {str(number): move for number, move in enumerate(legal, 1)}
        if answer.isdigit() and answer not in numbered:
            self.console.print(f"There are {len(legal)} moves; {answer[:20]} is none of them.")
            return
        try:
            self.state.play(numbered.get(answer, answer))
            self.answered = True
        except BranchlineError as error:
            self.console.print(str(error), markup=False)

    def undo(self, _: str) -> None:
        """Go back to the last decision made at this keyboard."""
        past = self.state.log_in_full()
        for ply in reversed(range(len(past))):
            if past[ply]["actor"] != "chance" and past[ply]["actor"] not in self.bots:
                self.state = self.state.back(self.state.ply - ply)
                self.told = min(self.told, ply)
                self.console.print(f"Took back everything from {past[ply]['move']!r} on.")
                self.answered = True
                return
        self.console.print("There is nothing to take back.")

    def hint(self) -> None:
        """Print what a bot would do here with this seat's view."""
        from branchline.bots import bot

        analysis = bot(HINTS_BY, self.seed).think(self.state.view(self.state.actor))
        chances = ", ".join(f"seat {seat} {chance:.0%}" for seat, chance in enumerate(analysis.chances))
        looked_at = ", ".join(f"{text} {count}" for text, count in list(analysis.visits.items())[:HINT_MOVES])
        self.console.print(f"A bot would play: {analysis.choice}", markup=False)
        self.console.print(f"  it expects: {' – '.join(analysis.line)}", markup=False)
        self.console.print(f"  chances to win: {chances}", markup=False)
        self.console.print(f"  looked at: {looked_at}", markup=False)

    def save(self, where: str) -> None:
        """Write the record to a file."""
        from branchline.core.record import Record

        if not where:
            self.console.print("Say where: save game.txt")
            return
        names = [self.bots[seat].name if seat in self.bots else "" for seat in range(self.state.game.players)]
        try:
            Path(where).write_text(Record.of(self.state, names).dumps(), encoding="utf-8")
        except OSError as error:
            self.console.print(f"Cannot write {where}: {error.strerror}.", markup=False)
            return
        self.console.print(f"Saved to {where}; `branchline replay {where}` shows it.", markup=False)

    def leave(self, _: str) -> None:
        """Leave the game."""
        self.leaving = self.answered = True
        self.console.print("Goodbye.")

    # -- showing -------------------------------------------------------------------------------------

    def seat_looking(self) -> int | None:
        """The seat whose view is shown: the seat to act, or at the end the only person's."""
        people = [seat for seat in range(self.state.game.players) if seat not in self.bots]
        return self.state.actor if self.state.actor >= 0 else people[0] if len(people) == 1 else None

    def show_board(self) -> None:
        """Print the moves since the last time, then the board."""
        self.tell()
        self.console.print()
        self.console.print(self.state.text(self.seat_looking()), markup=False, soft_wrap=True)
        if not self.state.is_over:
            prompt = self.state.game.spec.text.prompt(self.state.hide(self.seat_looking()))
            self.console.print(f"[bold]{prompt}[/bold]")

    def tell(self) -> None:
        """Print what happened since the last time, in the same words as the log of the site."""
        seat, replayed = self.seat_looking(), self.state.back(self.state.ply - self.told)
        for action in self.state.actions[self.told :]:
            for what, paragraph in replayed.tell(action, seat):
                cited = f"{what.rstrip('.')} ({paragraph})." if paragraph else what
                self.console.print(f"  {cited}", markup=False, soft_wrap=True)
            replayed.push(action)
        self.told = self.state.ply

    def show_log(self) -> None:
        """Print all moves so far."""
        self.told = 0
        self.tell()

    def show_moves(self) -> None:
        """Print the legal moves with numbers, in columns."""
        from rich.columns import Columns

        entries = [f"{number:>3} {move.text}" for number, move in enumerate(self.state.legal(), 1)]
        self.console.print(Columns(entries, column_first=True, padding=(0, 2)), markup=False)

    def show_help(self) -> None:
        """Print what can be answered, with a move of this position as an example."""
        self.console.print(HELP.format(move=self.state.legal()[0].text), markup=False)
        if self.map_report():
            self.console.print(HELP_ON_THE_MAP, markup=False)

    def map_report(self) -> list[tuple[str, str]]:
        """The figures of the map or tile mix; none if the game has no map."""
        return self.state.game.spec.reports.map_report(self.state.game.board)

    def show_map(self) -> None:
        """Print the figures of the map or tile mix."""
        for key, value in self.map_report():
            self.console.print(f"{key:<20} {value}", markup=False)

    def finish(self) -> None:
        """Print the result."""
        self.show_board()
        for seat in sorted(range(self.state.game.players), key=lambda seat: self.state.ranks[seat]):
            who = f"{self.bots[seat].name} bot" if seat in self.bots else "you" if len(self.bots) else "player"
            self.console.print(f"{self.state.ranks[seat]}. seat {seat} ({who}): score {self.state.scores[seat]}")
        if self.save_to is not None:
            self.save(str(self.save_to))
