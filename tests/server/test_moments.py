"""What a page gets of a table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from branchline.games import packages
from branchline.games.catalogue import folder
from branchline.match import Match
from branchline.server.pages.fragments import moment_json
from branchline.server.pages.log_text import LogText
from branchline.server.pages.moment import place_of
from branchline.server.services.common import TableContext
from branchline.server.tables.changes import Change
from tests.server.running import Client, Running, wait_until


def moment(client: Client, table: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/t/{table}/state")
    return found


def until_mine(client: Client, table: str) -> dict[str, Any]:
    """The first moment at which this client is to decide; `draws` play themselves."""
    found: dict[str, Any] = wait_until(lambda: (now := moment(client, table))["mine"] and now)
    return found


def test_every_choice_has_a_path_and_words(ann: Client) -> None:
    table = ann.open(seats="me bot:random bot:random", name="Ann")["id"]
    offer = until_mine(ann, table)["offer"]
    assert {choice["move"] for choice in offer["choices"]} == set(ann.get(f"/api/tables/{table}")["view"]["legal"])
    assert all(offer["labels"][name] for choice in offer["choices"] for name in choice["path"])
    assert not any("sure" in choice for choice in offer["choices"]), "alone with bots everything can be taken back"


def test_a_move_that_cannot_be_taken_back_asks_first(shared: Running) -> None:
    ann, bo = shared.client(), shared.client()
    opened = ann.open(game="central-pacific", seats="me link", name="Ann")
    bo.post(f"/api/tables/{opened['id']}/join", {"secret": opened["links"][-1]["secret"], "name": "Bo"})
    for client in (ann, bo) * 20:
        found = moment(client, opened["id"])
        if not found["mine"]:
            continue
        choices = {choice["move"]: choice for choice in found["offer"]["choices"]}
        lays = [move for move in choices if move.startswith("lay")]
        if lays:
            assert not any(choices[move].get("sure") for move in lays[:5]), "tiles are taken back freely until done"
            answer = {"move": lays[0], "ply": found["last"]}
            client.post(f"/api/tables/{opened['id']}/moves", answer)
            after = {choice["move"]: choice for choice in moment(client, opened["id"])["offer"]["choices"]}
            assert after["done"]["sure"]
            return
        client.post(f"/api/tables/{opened['id']}/moves", {"move": next(iter(choices)), "ply": found["last"]})
    raise AssertionError("Nobody came to lay a tile.")


def test_a_move_after_which_a_bot_decides_asks_first(ann: Client, bo: Client) -> None:
    """A bot decides at once, and then the others have to agree before anything is taken back."""
    table = (opened := ann.open(seats="me link bot:random", name="Ann"))["id"]
    bo.post(f"/api/tables/{table}/join", {"secret": opened["links"][-1]["secret"], "name": "Bo"})
    for client, is_sure in ((ann, False), (bo, True)) * 2:
        found = until_mine(client, table)
        assert {choice.get("sure", False) for choice in found["offer"]["choices"]} == {is_sure}
        client.post(f"/api/tables/{table}/moves", {"move": found["offer"]["choices"][0]["move"], "ply": found["last"]})


def test_layers_that_the_page_has_are_not_sent_again(ann: Client) -> None:
    table = ann.open(seats="me bot:random bot:random", name="Ann")["id"]
    first = until_mine(ann, table)["drawing"]["layers"]
    have = ",".join(f"layer-{name}:{layer['hash']}" for name, layer in first.items())
    again = ann.get(f"/t/{table}/state?have={have}")["drawing"]["layers"]
    assert all("body" in layer for layer in first.values())
    assert not any("body" in layer for layer in again.values())


def test_a_move_is_answered_with_what_came_of_it(shared: Running, ann: Client) -> None:
    table = ann.open(seats="me bot:random bot:random", name="Ann")["id"]
    before = until_mine(ann, table)
    body = {"move": before["offer"]["choices"][0]["move"], "ply": before["last"], "version": before["version"]}
    have = ",".join(f"{name}:{part['hash']}" for name, part in before["fragments"].items())
    after = ann.post(f"/t/{table}/moves?have={have}", body)
    assert after["last"] > before["last"]
    assert "body" in after["fragments"]["log"]
    assert "body" not in after["fragments"]["chat"], "nobody has said anything"
    assert shared.client().post(f"/t/{table}/moves", body, 403)["kind"] == "forbidden"
    until_mine(ann, table)
    earlier = ann.get(f"/t/{table}/state?ply={before['last'] + 1}")
    assert earlier["offer"]["now"].startswith("Ann "), "the bar tells the move that is looked at"
    assert "disabled" in earlier["fragments"]["tools"]["body"], "the button of the odds keeps its place"


@pytest.mark.parametrize(
    ("reader", "ranks", "scores", "told"),
    [
        (0, [1, 2], [9, 8], ""),
        (1, [1, 2], [9, 8], "You are number 2, 1 point behind."),
        (0, [1, 2], [9, 9], "Equal points: the tie-break of the rules decided."),
        (1, [1, 2], [9, 9], "You are number 2. Equal points: the tie-break of the rules decided."),
        (1, [1, 1], [9, 9], ""),
    ],
)
def test_the_end_says_that_a_tie_was_broken(reader: int, ranks: list[int], scores: list[int], told: str) -> None:
    assert place_of(reader, ranks, scores) == told


def test_a_spectator_gets_no_choices_and_no_ghosts(shared: Running, ann: Client) -> None:
    table = ann.open(seats="me bot:random bot:random", name="Ann")["id"]
    found = until_mine(ann, table)
    stranger = shared.client()
    assert moment(stranger, table)["offer"]["choices"] == []
    moves = [found["offer"]["choices"][0]["move"]]
    assert stranger.post(f"/t/{table}/ghosts", {"moves": moves, "ply": found["last"]}) == {}
    assert set(ann.post(f"/t/{table}/ghosts", {"moves": moves, "ply": found["last"]})) == set(moves)


def test_another_language_by_cookie_and_by_the_browsers_wish(ann: Client) -> None:
    assert '<html lang="de"' in ann.http.get("/", headers={"Accept-Language": "de-AT,de;q=0.9"}).text
    assert ann.http.post("/look", data={"language": "de", "theme": "dark", "back": "//evil.example"}).headers["location"] == "/"
    page = ann.http.get("/rules/northern-pacific").text
    assert '<html lang="de" data-theme="dark"' in page


def test_a_page_that_is_not_there_is_a_page(ann: Client) -> None:
    answer = ann.http.get("/t/abcdefgh", headers={"Accept": "text/html"})
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert ann.http.get("/t/abcdefgh/state").headers["content-type"] == "application/json"


def test_the_pictures_of_the_first_page_are_those_of_the_docs() -> None:
    """Which another test compares with what the boards draw."""
    covers = {f"{name}.svg": (folder(name) / "data" / "cover.svg").read_bytes() for name in packages()}
    docs = Path(__file__).parents[2] / "docs" / "images"
    assert covers == {file.name: file.read_bytes() for file in docs.glob("*.svg")}


def test_a_moment_is_made_once_for_all_who_see_the_same(shared: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has a seat sees what is theirs alone; all others share, until the table changes."""
    made: list[str | None] = []

    def counted(at: TableContext, *rest: Any) -> dict[str, Any]:
        made.append(at.requester.person.name if at.requester.person else None)
        return moment_json(at, *rest)

    monkeypatch.setattr("branchline.server.pages.table.moment_json", counted)
    ann, strangers = shared.client(), [shared.client() for _ in range(3)]
    opened = ann.open(seats="me me", name="Ann")
    found = [client.get(f"/t/{opened['id']}/state") for client in (ann, ann, *strangers)]
    assert made == ["Ann", None]
    assert found[0] == found[1] != found[2] == found[3] == found[4]
    ann.move(opened["id"], opened["view"]["legal"][0], 0)
    assert [client.get(f"/t/{opened['id']}/state")["ply"] for client in (ann, *strangers)] == [1] * 4
    assert made == ["Ann", None] * 2


def test_a_table_that_changes_while_its_page_is_made(shared: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is of one version: with the number of a later one it would wait for a change that it has missed."""
    ann = shared.client()
    opened = ann.open(seats="me me", name="Ann")
    catch_up, legal = LogText.catch_up, opened["view"]["legal"]

    async def overtaken(text: LogText, match: Match) -> None:
        await catch_up(text, match)
        if match.ply < 2:  # others are quicker, twice
            live = await shared.services.tables.get(opened["id"])
            if live.match.ply == match.ply:
                change = Change(lambda match, now: match.play(match.ply, legal[match.ply], match.ply, now))
                await shared.services.tables.change(opened["id"], change)

    monkeypatch.setattr(LogText, "catch_up", overtaken)
    now = ann.get(f"/t/{opened['id']}/state")
    assert (now["ply"], now["last"], now["version"]) == (2, 2, ann.table(opened["id"])["version"])
    assert re.findall(r"data-ply=\"(\d+)\"", now["fragments"]["log"]["body"]) == ["1", "2"]
