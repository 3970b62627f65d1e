"""Laws for what people see and pick: picks, layers, words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from xml.etree import ElementTree

from branchline.core.action_log import log_actions
from branchline.core.game import Game
from branchline.core.state import State
from branchline.games.drawing import PANEL
from branchline.games.position import Position
from branchline.games.spec import Drawing, SheetRow
from branchline.kernel import SPECTATOR
from branchline.kernel.rng import seeded
from branchline.testing.broken import RandomGame, law, loading, reader
from branchline.texts import LANGUAGES, speaking

NAME = re.compile(r"[a-z][a-z-]*:[^|]+")
MAX_PICTURE = 200_000
"""The most characters of a whole picture."""


def check_board(game: Game, seed: int = 0, every: int = 5) -> None:
    """Check paths, drawing, sentences, holdings and score sheet on a random game, at every `every`-th ply."""
    with loading(game.name):
        check_paths(game)
    walk = _Walk(game, seed)
    state, rng = game.start(), seeded(seed)
    with walk.watching(state):
        walk.check_position(state, None)
        while not state.is_over:
            move = state.random_move(rng)
            before = state.copy()
            if state.ply % every == 0:
                walk.check_telling(state, move.id)
            state.push(move.id)
            walk.check_course(before, state, move.id)
            if state.ply % every == 0 or state.is_over:
                walk.check_position(state, before)


def check_paths(game: Game) -> None:
    """Every action has its own path, and every name in it consists of a kind and a thing."""
    paths = game.picks
    law(len(paths) == game.action_count, game, f"{len(paths)} paths of picks for {game.action_count} actions.")
    for path, times in Counter(paths).items():
        law(times == 1, game, f"{times} actions share the path {path}.")
        law(bool(path) and all(NAME.fullmatch(name) for name in path), game, f"{path} is no path of names like city:Fargo.")


class _Walk(RandomGame):
    """The laws for the positions of one game.  It remembers which kinds of things the board has shown."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        self.drawn: set[str] = set()

    def check_position(self, state: State, before: State | None) -> None:
        for seat in (None, *range(self.game.players)):
            self.check_drawing(state, seat, before)
        if state.actor >= 0:
            for language in LANGUAGES:
                with speaking(language):
                    self.check_choices(state)
        self.check_figures(state)

    # -- picks -------------------------------------------------------------------------------------

    def check_choices(self, state: State) -> None:
        """No legal path is the beginning of another, and the things to pick next have different labels."""
        paths = state.picks()
        follow: dict[tuple[str, ...], set[str]] = {}
        for path in paths:
            for length in range(len(path)):
                follow.setdefault(path[:length], set()).add(path[length])
        for path in paths:
            self.law(path not in follow, state, f"the path {path} begins another.")
        for start, names in follow.items():
            picks = self.game.spec.picks
            labels = [picks.label(name, self.game.board) for name in sorted(names)]
            self.law(all(labels), state, f"a pick after {start} has no label: {sorted(names)}.")
            self.law(len(set(labels)) == len(labels), state, f"two picks after {start} share a label: {labels}.")

    def check_shown(self, state: State, shown: Iterable[str]) -> None:
        """If the board ever shows a kind of thing, it shows every thing of that kind that can be picked."""
        shown = set(shown)
        self.drawn |= {name.partition(":")[0] for name in shown}
        for path in state.picks():
            for name in path:
                on_board = name.partition(":")[0] in self.drawn
                self.law(not on_board or name in shown, state, f"{name} can be picked and is not drawn.")

    # -- drawing -----------------------------------------------------------------------------------

    def check_drawing(self, state: State, seat: int | None, before: State | None) -> None:
        spec = self.game.spec
        position, layers = state.hide(seat), state.layers(seat)
        whole = _whole(spec.drawing, position, seat, layers)
        self.law(state.svg(seat) == whole, state, "the picture is not its frame, style and layers.")
        self.law(len(whole) < MAX_PICTURE, state, f"the picture has {len(whole)} characters.")
        self.check_markup(state, whole, f"{spec.card.short.lower()}")
        rest = {name: inside for name, inside in layers.items() if name != PANEL}
        bare = ElementTree.fromstring(_whole(spec.drawing, position, seat, rest, with_panel=False))
        names = Counter(found for element in bare.iter() if (found := element.get("data-pick")))
        self.law(max(names.values(), default=1) == 1, state, f"a name is drawn twice: {names.most_common(1)}.")
        if state.actor >= 0 and seat == state.actor:
            self.check_shown(state, names)
            legal = {"|".join(path) for path in state.picks()}
            for shortcut in (found for element in bare.iter() if (found := element.get("data-path"))):
                self.law(shortcut in legal, state, f"the shortcut {shortcut} is no legal move.")
        marked = state.layers(seat, before or state)
        self.law(list(marked) == list(layers), state, "marking what is latest changed the list of layers.")
        ElementTree.fromstring(_whole(spec.drawing, position, seat, marked))
        for overlay in spec.drawing.overlays.values():
            self.law(bool(overlay.label(position)), state, "an overlay has no label.")
            ElementTree.fromstring(f"<g>{overlay.draw(position, seat)}</g>")

    def check_markup(self, state: State, whole: str, prefix: str) -> None:
        """A drawing has no scripts, no inline styles (pages forbid them), and no ids that clash with another board's."""
        self.law("<script" not in whole, state, "the picture has a script.")
        for element in ElementTree.fromstring(whole).iter():
            self.law(element.get("style") is None, state, f"{element.tag} has a style attribute.")
            name = element.get("id", prefix)
            self.law(name.startswith(prefix), state, f"the id {name!r} does not begin with {prefix!r}.")
            if element.get("data-pick"):
                classes = element.get("class", "").split()
                self.law("pick" in classes, state, f"{element.get('data-pick')} lacks the class pick.")

    # -- words -------------------------------------------------------------------------------------

    def check_telling(self, state: State, action: int) -> None:
        """A move can be told in sentences, in every language and to every seat, and its effect can be previewed."""
        spec, board = self.game.spec, self.game.board
        for language in LANGUAGES:
            with speaking(language, [f"Player {seat}" for seat in range(self.game.players)]):
                for seat in (None, *range(self.game.players)):
                    for sentence, paragraph in state.tell(action, seat):
                        self.law(bool(sentence.strip()), state, f"{board.texts[action]} is told in an empty sentence.")
                        cited = not paragraph or re.fullmatch(rf"{spec.card.short} \d+\.\d+", paragraph)
                        self.law(bool(cited), state, f"{paragraph!r} is no paragraph of {spec.card.short}.")
                if state.actor >= 0:
                    spec.text.preview(state.hide(state.actor), action)
        if state.actor >= 0:
            position = state.hide(state.actor)
            ElementTree.fromstring(f"<g>{spec.picks.ghost(position, action)}</g>")
            for name in self.game.picks[action]:
                ElementTree.fromstring(f"<g>{spec.picks.picture(position, name)}</g>")

    def check_course(self, state: State, after: State, action: int) -> None:
        """All seats read the same headline, and a tally adds up to what the move added to the scores that its reader knows."""
        text, told = self.game.spec.text, (state.position, self.game.board.texts[action], after.position)
        headline, tally = text.milestone(*told), text.round_tally(*told)
        self.law("\n" not in headline, state, f"the headline {headline!r} has several lines.")
        self.check_tally(state, tally, state.position, after.position)
        if not headline and not tally:
            return
        for seat in (None, *range(self.game.players)):
            (logged,) = log_actions(self.game, state.position.raw, [action], SPECTATOR if seat is None else seat)
            told = state.hide(seat), logged.text(self.game), after.hide(seat)
            read = text.round_tally(*told)
            self.law(text.milestone(*told) == headline, state, f"{reader(seat)} reads another headline than {headline!r}.")
            self.law(len(read) == len(tally), state, f"{reader(seat)} reads another tally.")
            self.check_tally(state, read, told[0], told[2])

    def check_tally(self, state: State, tally: list[SheetRow], before: Position, after: Position) -> None:
        if tally:
            gained = [new - old for new, old in zip(after.scores, before.scores, strict=True)]
            sums = [sum(values) for values in zip(*(row.values for row in tally if row.counts), strict=True)]
            self.law(sums == gained, state, f"the tally adds up to {sums}, the scores changed by {gained}.")
            self.law(tally[-1].values == list(after.scores), state, "the tally does not end with the scores.")

    def check_figures(self, state: State) -> None:
        """Holdings cover the seats, the present phase is one of those named, and the score sheet adds up."""
        spec = self.game.spec
        now = spec.text.progress(state.position)
        self.law(-1 <= now.current < len(now.phases), state, f"phase {now.current} is none of {now.phases}.")
        for seat in (None, *range(self.game.players)):
            held = spec.text.holdings(state.hide(seat))
            self.law(len(held) == self.game.players, state, f"holdings of {len(held)} seats.")
            for thing in (thing for things in held for thing in things):
                self.law(bool(thing.label), state, "a holding has no label.")
                ElementTree.fromstring(f"<g>{thing.picture}</g>")
            self.check_sheet(state, spec.text.score_sheet(state.hide(seat)), state.hide(seat))
            self.check_sheet(state, state.score_sheet(seat), state.counted(seat))
        self.check_sheet(state, spec.text.score_sheet(state.position), state.position)

    def check_sheet(self, state: State, sheet: list[SheetRow], position: Position) -> None:
        rows, scores = [row.values for row in sheet if row.counts], list(position.scores)
        if rows:
            sums = [sum(values) for values in zip(*rows, strict=True)]
            self.law(sums == scores, state, f"the score sheet adds up to {sums}, the scores are {scores}.")


def _whole(drawing: Drawing, position: Position, seat: int | None, layers: dict[str, str], with_panel: bool = True) -> str:
    """A self-contained picture of some layers."""
    drawn = "".join(f'<g data-layer="{name}">{inside}</g>' for name, inside in layers.items())
    return f"{drawing.frame(position, seat, with_panel)}<style>{drawing.style}</style>{drawn}</svg>"
