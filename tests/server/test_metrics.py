"""Metrics: off by default, for the operator only, numbers without names."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from branchline.server.base.settings import METRICS_VARIABLE
from tests.server.running import Running

LINE = re.compile(r'[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? -?[0-9.e+-]+')


def test_metrics_are_off_by_default(shared: Running) -> None:
    assert shared.client().http.get("/metrics").status_code == 404


def test_metrics_are_numbers_without_names(start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    server = start(metrics=True, warm=False)
    ann = server.client()
    ann.post("/api/accounts", {"name": "Secret Ann", "password": "correct horse"}, 201)
    ann.get("/api/tables/nothinghere", 404)
    text = ann.get("/metrics")
    lines = text.splitlines()
    assert all(LINE.fullmatch(line) or line.startswith("# ") for line in lines)
    assert 'branchline_persons{kind="accounts"} 1' in lines
    assert re.search(r'branchline_requests_total\{status="4xx",process="\w+"\} 1\n', text)
    assert re.search(r'branchline_request_seconds_bucket\{process="\w+",le="\+Inf"\} 2\n', text)
    assert "process_resident_memory_bytes" in text
    assert "Ann" not in text
    assert "127.0.0.1" not in text

    elsewhere = {"X-Forwarded-For": "203.0.113.9"}, {"X-Forwarded-For": "127.0.0.1"}, {"Via": "1.1 proxy"}
    for headers in elsewhere:
        assert server.client().http.get("/metrics", headers=headers).status_code == 403, headers

    monkeypatch.setenv(METRICS_VARIABLE, "a token of the operator")
    assert ann.http.get("/metrics").status_code == 401
    assert ann.http.get("/metrics", headers={"Authorization": "Bearer another"}).status_code == 401
    headers = {"Authorization": "Bearer a token of the operator", "X-Forwarded-For": "203.0.113.9"}
    assert "branchline_info" in ann.http.get("/metrics", headers=headers).text
