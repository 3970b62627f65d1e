"""The pages about a person's games, account and profile: for everybody, and usable without a mouse or JavaScript."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from branchline.server.accounts import ratings
from branchline.server.services import profiles
from tests.browser.conftest import Person, shoot
from tests.browser.everybody import Looks, check_for_everybody, check_looks, check_width, looks
from tests.server.running import Client, Running
from tests.server.test_accounts import form, register, reset_secret, sit_together
from tests.server.test_games import play_on


def sign_in(person: Person, client: Client) -> None:
    """Let a browser be the person of this client."""
    cookies = [{"name": name, "value": value, "url": person.address} for name, value in client.http.cookies.items()]
    person.context.add_cookies(cookies)  # type: ignore[arg-type]


@looks
def test_pages_about_a_person(
    visitor: Callable[..., Person], server: Running, looks: Looks, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def steps(*_: object) -> list[SimpleNamespace]:
        return [SimpleNamespace(at=1.76e9 + 90_000 * n, mu=25 + n % 7 + n / 4, sigma=8.3 / (1 + n / 12)) for n in range(40)]

    monkeypatch.setattr(ratings, "steps_of", steps)
    ann, bo = (register(server.client(), f"{name} {len(looks)}") for name in ("Ann of the pages", "Bo of the pages"))
    for client in (ann, bo):
        form(client, "/me/account/profile", public="yes")
    for _ in range(2):
        table = sit_together(ann, bo)
        play_on({0: ann, 1: bo}, table)
    form(bo, f"/t/{table}/keep", wish="keep")
    reader = visitor()
    sign_in(reader, ann)

    check_looks(reader.go(f"/embed/{table}"), "people-embed", looks)
    check_looks(reader.go("/me"), "people-me", looks, whole=True)
    check_looks(reader.go("/holiday"), "people-holiday", looks, whole=True)
    check_looks(reader.go("/me/games"), "people-games", looks, whole=True)
    reader.page.get_by_role("link", name="Share or delete").first.click()
    expect(reader.page.locator("main")).to_contain_text("wishes to leave it as it is")
    check_looks(reader.page, "people-keep", looks, whole=True)
    reader.page.get_by_role("button", name="Keep it private").click()
    expect(reader.page.get_by_role("status")).to_contain_text("You have said: Keep it private.")
    check_looks(reader.go("/me/account"), "people-account", looks, whole=True)
    reader.page.get_by_role("link", name="Your profile").click()
    expect(reader.page.locator("svg.graph")).to_be_visible()
    check_looks(reader.page, "people-profile", looks, whole=True)


IN_GERMAN = {
    "/me": "Deine Tische",
    "/me/games": "Meine Partien",
    "/me/account": "Dein Konto",
    "/leaderboards": "Ranglisten",
    "/watch": "Partien zum Zuschauen",
    "/holiday": "Urlaub",
    "/tournaments": "Turniere",
    "/new?game=northern-pacific&way=days": "Neuer Tisch",
    "/reset": "Ein neues Passwort",
}
"""Pages of people, each with words that stand on it."""


def test_pages_about_people_in_german_on_a_phone(
    visitor: Callable[..., Person], server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profiles, "FEWEST_GAMES", 1)
    ann, bo = (register(server.client(), f"{name} vom Bahnhof Garsdale") for name in ("Annegret", "Bartholomäus"))
    for client in (ann, bo):
        form(client, "/me/account/profile", public="yes")
    table = sit_together(ann, bo, public=True)
    play_on({0: ann, 1: bo}, table)
    reader = visitor(phone=True, locale="de")
    sign_in(reader, ann)
    paths = {**IN_GERMAN, f"/t/{table}/keep": "teilen, behalten oder löschen", f"/embed/{table}": "Der ganze Tisch"}
    for path, words in paths.items():
        page = reader.go(path)
        expect(page.locator("html")).to_have_attribute("lang", "de")
        expect(page.locator("main")).to_contain_text(words)
        shoot(page, f"people-german{path.partition('?')[0].replace('/', '-').replace(table, 'table')}", whole=True)
        check_width(page)
    page = reader.go("/leaderboards")
    page.get_by_role("link", name="Bartholomäus vom Bahnhof Garsdale").click()
    expect(page.locator("main")).to_contain_text("Gegen dich")
    check_for_everybody(page)
    shoot(page, "people-german-profile", whole=True)


def test_a_reset_link_fills_in_its_code(visitor: Callable[..., Person], server: Running) -> None:
    register(server.client(), "Resetter")
    secret = reset_secret(server, "resetter")
    ann = visitor()
    page = ann.go(f"/reset#{secret}")
    expect(page.get_by_label("Code")).to_have_value(secret)
    assert "#" not in page.url
    page.get_by_label("New password").fill("a new password")
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_role("status")).to_contain_text("Your password is changed")
