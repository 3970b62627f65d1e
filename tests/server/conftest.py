"""A server that sends push messages and mails, and those who receive them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.notifying import SITE
from tests.server.postboxes import MailBox, PushService, mail_box, push_service
from tests.server.running import Running, running


@pytest.fixture(scope="module")
def post() -> Iterator[MailBox]:
    with mail_box() as box:
        yield box


@pytest.fixture(scope="module")
def site(post: MailBox, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that sends mails at once, every time that something happens."""
    settings: dict[str, Any] = {
        "mail_server": post.url,
        "mail_from": "trains@trains.example",
        "mail_wait": 0.0,
        "mail_interval": 0.0,
    }
    with running(tmp_path_factory.mktemp("post"), address=SITE, private_webhooks=True, **settings) as server:
        server.services.notifications.pause = 0.05
        yield server


@pytest.fixture
def browser() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture(autouse=True)
def _is_open(request: pytest.FixtureRequest) -> Iterator[None]:
    """The mail server is open again after a test that has closed it."""
    yield
    if "post" in request.fixturenames:
        box = request.getfixturevalue("post")
        box.close()
        box.open()
