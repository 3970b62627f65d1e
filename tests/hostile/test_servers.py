"""`branchline bot` at a server that lies: it says so and goes on, or stops with a sentence, never with a traceback."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from click.testing import CliRunner, Result

import branchline as bl
from branchline.cli.main import command
from branchline.errors import BranchlineError
from branchline.server.client import player, remote_server
from tests.hostile.test_views import SPOILT
from tests.test_hostile import spoil

Answer = tuple[int, dict[str, str], bytes]


def given(body: Any, status: int = 200, **headers: str) -> Answer:
    return status, headers, body if isinstance(body, bytes) else json.dumps(body).encode()


def table(view: Any, **more: Any) -> dict[str, Any]:
    return {"id": "abc", "title": "T", "ply": 0, "phase": "playing", "you": {"seat": 0, "seats": [0]}, "view": view, **more}


class Liar:
    """A server that plays a game of Northern Pacific with one seat, as far as nobody changes its answers."""

    def __init__(self) -> None:
        self.state = bl.game("northern-pacific", 3, rounds=1).start()
        self.answers: dict[str, Callable[[], Answer]] = {}
        self.asked: list[str] = []
        self.events = b'data: {"tables": [{"id": "abc"}]}\n\n'

    def answer(self, path: str, body: bytes) -> Answer:
        self.asked.append(path)
        if path in self.answers:
            return self.answers[path]()
        if path == "/api/tokens":
            return given({"token": "token_x"})
        if path == "/api/me/events":
            return given(self.events)
        if path == "/api/me/tables":
            phase = "over" if self.state.is_over else "playing"
            return given({"tables": [{"id": "abc", "phase": phase, "yours": [0]}]})
        if path.endswith("/moves"):
            self.state.play(json.loads(body)["move"])
            self.go_on()
        phase = "over" if self.state.is_over else "playing"
        return given(table(self.state.view(0), ply=self.state.ply, phase=phase))

    def go_on(self) -> None:
        """The other seats play."""
        while self.state.actor > 0:
            self.state.play(self.state.legal()[0])


@contextmanager
def served(liar: Liar) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            status, headers, answer = liar.answer(self.path, body)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            self.wfile.write(answer)

        do_POST = do_GET  # noqa: N815 - the library's name

        def handle(self) -> None:
            with suppress(OSError):  # the bot has hung up
                super().handle()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr(player, "MAX_FAULTS", 3)
    monkeypatch.setattr(remote_server, "MAX_ANSWER_BYTES", 300_000)
    monkeypatch.setattr(remote_server, "MAX_WAIT", 0.1)


def run(liar: Liar, bot: str = "greedy") -> Result:
    with served(liar) as url:
        return CliRunner().invoke(command, ["bot", "--server", url, "--bot", bot, "--once"])


def stopped(liar: Liar, bot: str = "greedy") -> str:
    """What is said when the bot stops by itself, in a sentence."""
    done = run(liar, bot)
    assert isinstance(done.exception, BranchlineError), (done.exception, done.output)
    assert len(str(done.exception)) < 1000
    assert str(done.exception).isprintable()
    return done.output + str(done.exception)


def test_the_honest_answers_make_a_game() -> None:
    liar = Liar()
    done = run(liar)
    assert done.exit_code == 0, done.output
    assert liar.state.is_over


@pytest.mark.parametrize("number", range(len(SPOILT)))
def test_a_spoilt_view_is_told_and_the_table_left_alone(number: int) -> None:
    liar = Liar()
    view = liar.state.view(0)
    SPOILT[number](view)
    liar.answers["/api/tables/abc"] = lambda: given(table(view))
    if not view.get("legal"):
        liar.events += b'data: {"tables": 7}\n\n'  # nothing to decide, nothing to tell: let it end otherwise
    assert "nonsense 3 times" in stopped(liar)
    assert "/api/tables/abc/moves" not in liar.asked


def test_spoilt_positions_are_told() -> None:
    chance = random.Random(1)
    for seed in range(12):
        liar = Liar()
        state = bl.game("wensleydale", 3).start().play_out(seed)
        state = state.back(chance.randrange(state.ply))
        while state.actor != 0 and state.ply:
            state = state.back()
        if state.actor == 0:
            view = {**state.view(0), "position": spoil(state, chance)}
            liar.answers["/api/tables/abc"] = lambda view=view: given(table(view))  # type: ignore[misc]
            liar.answers["/api/tables/abc/moves"] = lambda: given(b"{}")
            stopped(liar)


def test_a_server_cannot_have_files_opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    from importlib import resources

    text = resources.files("branchline.games.northern_pacific").joinpath("data/maps/standard.toml").read_text("utf-8")
    (tmp_path / "map.toml").write_text(text, "utf-8")
    game = bl.game("northern-pacific", 3, map=str(tmp_path / "map.toml"))
    assert bl.bot("greedy").choose(game.start().view(0)), "a program on this machine can"
    liar = Liar()
    liar.answers["/api/tables/abc"] = lambda: given(table(game.start().view(0)))
    assert "only data that come with the game" in stopped(liar)


@pytest.mark.parametrize(
    "answer",
    [
        given(b""),
        given(b"<html>"),
        given(b"[" * 100_000),
        given(b"\xff\xfe"),
        given([]),
        given("text"),
        given({}),
        given({"view": {}}),
        given(table([])),
        given(table(None)),
        given(table({}, ply="0")),
        given(table({}, ply=1.5)),
        given(table({}, you=[])),
        given(table({}, you={"seat": "0"})),
        given(table({}, phase=7)),
        given(table({}, title={"a": 1})),
        given(table({"x": "y" * 400_000})),
        given(b"x" * 1_000_000),
        given({}, 302, Location="/api/tables/abc"),
        given(table({}), 302, Location="http://127.0.0.1:1/"),
        given({"message": "\x1b[31mred\nlines"}, 500),
        given({"message": 7}, 500),
        given([], 404),
        given(b"", 204),
        given(b"\x1f\x8b\x08\x00", Content_Encoding="gzip"),
        given(b"\0" * 100, Content_Encoding="br"),
    ],
)
@pytest.mark.parametrize(
    "path", ["/api/tables/abc", "/api/me/tables", "/api/tables/abc/moves", "/api/tokens", "/api/me/events"]
)
def test_answers_that_make_no_sense_end_in_a_sentence(path: str, answer: Answer) -> None:
    liar = Liar()
    liar.answers[path] = lambda: answer
    if path == "/api/me/events" and answer[0] == 200 and "Content_Encoding" not in answer[1] and len(answer[2]) < 1_000_000:
        return  # lines that are no events are none of a bot's business
    said = stopped(liar)
    assert "\x1b" not in said
    assert len(liar.asked) < 100


@pytest.mark.parametrize(
    "events",
    [
        b"data: \n\n",
        b"data: {\n\n",
        b"data: []\n\n",
        b'data: {"tables": {}}\n\n',
        b'data: {"tables": [7]}\n\n',
        b'data: {"tables": [{"id": 7}]}\n\n',
        b'data: {"tables": [{"id": "../../x?y"}]}\n\n',
        b'data: {"tables": [{"id": ""}]}\n\n',
        b'data: {"tables": [' + b'{"id": "a"},' * 5000 + b'{"id": "a"}]}\n\n',
        b"data: " + b"[" * 200_000 + b"\n\n",
        b"x" * 1_000_000,
    ],
)
def test_events_that_make_no_sense_end_in_a_sentence(events: bytes) -> None:
    liar = Liar()
    liar.events = events
    assert "nonsense 3 times" in stopped(liar)


@pytest.mark.parametrize("later", ["nan", "inf", "-5", "1e300", "soon", ""])
def test_a_server_that_always_puts_off_holds_nobody_for_ever(later: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "MAX_TRIES", 3)
    liar = Liar()
    refusals = 0

    def refuse() -> Answer:
        nonlocal refusals
        refusals += 1
        if refusals > 4:
            del liar.answers["/api/tables/abc/moves"]
        return given({"message": "later"}, 429, Retry_After=later)

    liar.answers["/api/tables/abc/moves"] = refuse
    assert run(liar).exit_code == 0
    assert refusals == 5


def test_a_table_that_stays_at_its_ply_is_left() -> None:
    liar = Liar()
    view = liar.state.view(0)
    liar.answers["/api/tables/abc"] = liar.answers["/api/tables/abc/moves"] = lambda: given(table(view))
    assert "is at ply 0 after a move at ply 0" in stopped(liar)


def test_an_answer_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_server, "ANSWER_SECONDS", 0.2)
    liar = Liar()
    calls = 0
    third = threading.Event()

    def slow() -> Answer:
        nonlocal calls
        calls += 1
        if calls < 3:
            third.wait(60)
        else:
            third.set()
            del liar.answers["/api/tables/abc"]
        return given(b"")

    liar.answers["/api/tables/abc"] = slow
    done = run(liar)
    assert "The server does not answer (ReadTimeout); trying again." in done.output
