"""The browser's modules: typed, few, and from nowhere else."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from rjsmin import jsmin

import branchline
from branchline.server.pages.static_files import sent

ROOT = Path(__file__).parents[2]
SERVER = Path(branchline.__file__).parent / "server"
MODULES = sorted((SERVER / "static").glob("*.js"))
IMPORTED = re.compile(r'^import .*?"\./([\w-]+)\.js";', re.MULTILINE)
TYPESCRIPT = "typescript@5.9"


def test_types() -> None:
    """JSDoc types hold, as the TypeScript compiler reads them."""
    npx = shutil.which("npx")
    if npx is None:
        missing = "There is no npx to check the types of the browser's modules with. hint: apt install npm."
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    words = [npx, "--yes", "--package", TYPESCRIPT, "tsc", "--project", str(ROOT / "jsconfig.json")]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout


def test_modules_stay_small() -> None:
    assert sum(len(module.read_text(encoding="utf-8").splitlines()) for module in MODULES) < 2500


def test_comments_stay_here() -> None:
    """Modules are sent without comments and indentation; all their texts are still there."""
    for module in MODULES:
        text = module.read_text(encoding="utf-8")
        sent = jsmin(text)
        assert not re.search(r"/\*\*|@ts-check|^\s", sent, re.MULTILINE), module.name
        code = re.sub(r"/\*\*.*?\*/|^\s*//.*?$", "", text, flags=re.MULTILINE | re.DOTALL)
        assert [found for found in re.findall(r'"[^"\n]*"', code) if found not in sent] == [], module.name


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_a_module_is_sent_with_all_that_it_imports(module: Path) -> None:
    """One file for a page: nothing is left to fetch, everything once, and every imported name is there."""
    text, name = sent(module.name), module.stem
    assert not re.search(r"""^import\b|[;}]import[\s{"']|\bfrom ?["']\./""", text, re.MULTILINE)
    made = re.findall(r"const (?:\$(\w+))=\(\(\)=>\{", text)
    assert len(made) == len(set(made))
    returned = {
        one: set(names.split(",")) for one, names in zip(made, re.findall(r"return\{([\w,]*)\};\}\)\(\);", text), strict=True)
    }
    taken = re.findall(r"const ?\{([\w,]+)\}=\$(\w+);", text)
    assert [(names, one) for names, one in taken if not set(names.split(",")) <= returned[one]] == []
    written = {
        one
        for file in (module, *(module.with_name(f"{one}.js") for one in made))
        for one in IMPORTED.findall(file.read_text("utf-8"))
    }
    assert written == set(made), name


def test_the_page_of_a_table_fetches_one_module() -> None:
    """Its module contains the one of every page: a second copy would copy every link twice."""
    assert "$page=" in sent("table.js")
    table = (SERVER / "pages" / "templates" / "table.html").read_text(encoding="utf-8")
    assert "{% block script %}" in table


def test_every_module_is_checked() -> None:
    assert [module.name for module in MODULES if not module.read_text(encoding="utf-8").startswith("// @ts-check")] == []


def test_nothing_comes_from_elsewhere() -> None:
    """Pages work without internet: no address of another host, no inline script or style."""
    for file in [*MODULES, *(SERVER / "pages").rglob("*.html"), *(SERVER / "static").glob("*.css")]:
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://", text), file.name
        assert not re.search(r"\son\w+=|style=|<script>(?!</)", text), file.name
