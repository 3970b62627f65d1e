"""The pages about a person's games, account and profile: for everybody, and usable without a mouse or JavaScript."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from branchline.server.accounts import ratings
from tests.browser.conftest import Person
from tests.browser.everybody import Looks, check_looks, looks
from tests.server.running import Running
from tests.server.test_accounts import form, register, reset_secret, sit_together
from tests.server.test_games import play_on


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
    cookies = [{"name": name, "value": value, "url": server.url} for name, value in ann.http.cookies.items()]
    reader.context.add_cookies(cookies)  # type: ignore[arg-type]

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
