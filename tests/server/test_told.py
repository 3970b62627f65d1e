"""What a page tells: what happened since the reader's turn, what counts, the end of a game and what comes after it."""

from __future__ import annotations

import html
import json
import re
from types import SimpleNamespace
from typing import Any

import pytest

import branchline as bl
from branchline.bots import Analysis
from branchline.core.png import png_of
from branchline.core.record import Record
from branchline.games.catalogue import folder
from branchline.server.pages.hint import hint_json
from branchline.server.services import hints
from tests.match.tables import table
from tests.own_games import SEATED
from tests.server.running import Client, Running, wait_until
from tests.server.test_moments import moment, until_mine

NP, LW = "northern-pacific", "last-train-to-wensleydale"
SAMPLES = [name for name in SEATED if (folder(name) / "data" / "sample.txt").is_file()]


def sample(name: str) -> str:
    return (folder(name) / "data" / "sample.txt").read_text(encoding="utf-8")


def chips(found: dict[str, Any]) -> list[int]:
    """The plies of the events since the reader's turn."""
    return [int(ply) for ply in re.findall(r'data-ply="(\d+)"', found["fragments"]["since"]["body"])]


def move_on(client: Client, table: str) -> dict[str, Any]:
    """Make the first legal move; the moment at which the client is to decide again."""
    now = until_mine(client, table)
    client.post(f"/t/{table}/moves", {"move": now["offer"]["choices"][0]["move"], "ply": now["last"]})
    return until_mine(client, table)


def test_the_events_since_my_turn(ann: Client) -> None:
    table = ann.open(seats="me bot:random bot:random", name="Ann")["id"]
    first = until_mine(ann, table)
    assert chips(first) == []
    assert "since-turn" not in first["fragments"]["log"]["body"]
    now = move_on(ann, table)
    assert chips(now) == [2, 3]
    assert "Mallard" in now["fragments"]["since"]["body"]
    said = ann.get(f"/t/{table}/state?seen=1")["announce"]
    assert re.search(r"Mallard .* Puffing Billy .* Your turn\.", said), "a page that goes to the newest position tells all"
    mine, mark, others = now["fragments"]["log"]["body"].partition('<li class="since-turn">Since your turn</li>')
    assert mark
    assert ("Ann " in mine, "Mallard" in mine, "Mallard" in others) == (True, False, True)
    assert mark in ann.get(f"/t/{table}/log")
    assert chips(ann.get(f"/t/{table}/state?ply=1")) == [2, 3], "looking back does not change the events"


def test_everything_since_my_turn_is_marked(ann: Client) -> None:
    table = ann.open(seats="me bot:random bot:random", name="Ann")["id"]
    now = move_on(ann, table)
    live = "".join(layer["body"] for layer in now["drawing"]["layers"].values())
    last = "".join(layer["body"] for layer in ann.get(f"/t/{table}/state?ply=2")["drawing"]["layers"].values())
    assert live.count("latest") > last.count("latest") > 0


def test_decisions_of_others_one_after_the_other(ann: Client) -> None:
    table = ann.open(seats="me bot:random bot:random", name="Ann")["id"]
    now = move_on(ann, table)
    first = ann.get(f"/t/{table}/state?after=1")
    assert (first["ply"], first["passing"], first["mine"]) == (2, True, False)
    assert "Mallard" in first["fragments"]["status"]["body"]
    second = ann.get(f"/t/{table}/state?after=2")
    assert (second["ply"], second["passing"], second["mine"]) == (3, False, True)
    assert ann.get(f"/t/{table}/state?after=99")["ply"] == now["last"], "after an undo the page is ahead"


def test_a_page_that_goes_to_the_newest_position_hears_of_the_round_before(ann: Client) -> None:
    """Others may have ended a round and begun the next one since the page was made."""
    table = ann.open(seats="me bot:random bot:random", name="Ann")["id"]
    while not (found := ann.get(f"/t/{table}/state?seen=0"))["news"]["card"]:
        move_on(ann, table)
    assert "ends" in found["news"]["headline"]
    last = found["last"]
    while move_on(ann, table)["last"] < last + 3:
        pass
    now = ann.get(f"/t/{table}/state?seen={last - 3}")
    assert now["news"]["card"] == found["news"]["card"]
    assert ann.get(f"/t/{table}/state")["news"]["card"] == "", "the last decision ended no round"


def test_draws_are_no_steps_of_the_slider(ann: Client) -> None:
    table = ann.open(game=LW, seats="me bot:random bot:random", name="Ann")["id"]
    now = until_mine(ann, table)
    assert now["last"] > 20
    assert (now["step"], now["steps"]) == (0, 0) or now["steps"] < 5, "bots may have decided before"
    assert re.search(r"<summary>\d+ draws</summary>", now["fragments"]["log"]["body"])


def test_a_page_can_begin_at_a_move(ann: Client) -> None:
    table = ann.open(seats="me bot:random bot:random", name="Ann")["id"]
    move_on(ann, table)
    page = ann.get(f"/t/{table}?move=2")
    assert "You look back: move 2 of 3." in page
    assert "You look back: move" not in ann.get(f"/t/{table}?move=4000")


def test_undo_and_absence_are_in_the_log(ann: Client) -> None:
    table = ann.open(seats="me bot:random bot:random", name="Ann")["id"]
    now = move_on(ann, table)
    ann.post(f"/api/tables/{table}/undo", {"what": "step", "ply": now["last"], "version": now["version"]})
    assert "Ann took back 3 decisions" in moment(ann, table)["fragments"]["log"]["body"]
    ann.post(f"/api/tables/{table}/away", {"seat": 0})
    wait_until(lambda: moment(ann, table)["last"] > 3)
    log = moment(ann, table)["fragments"]["log"]["body"]
    assert "Ann lets a bot play" in log
    assert "(played by a bot)" in log


def test_a_hint_gives_its_reasons(ann: Client) -> None:
    table = ann.open(seats="me bot:random bot:random", name="Ann")["id"]
    now = until_mine(ann, table)
    hint = ann.post(f"/t/{table}/hint")
    assert hint["move"] in {choice["move"] for choice in now["offer"]["choices"]}
    assert hint["svg"]
    for part in ("Ann", "Chance to win:", "Then perhaps:", "data-play-hint"):
        assert part in hint["card"]


@pytest.mark.parametrize(("others", "less_tried"), [((0.3, 0.2), False), ((0.5, 0.2), True), ((0.3, 0.5), False)])
def test_a_hint_hides_no_better_figure(others: tuple[float, float], less_tried: bool) -> None:
    drawn = {"svg": "", "preview": ""}
    shown = SimpleNamespace(state=table(NP).state, reader=0, ghosts=lambda moves: dict.fromkeys(moves, drawn))
    chances = dict(zip(("extend Fargo", "invest Butte", "invest Minot"), (0.4, *others), strict=True))
    visits = dict(zip(chances, (90, 10, 90), strict=True))
    thought = Analysis("extend Fargo", [0.4, 0.3, 0.3], visits, chances, ["extend Fargo"])
    card = hint_json(shown, hints.Advice(0, 0, thought))["card"]  # type: ignore[arg-type]
    assert [int(percent) for percent in re.findall(r"(\d+) %", card)] == [40, *(round(100 * other) for other in others)]
    assert ("less certain" in card) == less_tried


def test_a_hint_says_what_to_pick_and_what_it_prevents() -> None:
    start, drawn = table(NP).state, {"svg": "", "preview": ""}
    shown = SimpleNamespace(state=start, reader=0, ghosts=lambda moves: dict.fromkeys(moves, drawn))
    thought = Analysis("extend Fargo", [0.4, 0.3, 0.3], {"extend Fargo": 9}, {"extend Fargo": 0.4}, ["extend Fargo"])
    hint = hint_json(shown, hints.Advice(0, 0, thought, (start, "extend Duluth")))  # type: ignore[arg-type]
    assert "city:Fargo" in hint["path"]
    assert re.search("It prevents: .*Duluth", hint["card"])


def test_a_reader_without_a_name_is_addressed(shared: Running) -> None:
    guest, watcher = shared.client(), shared.client()
    table = guest.open(seats="me bot:random bot:random")["id"]
    now = move_on(guest, table)
    text = guest.get(f"/t/{table}")
    assert "Guest" not in text
    assert re.search(r">You (invest|extend) ", now["fragments"]["log"]["body"])
    assert re.search(r'class="name">You\s*<', now["fragments"]["players"]["body"])
    assert re.search(r">Guest (invests|extends) ", watcher.get(f"/t/{table}"))
    german = guest.get(f"/t/{table}", headers={"Accept-Language": "de"})
    assert re.search(r">Du (setzt|baust) ", german)
    mine = next(line for line in guest.get("/").splitlines() if f"/t/{table}" in line)
    for part in ("move 3", "your turn", "you, Mallard"):
        assert part in mine


def test_a_list_counts_moves_as_the_slider_does(ann: Client) -> None:
    table = ann.open(game=LW, seats="me bot:random bot:random", name="Ann")["id"]
    now = until_mine(ann, table)
    assert f">move {now['steps']}<" in next(line for line in ann.get("/").splitlines() if f"/t/{table}" in line)


def test_a_hint_looks_at_what_the_second_best_move_would_allow() -> None:
    state = table(NP).state
    thought = Analysis("extend Fargo", [0.4, 0.3, 0.3], {"extend Fargo": 9, "invest Butte": 5})
    otherwise = hints.after_second_best(state, thought)
    assert otherwise is not None
    assert (otherwise.actor, str(otherwise.history[-1].text)) == (1, "invest Butte")
    assert hints.after_second_best(state, Analysis("extend Fargo", [0.4, 0.3, 0.3], {"extend Fargo": 9})) is None


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_is_replayed_from_its_first_decision(ann: Client, name: str) -> None:
    Record.loads(sample(name)).state()
    assert name in ann.get("/replay")
    answer = ann.http.post("/replay", data={"sample": name})
    table, first = re.fullmatch(r".*/t/(\w+)\?move=(\d+)", answer.headers["location"]).groups()  # type: ignore[union-attr]
    begin = ann.get(f"/t/{table}/state?ply={first}")
    assert begin["step"] == 0
    assert "Rocket" in begin["fragments"]["players"]["body"], "bots have their names"
    every = range(begin["steps"] + 1) if name == NP else {*range(0, begin["steps"], 4), begin["steps"]}
    steps = [ann.get(f"/t/{table}/state?step={step}") for step in sorted(every)]
    assert steps[-1]["ply"] == steps[-1]["last"]
    assert any(step["news"]["headline"] for step in steps), "something counted"
    if name == NP:
        assert sum(bool(step["news"]["card"]) for step in steps) == 3, "each of the three rounds has a tally"


def test_what_comes_after_the_end(ann: Client) -> None:
    table = ann.open(seats="me bot:easy bot:easy", name="Ann", options={"rounds": 1})["id"]
    wait_until(lambda: _play(ann, table))
    result = moment(ann, table)["fragments"]["result"]["body"]
    for text in ("Play again", "Play stronger bots", "Review", "Share", "Copy the link", "Score sheet"):
        assert text in result
    assert [line for line in ann.get("/").splitlines() if table in line and "finished" in line]
    body = re.search(r'data-act="/api/tables" data-body="([^"]*)"', result)
    assert body is not None
    again = ann.post("/api/tables", json.loads(html.unescape(body[1])), expect=201)
    assert [seat["level"] for seat in again["view"]["seats"]] == ["medium", "", "medium"], "everybody one seat further"
    row = next(row for row in ann.get("/api/me/tables")["tables"] if row["id"] == again["id"])
    assert (row["options"], row["parent"]) == ({"rounds": 1}, None), "a game of its own, which is rated"
    page = ann.get(f"/t/{table}")
    assert re.search(r'<meta property="og:title" content="Northern Pacific: [^"]+">', page)
    image = re.search(r'<meta property="og:image" content="http://[^/]+(/t/\w+/picture.png\?move=\d+)">', page)
    assert image is not None
    answer = ann.http.get(image[1])
    assert answer.headers["content-type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
    svg = re.search(r'<a class="button" href="(/t/\w+/picture.svg\?move=\d+)" download>Picture \(SVG\)</a>', result)
    assert svg is not None
    drawn = ann.http.get(svg[1])
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.text.startswith("<svg")
    assert ">winner</text>" in drawn.text


def _play(client: Client, table: str) -> bool:
    now = moment(client, table)
    if now["mine"]:
        client.post(f"/t/{table}/moves", {"move": now["offer"]["choices"][0]["move"], "ply": now["last"]})
    return bool(now["over"])


@pytest.mark.parametrize("name", SEATED)
def test_pictures_are_drawn_without_a_browser(name: str) -> None:
    assert png_of(bl.game(name, players=SEATED[name]).start().svg()).startswith(b"\x89PNG")
