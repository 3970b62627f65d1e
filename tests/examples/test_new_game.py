"""The guide docs/new-game.md works as written: its game is installed, checked, played by bots, and on the site by clicking.

The game is a package of its own.  Only the processes that this test starts know it.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect, sync_playwright

from branchline.server.base.settings import Settings
from serving import UNLIMITED, Serving, serving
from tests.browser.conftest import CHROMIUM, DESKTOP, PHONE, Person, shoot
from tests.browser.everybody import check_for_everybody
from tests.browser.playing import is_over, my_turn, play_on
from tests.server.running import wait_until

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "pick_up_goods"
GUIDE = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")
NAME = "pick-up-goods"
FILES = dict(re.findall(r"^`([\w/.]+)`\n\n(```+\w+\n.*?^```+)$", GUIDE, re.MULTILINE | re.DOTALL))
"""The files that the guide shows, each with its block."""
COMMANDS = re.findall(r"^\.venv/bin/((?:branchline|python) .*)$", GUIDE, re.MULTILINE)

pytestmark = pytest.mark.timeout(300)


def test_the_guide_shows_every_file_as_it_is() -> None:
    files = {str(file.relative_to(EXAMPLE)): file for file in EXAMPLE.rglob("*") if file.suffix in (".py", ".md", ".toml")}
    assert sorted(FILES) == sorted(files)
    for name, block in FILES.items():
        shown = block.partition("\n")[2].rpartition("\n")[0] + "\n"
        assert shown == files[name].read_text(encoding="utf-8"), name


def test_the_floor_plan_names_every_file() -> None:
    plan = GUIDE.partition("```text\n")[2].partition("```")[0]
    assert sorted(re.findall(r"\S+\.\w+", plan)) == sorted(Path(name).name for name in FILES)


def needed(missing: str) -> None:
    """Leave a test out where something is not installed; with CI=true it fails."""
    if os.environ.get("CI") == "true":
        pytest.fail(missing)
    pytest.skip(missing)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """PYTHONPATH of processes for which the game is installed."""
    if importlib.util.find_spec("hatchling") is None:
        needed("There is no hatchling. hint: pip install hatchling.")
    folder = str(tmp_path_factory.mktemp("installed"))
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, "--target", folder, str(EXAMPLE)], check=True)
    return os.pathsep.join([folder, *filter(None, [os.environ.get("PYTHONPATH")])])


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_guide(command: str, path: str) -> None:
    program, *words = shlex.split(command)
    modules = ["-m", "branchline"] if program == "branchline" else []
    done = subprocess.run(
        [sys.executable, *modules, *words],
        env={**os.environ, "PYTHONPATH": path},
        input="1\nquit\n",
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "Pick-up Goods" in done.stdout or NAME in done.stdout or "PG 2.3" in done.stdout
    assert "forfeit" not in done.stdout


def test_what_is_left_out_is_told(path: str) -> None:
    order = f"from branchline.testing import left_out; print(*left_out({NAME!r}), sep='\\n')"
    done = subprocess.run([sys.executable, "-c", order], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)
    assert "There is no data/lesson.toml: the page Learn leaves the game out." in done.stdout.splitlines()
    assert "GameSpec.drawing is left out: the board is a sheet with what Text.describe says." in done.stdout.splitlines()
    assert not any("tell" in line for line in done.stdout.splitlines())


def test_other_libraries_know_the_game(path: str) -> None:
    pytest.importorskip("pyspiel")
    order = "from branchline.envs import openspiel, registration; print([*openspiel.NAMES, *registration.IDS])"
    done = subprocess.run([sys.executable, "-c", order], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)
    assert "'branchline_pick_up_goods'" in done.stdout, done.stderr
    assert "'PickUpGoods-v0'" in done.stdout


def test_a_whole_game_on_the_site(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if CHROMIUM is None:
        needed("There is no Chromium. hint: apt install chromium.")
    monkeypatch.setenv("PYTHONPATH", path)
    with serving(Settings(data=str(tmp_path), bot_pause=0.0, **UNLIMITED)) as server, sync_playwright() as playwright:
        wait_until(lambda: is_ready(server), 240)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for size, locale in ((DESKTOP, "en"), (PHONE, "de")):
            context = browser.new_context(viewport=size, locale=locale, reduced_motion="reduce")
            person = Person(context, server.url)
            visit_pages(person)
            play(person, f"new-game-{locale}", to_the_end=size is DESKTOP)
            person.check(person.faults)
            context.close()
        browser.close()


def is_ready(server: Serving) -> Any:
    try:
        games = httpx.get(f"{server.url}/api/status").json()["games"]
    except httpx.TransportError:
        return False
    (found,) = [game for game in games if game["game"] == NAME]
    assert found["step"] != "failed", found
    return found["step"] == "ready"


def visit_pages(person: Person) -> None:
    """The pages around the tables show the game with what it has."""
    expect(person.go(f"/rules/{NAME}").locator("#PG-2\\.3")).to_contain_text("higher number")
    assert person.go("/learn").locator(f"a[href='/learn/{NAME}']").count() == 0
    person.allowed = ("404",)
    expect(person.go(f"/learn/{NAME}").locator("main")).to_contain_text("Pick-up Goods")
    page = person.go("/")
    assert page.locator(f"a[href='/learn/{NAME}']").count() == 0
    cover = page.locator(f"img[src='/picture/{NAME}.svg']")
    cover.scroll_into_view_if_needed()
    expect(cover).to_have_js_property("naturalWidth", 600)


def play(person: Person, picture: str, to_the_end: bool) -> None:
    """From the first page to the result, or a few moves, against bots."""
    page = person.page
    page.locator(f"form[action='/play/{NAME}'] button").click()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    expect(page.locator("#board svg.plain")).to_be_visible()
    expect(page.locator("#picks button").first).to_be_visible()
    play_on(page, seed=1, clicks=2)
    my_turn(page)
    assert "PG 2.1" in page.locator("#log").inner_text()
    shoot(page, picture)
    check_for_everybody(page)
    if to_the_end:
        play_on(page, seed=2)
        assert is_over(page)
        page.locator("#result summary", has_text="Score sheet").click()
        expect(page.locator("#result table")).to_be_visible()
        check_for_everybody(page)
