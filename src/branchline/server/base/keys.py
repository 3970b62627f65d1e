"""The server's key, the secrets in seat links that are derived from it, and new ids, tokens and hashes."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path

from branchline.errors import BadOption
from branchline.server.base.settings import KEY_VARIABLE, Environment

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # without characters that look alike


def load_key(folder: Path) -> bytes:
    """The signing key: from the environment, or from the data folder.  The first start creates it there."""
    if (key := Environment().key) is not None:
        given = key.get_secret_value()
        if len(given) < 16:
            raise BadOption(f"{KEY_VARIABLE} is too short to be safe. hint: 32 random characters.")
        return given.encode()
    file = folder / "key"
    if not file.exists():
        _make(file)
    return _read(file)


def _make(file: Path) -> None:
    """Create a key file in one step.  If several processes start at once, the first file stays."""
    draft = file.with_name(f"key.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as out:
        out.write(secrets.token_urlsafe(32))
        out.flush()
        os.fsync(out.fileno())
    with suppress(FileExistsError):
        os.link(draft, file)
    draft.unlink()


def _read(file: Path) -> bytes:
    key = file.read_bytes().strip()
    if len(key) < 16:
        raise BadOption(f"The key in {file} is too short to be safe. hint: remove the file; everybody has to sign in again.")
    return key


def new_id(length: int = 12) -> str:
    """An unguessable name for a table, person or token: 60 bits in twelve letters."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def link_secret(key: bytes, kind: str, table: str, seat: int, generation: int) -> str:
    """The secret in a link to a seat.  It is derived from the server's key, so the database holds nothing that opens a seat."""
    digest = hmac.digest(key, f"{kind} {table} {seat} {generation}".encode(), "sha256")
    return f"{kind}_" + base64.urlsafe_b64encode(digest[:18]).decode()


def new_token() -> str:
    """A bearer token for a program."""
    return "token_" + secrets.token_urlsafe(24)


def hashed(secret: str) -> str:
    """The hash that the database stores for a secret.  Secrets are long and random, so a plain hash is enough."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
