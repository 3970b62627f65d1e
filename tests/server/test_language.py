"""Refusals in the reader's language, every kind of them; what is stored and what programs read stays English."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

import pytest

from branchline.server.base.logs import JsonLines
from branchline.server.base.rate_limits import RateLimit
from tests.server.running import Client, Running

GERMAN = {"look": "de."}
Two = tuple[Client, Client, str]


def german(client: Client) -> Client:
    """Somebody who chose German on the site."""
    client.http.cookies.update(GERMAN)
    return client


@pytest.fixture
def anna(shared: Running) -> Client:
    """Somebody who reads German."""
    return german(shared.client())


def at_table(shared: Running, **more: Any) -> Two:
    """Anna and Bernd at a table of two; Anna is to begin."""
    anna, bernd = german(shared.client()), german(shared.client())
    opened = anna.open(seats="me link", name="Anna", **more)
    bernd.post(f"/api/tables/{opened['id']}/join", {"secret": opened["links"][1]["secret"], "name": "Bernd"})
    return anna, bernd, opened["id"]


@pytest.fixture
def two(shared: Running) -> Two:
    return at_table(shared)


def heard(refusal: dict[str, Any], kind: str, sentence: str) -> None:
    """A refusal of a kind, with a sentence that begins like this."""
    assert refusal["kind"] == kind
    assert refusal["message"].startswith(sentence), refusal["message"]
    assert "hint:" not in refusal["message"]


# -- which language ---------------------------------------------------------------------------------------


def test_the_cookie_goes_before_the_browser_and_programs_hear_english(ann: Client) -> None:
    path = "/api/tables/abcdefgh"
    german, english = "Einen Tisch dieses Namens gibt es hier nicht.", "There is no table of this name here."
    assert ann.get(path, 404)["message"] == english
    assert ann.get(path, 404, headers={"Accept-Language": "de-AT, en;q=0.5"})["message"] == german
    assert ann.get(path, 404, headers={"Accept-Language": "tlh"})["message"] == english
    assert ann.get(path, 404, headers={"Accept-Language": "de", "Cookie": "look=en.dark"})["message"] == english
    assert ann.get(path, 404, headers={"Accept-Language": "en", "Cookie": "look=de.dark"})["message"] == german


def test_readers_of_one_table_each_have_their_language(two: Two, shared: Running) -> None:
    anna, bernd, table = two
    for _ in range(2):  # views are kept for the next reader
        assert anna.table(table)["view"]["todo"].startswith("Setz einen Würfel ")
        assert shared.client().table(table)["view"]["todo"].startswith("Invest a ")
    stream = bernd.events(table)
    assert next(event for event in stream if event["event"] == "table")["data"]["view"]["todo"].startswith("Setz einen Würfel ")
    stream.close()


# -- the board --------------------------------------------------------------------------------------------


def test_moves(two: Two) -> None:
    anna, bernd, table = two
    illegal = anna.move(table, "extend Butte", 0, 422)
    heard(illegal, "illegal-move", "Die Strecke endet in Minneapolis, und von dort führt kein Gleis nach Butte")
    assert illegal["rule"] == "NP 2.1"
    near = anna.move(table, "extend Farg", 0, 422)
    heard(near, "unknown-move", "'extend Farg' ist kein Zug dieses Spiels. Hinweis: Meintest du 'extend Fargo'")
    far = anna.move(table, "fly to the moon", 0, 422)
    heard(far, "unknown-move", "'fly to the moon' ist kein Zug dieses Spiels. Hinweis: Züge sehen aus wie")
    heard(bernd.move(table, "extend Fargo", 0, 409), "not-your-turn", "Du bist nicht am Zug, sondern Anna.")
    heard(anna.move(table, "extend Fargo", 7, 409), "wrong-ply", "Der Stand hat sich geändert: Inzwischen ist Zug 0 erreicht.")


@pytest.mark.parametrize(
    ("game", "move", "sentence"),
    [
        ("central-pacific", "draw straight", "Plättchen und Startspieler werden gezogen, nicht gewählt (CP "),
        ("last-train-to-wensleydale", "done", "Das ist die Versteigerung: Biete auf ein Feld oder passe (LW 3.1)."),
    ],
)
def test_rules_of_the_other_games(anna: Client, game: str, move: str, sentence: str) -> None:
    opened = anna.open(game, "me me me", name="Anna")
    heard(anna.move(opened["id"], move, opened["ply"], 422), "illegal-move", sentence)


def test_seats(two: Two, shared: Running) -> None:
    anna, bernd, table = two
    path, clara = f"/api/tables/{table}", german(shared.client())
    heard(
        bernd.move(table, "extend Fargo", 0, 403, seat=0),
        "forbidden",
        "Dieser Platz ist nicht deiner. Hinweis: Mit einer Einladung",
    )
    heard(clara.move(table, "extend Fargo", 0, 403), "forbidden", "Du hast keinen Platz an diesem Tisch. Hinweis:")
    heard(clara.post(f"{path}/join", {"name": "Clara"}, 403), "not-your-seat", "An diesem Tisch ist kein Platz frei. Hinweis:")
    heard(
        clara.post(f"{path}/join", {"secret": "seat_0123456789"}, 403),
        "forbidden",
        "Dieser Link öffnet hier keinen Platz mehr.",
    )
    heard(clara.post(f"{path}/chat", {"text": "Hallo"}, 403), "forbidden", "Mitreden kann hier nur, wer am Tisch sitzt.")
    heard(bernd.post(f"{path}/close", None, 403), "forbidden", "Das darf nur, wer den Tisch eröffnet hat.")
    heard(anna.post(f"{path}/close", None, 403), "forbidden", "Hier spielen noch andere. Hinweis: Stimme dafür")
    heard(
        anna.post(f"{path}/fill", {"seat": 1, "level": "easy"}, 403),
        "not-your-seat",
        "An diesem Tisch sind alle Plätze besetzt.",
    )


def test_what_a_table_does_not_allow(two: Two) -> None:
    anna, bernd, table = two
    path = f"/api/tables/{table}"
    heard(anna.post(f"{path}/undo", {"ply": 0}, 403), "not-allowed", "Du hast noch nichts entschieden.")
    anna.move(table, "extend Fargo", 0)
    bernd.move(table, "invest Terry large", 1)
    refused = anna.post(f"{path}/undo", {"ply": 2}, 403)
    heard(refused, "not-allowed", "Seither wurde etwas gezogen oder aufgedeckt, oder jemand anders war am Zug. Hinweis: Bitte")
    voted = bernd.post(f"{path}/votes", {"topic": "take-over", "about": 0}, 403)
    heard(voted, "not-allowed", "An diesem Tisch wird nicht über Abwesende abgestimmt.")
    heard(anna.post(f"{path}/hint", None, 403), "not-allowed", "Tipps gibt es nur in Partien gegen Bots")
    heard(anna.post(f"{path}/rematch", None, 403), "forbidden", "Die Partie läuft noch.")
    heard(anna.get(f"{path}/at/99", 403), "not-allowed", "Einen Zug 99 gibt es nicht: Die Partie steht bei Zug 2.")


def test_an_absent_person(shared: Running) -> None:
    anna, bernd, table = at_table(shared, absence={"kind": "vote", "minutes": 5})
    voted = bernd.post(f"/api/tables/{table}/votes", {"topic": "take-over", "about": 0}, 403)
    heard(voted, "not-allowed", "Anna gilt noch nicht als abwesend. Hinweis: Stimme in ")
    voted = anna.post(f"/api/tables/{table}/votes", {"topic": "take-over", "about": 1}, 403)
    heard(voted, "not-allowed", "Bernd ist niemand, auf den die anderen warten.")


def test_before_the_start_and_after_the_end(anna: Client, ann: Client) -> None:
    opened = anna.open(seats="me link", name="Anna")
    table, path = opened["id"], f"/api/tables/{opened['id']}"
    heard(anna.move(table, "extend Fargo", 0, 409), "not-started", "Die Partie beginnt, wenn alle Plätze besetzt sind.")
    closed = anna.post(f"{path}/close")
    assert closed["view"]["closed"] == "closed by its owner"  # in the log, for every reader
    refused = anna.move(table, "extend Fargo", 0, 409)
    heard(refused, "closed", "Dieser Tisch wurde aufgegeben: geschlossen von der Person, die ihn eröffnet hat.")
    secret = {"Authorization": f"Bearer {opened['links'][0]['secret']}"}
    body = {"move": "extend Fargo", "ply": 0}
    assert ann.post(f"{path}/moves", body, 409, headers=secret)["message"] == "This table was given up: closed by its owner."


# -- new tables and records -------------------------------------------------------------------------------

TABLE: dict[str, Any] = {"game": "northern-pacific", "seats": [{"kind": "me"}] * 3}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            {"game": "northern-atlantic"},
            "Ein Spiel namens 'northern-atlantic' gibt es nicht. Hinweis: Meintest du northern-pacific?",
        ),
        ({"game": "chess"}, "Ein Spiel namens 'chess' gibt es nicht. Hinweis: Bekannt sind northern-pacific"),
        ({"seats": [{"kind": "me"}] * 9}, "Northern Pacific ist für 2, 3, 4, 5, 6 Spieler, nicht für 9."),
        ({"seats": [{"kind": "bot", "level": "genius"}] * 3}, "Einen Bot 'genius' gibt es nicht. Hinweis: Bots sind random"),
        ({"options": {"scorin": "points"}}, "Northern Pacific hat keine Option 'scorin'. Hinweis: Meintest du scoring?"),
        ({"options": {"scoring": "beauty"}}, "scoring=beauty ist nicht möglich. Hinweis: Für scoring gibt es points, wins."),
        ({"options": {"map": "moon"}}, "Es gibt keine Karte namens 'moon'. Hinweis: Bekannt: "),
        ({"options": {"map": "/etc/passwd"}}, "map=/etc/passwd ist kein Name. Hinweis: Verwendbar sind nur Daten"),
        ({"clock": {"kind": "move"}}, "Die Zahl der Sekunden auf der Uhr ist 0.0. Hinweis: Möglich sind Zahlen von 1 bis "),
        ({"game": "central-pacific", "options": {"teams": "on"}}, "Teams gibt es nur zu 4, nicht zu 3."),
    ],
    ids=lambda value: json.dumps(value)[:40] if isinstance(value, dict) else "",
)
def test_tables_that_cannot_be(anna: Client, change: dict[str, Any], sentence: str) -> None:
    heard(anna.post("/api/tables", {**TABLE, **change}, 422), "bad-setup", sentence)


HEAD = "branchline-record 1\nGame: northern-pacific\nRules: 1\nBoard: {board}\nPlayers: 3\n"


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("x", "Zeile 1: Eine Aufzeichnung beginnt mit 'branchline-record 1'."),
        ("{", "Zeile 1: Kein gültiges JSON: "),
        ("branchline-record 2\n", "Zeile 1: Version 2 des Formats ist unbekannt; dieses Programm liest 1."),
        ("branchline-record 1\nPlayers: many\n", "Zeile 2: 'many' ist keine Zahl (players)."),
        ("branchline-record 1\nGame: northern-pacific\n", "Die Kopfzeile 'rules' fehlt."),
        (HEAD + "Option scoring: beauty\n\n", "Zeile 6: scoring=beauty ist nicht möglich. Hinweis:"),
        (HEAD.replace("{board}", "x y") + "\n", "Zeile 4: Gespielt wurde auf dem Plan x y; hier ist standard "),
        (
            HEAD + "\n1 extend Fargo\n",
            "Zeile 7: Bei 'extend Fargo' steht „Platz 2 (Index 1)“, am Zug war aber „Platz 1 (Index 0)“.",
        ),
        (HEAD + "\n0 extend Butte\n", "Zeile 7: Die Strecke endet in Minneapolis, und von dort führt kein Gleis nach Butte"),
        (HEAD + "\n0 extend Farg\n", "Zeile 7: 'extend Farg' ist kein Zug dieses Spiels. Hinweis: Meintest du 'extend Fargo'"),
        (HEAD + "Result: scores 1 2 3, ranks 3 2 1\n\n", "Zeile 6: Die Aufzeichnung nennt ein Ergebnis, aber nach ihren 0"),
    ],
)
def test_records_that_cannot_be_replayed(anna: Client, record: str, sentence: str) -> None:
    if "{board}" in record:
        text = anna.http.get(f"/api/tables/{anna.open(name='Anna')['id']}/record").text
        record = record.replace("{board}", next(line for line in text.splitlines() if line.startswith("Board: "))[7:])
    heard(anna.post("/api/import", {"record": record}, 422), "bad-record", sentence)


def test_a_record_is_the_same_in_every_language(anna: Client) -> None:
    table = anna.open(seats="me me", name="Anna")["id"]
    anna.move(table, "extend Fargo", 0)
    path = f"/api/tables/{table}/record"
    assert anna.get(path) == anna.get(path, headers={"Accept-Language": "en"})
    assert "Seat 0: Anna" in anna.get(path)


def test_no_help_in_a_game_among_people(two: Two) -> None:
    anna, _, table = two
    heard(anna.get(f"/api/tables/{table}/record", 403), "not-allowed", "Solange noch andere mitspielen, gibt es keine")
    heard(anna.post(f"/api/tables/{table}/fork", {"ply": 0}, 403), "not-allowed", "Solange noch andere mitspielen, lässt")


def test_a_record_stays_hidden(anna: Client) -> None:
    path = f"/api/tables/{anna.open('central-pacific', 'me me', name='Anna')['id']}"
    heard(anna.get(f"{path}/record", 403), "not-allowed", "Die Aufzeichnung würde verraten, was verborgen ist. Hinweis:")
    heard(anna.post(f"{path}/fork", {"ply": 0}, 403), "not-allowed", "Ein neuer Tisch würde verraten")


# -- people -----------------------------------------------------------------------------------------------


def test_accounts(anna: Client, shared: Running) -> None:
    account = {"name": "Annegret", "password": "ein langes Passwort"}
    anna.post("/api/accounts", account, 201)
    heard(anna.post("/api/accounts", account, 409), "signed-in", "Du hast schon ein Konto. Hinweis: Melde dich erst ab.")
    other = german(shared.client())
    heard(other.post("/api/accounts", account, 409), "name-taken", "Dieser Name ist vergeben. Hinweis: Wähle einen anderen")
    wrong = other.post("/api/session", {**account, "password": "ein falsches"}, 401)
    heard(wrong, "wrong-password", "Ein Konto mit diesem Namen und Passwort gibt es nicht.")
    change = anna.http.put("/api/accounts/password", json={"old": "nicht dieses", "new": "noch ein längeres"})
    heard(change.json(), "wrong-password", "Das alte Passwort stimmt nicht.")
    entered = other.http.post("/me/enter", data={"account": "Annegret", "password": "ein falsches"})
    assert "Ein Konto mit diesem Namen und Passwort gibt es nicht." in entered.text


def test_tokens_and_webhooks(anna: Client) -> None:
    heard(anna.get("/api/tokens", 401), "nobody", "Du bist hier noch nicht bekannt. Hinweis: Nenne einen Namen")
    heard(anna.get("/api/me/events", 401), "nobody", "Du bist hier noch nicht bekannt. Hinweis: Setz dich an einen Tisch")
    unknown = anna.get("/api/me", 401, headers={"Authorization": "Bearer token_of_nobody"})
    heard(unknown, "unknown-token", "Dieses Token ist nicht bekannt. Hinweis: Die Kopfzeile lautet")
    anna.post("/api/me", {"name": "Anna"})
    heard(anna.delete("/api/tokens/unknown", 404), "not-found", "Ein Token von dir mit dieser Kennung gibt es hier nicht.")
    hook = anna.post("/api/webhooks", {"url": "ftp://example.org"}, 422)
    heard(hook, "bad-url", "Ein Webhook ist eine Adresse mit http oder https und ohne Passwort.")


# -- requests that are none -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "body", "sentence"),
    [
        ("/api/me", {}, "name: Das fehlt."),
        ("/api/me", {"name": "x" * 41}, "name: Dieser Text ist zu lang: Höchstlänge 40 Zeichen."),
        ("/api/me", {"name": " "}, "name: Hier wird ein einzeiliger Text ohne Steuerzeichen gebraucht."),
        ("/api/me", {"name": 7}, "name: Hier wird ein Text gebraucht."),
        ("/api/me", {"name": "Anna", "age": 7}, "age: Ein solches Feld gibt es nicht."),
        ("/api/me", [], "Hier wird ein Objekt gebraucht."),
        ("/api/accounts", {"name": "Anna", "password": "kurz"}, "password: Dieser Text ist zu kurz: Mindestlänge 8 Zeichen."),
        ("/api/tables", {**TABLE, "seats": []}, "seats: Diese Liste ist zu kurz: Mindestens 1 ist verlangt."),
        ("/api/tables", {**TABLE, "undo": "maybe"}, "undo: Möglich ist nur 'rule', 'own' oder 'never'."),
        ("/api/tables", {**TABLE, "public": "x"}, "public: Hier wird true oder false gebraucht."),
    ],
)
def test_malformed_requests(anna: Client, path: str, body: Any, sentence: str) -> None:
    refused = anna.http.post(path, json=body)
    assert refused.status_code == 422
    heard(refused.json(), "malformed", sentence)


def test_what_the_wall_refuses(anna: Client) -> None:
    heard(anna.get("/api/nowhere", 404), "not-found", "Unter dieser Adresse gibt es nichts.")
    heard(anna.delete("/api/games", 405), "method-not-allowed", "Diese Methode nimmt die Adresse nicht an.")
    foreign = anna.post("/api/me", {"name": "Anna"}, 403, headers={"Origin": "https://evil.example"})
    heard(foreign, "foreign-origin", "Seiten anderer Websites dürfen das nicht.")
    large = anna.http.post("/api/me", content=b" " * 70_000, headers={"Content-Type": "application/json"})
    heard(large.json(), "too-large", "Die Anfrage ist größer als 64 kB.")
    broken = anna.http.post("/api/me", content=b"{", headers={"Content-Type": "application/json"})
    heard(broken.json(), "malformed", "Die Anfrage ist kein gültiges JSON.")


def test_limits_and_faults(start: Callable[..., Running], caplog: pytest.LogCaptureFixture) -> None:
    server = start(strict_per_minute=1.0, strict_burst=1, watchers_per_address=0)
    anna = german(server.client())
    opened = anna.open(seats="me me", name="Anna")
    refused = anna.http.post("/api/tables", json=TABLE)
    heard(refused.json(), "too-many", "Zu viele Anfragen dieser Art. Hinweis: Versuche es in ")
    heard(anna.get(f"/api/tables/{opened['id']}/events", 429), "too-many", "Zu viele offene Verbindungen von dieser Adresse.")
    server.services.table_posts = RateLimit(0.001, 0)
    heard(anna.move(opened["id"], "extend Fargo", 0, 429), "too-many", "Zu viele Anfragen. Hinweis: Versuche es in ")

    async def broken(table: str) -> Any:
        raise RuntimeError("a bug")

    server.services.tables.get = broken  # type: ignore[method-assign]
    with caplog.at_level(logging.ERROR, "branchline.server"):
        fault = anna.get(f"/api/tables/{opened['id']}", 500)
    heard(fault, "fault", "Der Server hat einen Fehler gemacht; er steht unter dieser Nummer im Protokoll.")
    line = next(json.loads(JsonLines().format(record)) for record in caplog.records if record.getMessage() == "fault")
    assert line["reference"] == fault["reference"]


# -- pages ------------------------------------------------------------------------------------------------


def test_pages_say_why_not(anna: Client) -> None:
    shown = anna.http.get("/t/abcdefgh", headers={"Accept": "text/html"})
    assert "Einen Tisch dieses Namens gibt es hier nicht." in shown.text
    replayed = anna.http.post("/replay", data={"text": "no record"})
    assert "Zeile 1: Eine Aufzeichnung beginnt mit &#39;branchline-record 1&#39;." in replayed.text
    teams = {"game": "central-pacific", "players": "3", "seat_1": "open", "seat_2": "open", "option_teams": "on"}
    assert "Teams gibt es nur zu 4, nicht zu 3." in anna.http.post("/new", data=teams).text
    named = {"game": "northern-pacific", "name": "a\u202eb"}
    assert "Der Name enthält ein Zeichen, das sich nicht anzeigen lässt." in anna.http.post("/new", data=named).text
