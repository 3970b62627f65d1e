"""The site as an app: manifest, icons, service worker, and the page without a connection."""

from __future__ import annotations

import json
import re
import struct

from branchline.server.pages.static_files import static
from tests.server.running import Client


def test_the_manifest_names_icons_that_are_there(ann: Client) -> None:
    answer = ann.http.get("/manifest.webmanifest", headers={"Accept-Language": "de"})
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["lang"], manifest["start_url"], manifest["display"]) == ("de", "/", "standalone")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        picture = ann.http.get(icon["src"])
        assert picture.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", picture.content[16:24])
            assert f"{width}x{height}" == icon["sizes"]
    assert '<link rel="manifest" href="/manifest.webmanifest">' in ann.get("/")
    ann.get("/icon/icon-77.png", 404)
    ann.get("/icon/nothing-192.png", 422)


def test_the_service_worker_is_asked_for_anew_and_keeps_files_that_are_there(ann: Client) -> None:
    answer = ann.http.get("/sw.js")
    assert (answer.headers["content-type"], answer.headers["cache-control"]) == ("text/javascript; charset=utf-8", "no-cache")
    files = re.search(r"self\.files=(\[.*?\]);", answer.text)
    assert files is not None
    for file in json.loads(files[1]):
        assert ann.http.get(file).status_code == 200
    assert "worker-src 'self'" in answer.headers["content-security-policy"]


def test_the_page_without_a_connection_is_nobodys(ann: Client) -> None:
    ann.post("/api/me", {"name": "Ann of Nowhere"})
    assert "Ann of Nowhere" in ann.get("/")
    assert "Ann of Nowhere" not in ann.get("/offline")
    assert 'data-reader=""' in ann.get("/offline")


def test_a_page_has_a_mark_of_its_reader(ann: Client, bo: Client) -> None:
    assert ann.http.get("/").headers["branchline-reader"] == ""
    marks = []
    for person in (ann, bo):
        person.post("/api/me", {"name": "Somebody"})
        answer = person.http.get("/me")
        assert f'data-reader="{answer.headers["branchline-reader"]}"' in answer.text
        marks.append(answer.headers["branchline-reader"])
    assert marks[0] != marks[1]
    assert "branchline-reader" not in ann.http.get("/nothing", headers={"Accept": "text/html"}).headers, (
        "it is no page of anybody"
    )
    ann.http.post("/me/leave")
    assert ann.http.get("/").headers["branchline-reader"] == ""


def test_no_module_is_stale_after_an_update(ann: Client) -> None:
    for module in ("push.js", "sound.js"):
        assert f'import("{static(module)}")' in ann.http.get(static("table.js")).text, (
            "fetched later, by an address with a hash"
        )
        assert ann.http.get(f"/static/{module}").headers["cache-control"] == "no-cache"
        assert "immutable" in ann.http.get(static(module)).headers["cache-control"]
