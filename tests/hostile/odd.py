"""Odd values for every part of a request."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

LONG = "x" * 50_000
VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    0,
    1,
    20,
    2**31,
    2**63,
    -(2**63) - 1,
    10**400,
    1e308,
    0.5,
    -0.0,
    float("inf"),
    float("nan"),
    "",
    " ",
    "0",
    "-1",
    "²",
    "٣",
    "1e9",
    "true",
    "me",
    "np",
    "NORTHERN-PACIFIC",
    "x" * 201,
    LONG,
    "\x00",
    "a\u202eb",
    "\ud800",
    "\udfff\ud800",
    "\ufeff",
    "e\u0301" * 30,
    "ß" * 40,
    "ﷺ" * 40,
    "👩‍👩‍👧‍👦",
    "' OR 1=1 --",
    "%s%n{0}{x!r}",
    "${7*7}{{7*7}}",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "http://127.0.0.1:1/",
    "https://[::1]/",
    "https://hook.invalid:99999/",
    "seat_" + "A" * 24,
    "invite_" + "é" * 24,
    [],
    {},
    [[]],
    [{}] * 300,
    {"kind": "me"},
    {"kind": "bot", "level": "expert"},
    [{"kind": "me"}] * 21,
    {"kind": "move", "seconds": -1},
    {"kind": "bank", "seconds": 1e308, "increment": 1e308},
    {"rounds": 10**30, "map": "../../x", "scoring": "\u0000"},
)


def _nested(pair: str, depth: int) -> bytes:
    return (pair[0] * depth + pair[1] * depth).encode()


BYTES: tuple[Callable[[], bytes], ...] = (
    lambda: b"",
    lambda: b" ",
    lambda: b"null",
    lambda: b"[]",
    lambda: b'"text"',
    lambda: b"0",
    lambda: b"{",
    lambda: b"{}}",
    lambda: b"{'move': 1}",
    lambda: b"\xff\xfe\x00",
    lambda: b"\xef\xbb\xbf{}",
    lambda: b'{"name": "\xc3\x28"}',
    lambda: b'{"name": "\xed\xa0\x80"}',
    lambda: b'{"name": "\\ud800"}',
    lambda: b'{"name": "\\u0000"}',
    lambda: b'{"name": NaN, "ply": Infinity}',
    lambda: b'{"ply": ' + b"9" * 5_000 + b"}",
    lambda: b'{"ply": 1e999999}',
    lambda: b'{"ply": -' + b"1" * 4_299 + b', "move": "x"}',
    lambda: _nested("[]", 30_000),
    lambda: _nested("[]", 900),
    lambda: b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    lambda: b'{"seats": ' + _nested("[]", 2_000) + b', "game": "np"}',
    lambda: b'{"name": "Ann", "name": "Bo", "name": null}',
    lambda: json.dumps({f"k{number}": number for number in range(3_000)}).encode(),
    lambda: json.dumps({"name": "x" * 60_000}).encode(),
    lambda: json.dumps({"name": "x" * 70_000}).encode(),
    lambda: json.dumps({"record": "branchline-record 1\n" * 20_000}).encode(),
    lambda: json.dumps({"record": "[" * 100_000}).encode(),
    lambda: json.dumps({"record": '{"format": "branchline-record", "version": 1, "actions": [[]]}'}).encode(),
    lambda: json.dumps({"record": '{"game": ' + "9" * 5_000 + "}"}).encode(),
    lambda: '{"name": "Ann"}'.encode("utf-16"),
    lambda: '{"name": "Ann", "label": "Änn"}'.encode("utf-32"),
    lambda: b"name=Ann&move=x",
)
METHODS = tuple(b"PUT PATCH DELETE POST GET HEAD OPTIONS TRACE CONNECT PROPFIND BREW get Post M-SEARCH".split())
CONTENT_TYPES = (
    b"",
    b"text/plain",
    b"application/xml",
    b"application/json; charset=utf-16",
    b"application/json; charset=undefined",
    b"application/vnd.api+json",
    b"application/jsonx",
    b"json",
    b"application/x-www-form-urlencoded",
    b"application/x-www-form-urlencoded; charset=utf-7",
    b"multipart/form-data",
    b"multipart/form-data; boundary=",
    b"multipart/form-data; boundary=" + b"b" * 5_000,
    b"multipart/form-data; boundary=\xff\xfe",
    b'multipart/form-data; boundary="',
    b"multipart/mixed; boundary=b",
    b"\xff\xfe",
    b"application/json, text/html",
    b";;;=",
)
ADDRESSES = (
    b"%00",
    b"%0d%0aSet-Cookie:%20a=b",
    b"%09",
    b"%1b[2J",
    b"%7f",
    b"%ff%fe",
    b"%ED%A0%80",
    b"%",
    b"%zz",
    b"%252e%252e%252f",
    b"..",
    b"../..",
    b"..%2f..%2f..%2fetc%2fpasswd",
    b"%2e%2e%5c%2e%2e%5cwindows",
    b"....//",
    b"//",
    b"/",
    b".",
    b"~root",
    b"%E2%80%AE",
    b"%EF%BC%91",
    b"%C2%B2",
    b"%D9%A3",
    b"%F0%9F%9A%82",
    b"%C3%9F" * 100,
    b"a" * 300,
    b"a" * 8_000,
    b"0",
    b"-1",
    b"-0",
    b"+1",
    b"1.0",
    b"1e3",
    b"0x10",
    b"1_0",
    b"%201",
    b"20",
    b"1000001",
    b"9" * 19,
    b"9" * 30,
    b"9" * 5_000,
    b"nan",
    b"true",
    b"null",
    b"aaaaaaaaaaaa",
    b"AAAA",
    b"a'b",
    b"%27%20OR%201=1--",
    b"{table}",
    b"[]",
    b"*",
    b";a=b",
    b"con",
    b"northern-pacific",
    b"7-0",
    b"7-" + b"9" * 26,
    b"9" * 20 + b"-0",
    b"https://evil.invalid/",
)
QUERIES = (
    b"seat",
    b"ply",
    b"after",
    b"brief",
    b"json",
    b"have",
    b"game",
    b"waiting",
    b"step",
    b"nothing",
    b"seat%00",
    b"",
    b"seat[]",
)
_COMMON = (b"", b" ", b"\xff\xfe\xc3\xa9", b"\xc2\xb2", b"x" * 8_000, b"%00%0d%0a", b"\t,;=\"'", b"0", b"-1", b"null")
HEADERS: dict[bytes, tuple[bytes, ...]] = {
    b"Authorization": (
        *_COMMON,
        b"Bearer",
        b"Bearer ",
        b"bearer token_",
        b"Bearer token_" + b"A" * 32,
        b"Bearer token_\xc3\xa9\xff",
        b"Bearer token_" + b"x" * 9_000,
        b"Bearer seat_",
        b"Bearer seat_" + b"A" * 24,
        b"Bearer seat_\xc3\xa9\xff",
        b"Bearer seat_ seat_",
        b"Bearer invite_" + b"A" * 24,
        b"Basic YTpi",
        b"Digest username=x",
    ),
    b"Cookie": (
        *_COMMON,
        b"branchline=",
        b"branchline=x.y.z",
        b"branchline=" + b"A" * 4_000,
        b'branchline="\\377\\000"; branchline=2',
        b"branchline=\xff\xfe; look=de.dark",
        b"branchline=eyJwZXJzb24iOiJ4IiwiZXBvY2giOjB9.aaaaaa.bbbbbb",
        b"branchline-browser=x.y; look=zz.../../",
        b"look=de.dark; look=en." + b"x" * 1_000,
        b"; ;=; =a; a",
    ),
    b"Last-Event-ID": (*_COMMON, b"1-1", b"-1--1", b"1000000-0", b"9" * 28 + b"-0", b"0-" + b"9" * 28, b"\xc2\xb2-\xc2\xb2"),
    b"Accept-Language": (*_COMMON, b"de", b"de;q=nan", b"*;q=\xc2\xb2", b"de-" * 2_000, b"zz, qq;q=1e999, de"),
    b"Accept": (*_COMMON, b"text/html", b"text/html;q=", b"*/*", b"application/json", b"text/event-stream"),
    b"Accept-Encoding": (*_COMMON, b"gzip;q=0", b"br, zstd", b"identity;q=0"),
    b"Origin": (*_COMMON, b"null", b"http://[::bad", b"https://evil.invalid", b"http://127.0.0.1:99999", b"http://\xc2\xb2"),
    b"Sec-Fetch-Site": (*_COMMON, b"cross-site", b"same-site", b"none"),
    b"Host": (
        *_COMMON,
        b"[::bad",
        b"[::1",
        b"]",
        b"evil.invalid",
        b"a:b:c",
        b"127.0.0.1:99999",
        b"user@host:1",
        b"host/path?x#y",
        b"\xff",
        b"xn--\xc3\xa9",
    ),
    b"X-Forwarded-For": (
        *_COMMON,
        b"1.2.3.4",
        b"1.2.3.4, , x",
        b"::1%eth0",
        b"1.2.3.4:99999",
        b"[::1",
        b"unknown",
        b"," * 5_000,
    ),
    b"X-Forwarded-Proto": (*_COMMON, b"https", b"https,http", b"ftp", b"wss", b"javascript"),
    b"X-Forwarded-Host": (*_COMMON, b"evil.invalid"),
    b"Forwarded": (*_COMMON, b'for="[::1]";proto=https;host=evil.invalid'),
    b"Range": (*_COMMON, b"bytes=0-", b"bytes=-1", b"bytes=9-1", b"bytes=" + b"0-1," * 1_000, b"bytes=0-" + b"9" * 40),
    b"If-None-Match": (*_COMMON, b'"x"', b"*"),
    b"If-Modified-Since": (*_COMMON, b"Thu, 99 Foo 0000 99:99:99 GMT", b"Fri, 31 Dec 9999 23:59:59 GMT"),
    b"Expect": (*_COMMON, b"100-continue", b"200-ok"),
    b"Upgrade": (*_COMMON, b"websocket", b"h2c"),
    b"Content-Encoding": (*_COMMON, b"gzip", b"br"),
}
LENGTHS: tuple[tuple[tuple[bytes, bytes], ...], ...] = (
    (),
    ((b"Content-Length", b"0"),),
    ((b"Content-Length", b"5"),),
    ((b"Content-Length", b"-1"),),
    ((b"Content-Length", b"+5"),),
    ((b"Content-Length", b"\xc2\xb2"),),
    ((b"Content-Length", b"0x10"),),
    ((b"Content-Length", b"99999999999999999999"),),
    ((b"Content-Length", b"99999999"),),
    ((b"Content-Length", b"5"), (b"Content-Length", b"6")),
    ((b"Content-Length", b"5, 5"),),
    ((b"Transfer-Encoding", b"chunked"),),
    ((b"Transfer-Encoding", b"chunked"), (b"Content-Length", b"5")),
    ((b"Transfer-Encoding", b"gzip"),),
    ((b"Transfer-Encoding", b"chunked, identity"),),
    ((b"Transfer-Encoding", b"x"), (b"Content-Length", b"0")),
)

# -- multipart ----------------------------------------------------------------------------------------------------

Multipart = tuple[bytes, bytes]


def _parts(fields: dict[str, Any], kind: bytes = b"multipart/form-data; boundary=b", **more: bytes) -> Multipart:
    extra, value = more.get("extra", b""), more.get("value")
    body = b""
    for name, usual in fields.items():
        given = str(usual).encode() if value is None else value
        body += b'--b\r\nContent-Disposition: form-data; name="' + name.encode() + b'"\r\n' + extra + b"\r\n" + given + b"\r\n"
    return kind, body + b"--b--\r\n"


def _charset(fields: dict[str, Any], chance: random.Random) -> Multipart:
    """A charset of the sender's choice: some codecs of Python know other errors, and some make halves of surrogates."""
    names = b"undefined idna punycode unicode_escape raw_unicode_escape utf-7 utf-16 hex rot13 base64 mbcs x\xff utf-8-sig"
    values = (b"\\ud800", b"\\x00", b"xn--\xff", b"\xff\xfe", b"a" * 70, b"Ann")
    charset = chance.choice(names.split())
    return _parts(fields, b"multipart/form-data; charset=" + charset + b"; boundary=b", value=chance.choice(values))


def _value(fields: dict[str, Any], chance: random.Random) -> Multipart:
    return _parts(fields, value=chance.choice((b"", b"\xff\xfe", b"\x00", b"\xc2\xb2", b"\xed\xa0\x80", b"x" * 20_000, b"--b")))


def _extra(fields: dict[str, Any], chance: random.Random) -> Multipart:
    heads = (
        b"Content-Type: text/plain; charset=undefined\r\n",
        b"Content-Transfer-Encoding: base64\r\n",
        b"X: " + b"y" * 10_000 + b"\r\n",
        b"Y: z\r\n" * 500,
        b"\xff\xfe: \x00\r\n",
        b"no colon\r\n",
    )
    return _parts(fields, extra=chance.choice(heads))


def _file(fields: dict[str, Any], chance: random.Random) -> Multipart:
    """A file where a text is expected, or with an odd name or content."""
    name = chance.choice((*(field.encode() for field in fields), b"file"))
    file = chance.choice((b"", b"../../x", b"\xff\xfe", b"a\x00b", b"x" * 3_000))
    content = chance.choice((b"", b"\xff\xfe\x00", b"branchline-record 1\n", b"[" * 60_000, b"{}", b"\xed\xa0\x80"))
    kind, rest = _parts(fields)
    head = b'--b\r\nContent-Disposition: form-data; name="' + name + b'"; filename="' + file + b'"\r\n\r\n'
    return kind, head + content + b"\r\n" + rest


def _broken(fields: dict[str, Any], chance: random.Random) -> Multipart:
    kind, body = _parts(fields)
    broken = (
        body[: chance.randrange(len(body))],
        body.replace(b"\r\n", b"\n"),
        body.replace(b"name=", b"nome="),
        body.replace(b"form-data", b"attachment"),
        body.replace(b"Content-Disposition", b"Content"),
        body.replace(b"--b--", b"--c--"),
        body * 100,
        b"\r\n" * 5_000 + body,
        b"",
        b"--b",
    )
    return kind, chance.choice(broken)


Maker = Callable[[dict[str, Any], random.Random], Multipart]
MULTIPART: tuple[Maker, ...] = (
    _charset,
    _charset,
    _value,
    _extra,
    _file,
    _broken,
)
