"""The installed app: the service worker, the page without a connection, push messages, and the buttons for them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from branchline.server.pages import web_app
from branchline.server.pages.static_files import static
from tests.browser.conftest import Person, shoot
from tests.server.postboxes import PushService, push_service
from tests.server.running import Running, wait_until

READY = "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"
KEPT = "caches.open('seen').then((cache) => cache.keys()).then((all) => all.map((one) => new URL(one.url).pathname))"
NOTICES = "navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) => all.map((one) => one.title))"

App = Callable[..., Person]
RENEWED = """async () => {
  const sent = [];
  const real = self.fetch;
  self.fetch = async (address, { body } = {}) => {
    sent.push([address, body ? JSON.parse(body).endpoint : null]);
    return new Response("{}");
  };
  let done;
  const made = { toJSON: () => ({ endpoint: "new" }) };
  const more = { oldSubscription: { endpoint: "old" }, newSubscription: made, waitUntil: (work) => (done = work) };
  self.dispatchEvent(Object.assign(new Event("pushsubscriptionchange"), more));
  await done;
  self.fetch = real;
  return sent;
}"""
"""What the service worker sends when the browser has ended its subscription by itself: addresses with endpoints."""


@pytest.fixture
def app(visitor: Callable[..., Person]) -> App:
    """Somebody whose browser has the service worker."""

    def make(**more: Any) -> Person:
        person = visitor(service_workers="allow", **more)
        person.allowed = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "422")
        page = person.go("/")
        until(page, READY)
        return person

    return make


def until(page: Page, promise: str) -> None:
    """Wait for a promise of something true.  Playwright itself would take the promise for true."""
    wait_until(lambda: page.evaluate(promise))


def at_a_table(person: Person) -> str:
    """A table of one's own whose position the service worker has kept."""
    page = person.go("/")
    page.click("form[action='/play/northern-pacific'] button")
    page.wait_for_url("**/t/*")
    path = "/t/" + page.url.rpartition("/t/")[2].partition("?")[0]
    until(page, f"{KEPT}.then((paths) => paths.includes('{path}'))")
    return path


def leave(page: Page, registered: str = "navigator.serviceWorker.getRegistrations()") -> None:
    """The next test finds no service worker."""
    page.evaluate(f"{registered}.then((all) => Promise.all(all.map((one) => one.unregister())))")
    page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))")


def test_the_position_last_seen_is_there_without_a_connection(app: App) -> None:
    ann = app()
    path = at_a_table(ann)
    ann.context.set_offline(True)
    page = ann.go(path)
    expect(page.locator("h1")).to_have_text("No connection")
    expect(page.locator("#seen svg").first).to_be_visible()
    expect(page.locator("#seen h2")).to_contain_text("Northern Pacific")
    shoot(page, "offline", whole=True)
    ann.context.set_offline(False)
    expect(page.locator("#board svg").first).to_be_visible()  # the page looks again by itself
    expect(page.locator("#seen")).to_have_count(0)
    leave(page)


def test_nothing_stays_after_signing_out(app: App) -> None:
    ann = app()
    page = ann.go("/me")
    page.fill("#account", "Ann of the App")
    page.fill("#password", "correct horse battery")
    page.click("button[value=register]")
    expect(page.locator("form[action='/me/leave']")).to_be_visible()
    path = at_a_table(ann)
    ann.go("/me").click("form[action='/me/leave'] button")
    until(page, f"{KEPT}.then((paths) => !paths.some((path) => path.startsWith('/t/')))")
    ann.context.set_offline(True)
    ann.go(path)
    expect(page.locator("h1")).to_have_text("No connection")
    assert page.locator("#seen svg").count() == 0
    ann.context.set_offline(False)
    expect(page.locator("h1")).not_to_have_text("No connection")  # the page looks again by itself
    leave(page)


def test_a_push_message_is_shown_and_opens_the_table(app: App) -> None:
    ann = app()
    page = ann.page
    ann.context.grant_permissions(["notifications"])
    devtools = ann.context.new_cdp_session(page)
    found: list[Any] = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    devtools.send("ServiceWorker.enable")
    until(page, READY)
    message = {"title": "Northern Pacific with Bo", "body": "It is your turn.", "path": "/t/abcdefgh", "off": "Turn off"}
    number = [one["registrationId"] for one in found if not one["isDeleted"]][-1]  # earlier tests leave deleted ones
    sent = {"origin": f"{ann.address}/", "registrationId": number, "data": json.dumps(message)}
    devtools.send("ServiceWorker.deliverPushMessage", sent)
    until(page, f"{NOTICES}.then((titles) => titles.includes('Northern Pacific with Bo'))")
    assert ann.context.service_workers[-1].evaluate(RENEWED) == [
        ["/me/notifications/push", None],
        ["/me/notifications/push", "new"],
        ["/me/notifications/push/off", "old"],
    ]
    click_the_notice(ann, "")
    worker = ann.context.service_workers[-1]
    wait_until(lambda: worker.evaluate("self.opened") == "/t/abcdefgh")
    assert page.evaluate(NOTICES) == [], "a message that was read is gone"
    leave(page)


CLICK = """async ([action, subscription]) => {
  self.clients.openWindow = async (path) => { self.opened = path; };
  const unsubscribe = async () => { self.ended = true; };
  PushManager.prototype.getSubscription = async () => ({ ...subscription, unsubscribe });
  await self.registration.showNotification("Northern Pacific with Bo", { tag: "/t/abcdefgh", data: "/t/abcdefgh" });
  const [notification] = await self.registration.getNotifications();
  self.dispatchEvent(new NotificationEvent("notificationclick", { notification, action }));
}"""


def click_the_notice(person: Person, action: str, endpoint: str = "") -> None:
    """Click a message, or a button of it.  Without a screen nobody sees one, so the service worker is told of the click."""
    person.context.service_workers[-1].evaluate(CLICK, [action, {"endpoint": endpoint}])


def test_no_old_page_stays_after_an_update(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """The new service worker fetches the changed files, and forgets those of the old one."""
    ann = app()
    page, old = ann.page, web_app._worker()
    style = static("site.css")
    page.evaluate("caches.open('pages').then((cache) => cache.add('/static/icon.svg'))")
    changed = f"{style.partition('?')[0]}?0123456789ab"
    monkeypatch.setattr(web_app, "_worker", lambda: old.replace(style, changed).replace('self.version="', 'self.version="new '))
    page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
    until(page, "caches.keys().then((names) => names.every((name) => name === 'seen' || name.startsWith('pages new ')))")
    kept = page.evaluate(f"caches.match('{changed}').then((found) => found.text())")
    assert kept == ann.context.request.get(ann.address + style).text()
    assert page.evaluate(f"caches.match('{style}').then((found) => found === undefined)")
    leave(page)


def test_the_buttons_of_this_device(server: Running, app: App) -> None:
    """The push service itself is played: a browser without internet has none."""
    with push_service() as service:
        ann = app()
        ann.context.grant_permissions(["notifications"])
        ann.context.request.post(ann.address + "/api/me", data={"name": "Ann"})
        page = _with_push(ann, service)
        expect(page.locator("[data-state]")).to_have_text("This device gets no notifications.")
        shoot(page, "notifications", whole=True)
        page.click("[data-on]")
        expect(page.locator("[data-state]")).to_have_text(re.compile("no address of a push service"))
        endpoint = "https://push.example/ann"  # nothing is sent there, since nothing happens
        where = f"{ann.address}/me/notifications/push?endpoint={endpoint}"
        page = _with_push(ann, service, endpoint=endpoint)
        for end in ("the button of the page", "the button of a message"):
            page.click("[data-on]")
            expect(page.locator("[data-state]")).to_have_text("This device gets notifications.")
            assert ann.context.request.get(where).json()["on"]
            if end == "the button of the page":
                page.click("[data-off]")
                expect(page.locator("[data-state]")).to_have_text("This device gets no notifications.")
            else:
                click_the_notice(ann, "off", endpoint)
                wait_until(lambda: ann.context.service_workers[-1].evaluate("self.ended"))
            assert not ann.context.request.get(where).json()["on"]
        leave(page)


def _with_push(person: Person, service: PushService, **other: str) -> Page:
    subscription = json.dumps({**service.subscription, **other})
    script = f"""
      let made = null;
      const unsubscribe = async () => {{ made = null; return true; }};
      const one = {{ ...{subscription}, toJSON: () => ({subscription}), unsubscribe }};
      PushManager.prototype.getSubscription = async () => made;
      PushManager.prototype.subscribe = async () => (made = one);
    """
    person.page.add_init_script(script)
    return person.go("/me")


@pytest.mark.parametrize("phone", [False, True])
def test_the_section_about_notifications(visitor: Callable[..., Person], phone: bool) -> None:
    ann = visitor(phone=phone, dark=phone, locale="de" if phone else "en")
    ann.context.request.post(ann.address + "/api/me", data={"name": "Ann"})
    page = ann.go("/me")
    expect(page.locator("#notifications h2")).to_be_visible()
    width = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert width[0] <= width[1]
    shoot(page, f"notifications-{'phone' if phone else 'desktop'}", whole=True)
