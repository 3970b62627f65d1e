"""Web push: a message is encrypted for one browser (RFC 8291) and signed by this server (VAPID, RFC 8292).

The browser's own push service carries it, and cannot read it.  The key pair of this server follows from its signing key, so
it outlasts restarts and is the same in all processes.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Any
from urllib.parse import urlsplit

from branchline.server.base.settings import Settings
from branchline.server.notifications.webhook_addresses import Target, authority, default_port

CURVE_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of P-256: a private key is a number below it."""
KEPT_SECONDS = 86_400
"""How long the push service keeps a message for a browser that is switched off."""
SIGNED_SECONDS = 12 * 3600
LARGEST = 3000
"""Bytes of a message; push services take 4096 with the encryption."""
POINT, AUTH = 65, 16
"""Bytes of a browser's public key and of its secret."""


class PushKey:
    """The key pair by which push services know this server."""

    def __init__(self, key: bytes, contact: str) -> None:
        """`contact`: where operators of push services can complain, as a `mailto:` or `https:` address."""
        self._key, self._contact = key, contact
        self._pair: Any = None

    def _signer(self) -> Any:
        """The key pair, made at its first use: the library takes a while to load."""
        if self._pair is None:
            from cryptography.hazmat.primitives.asymmetric import ec
            from py_vapid import Vapid02

            number = int.from_bytes(hmac.digest(self._key, b"branchline push", "sha512")) % (CURVE_ORDER - 1) + 1
            self._pair = Vapid02(ec.derive_private_key(number, ec.SECP256R1()))
        return self._pair

    @property
    def public(self) -> str:
        """The public key, as browsers want it."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        point = self._signer().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return encode(point)

    def headers(self, target: Target, topic: str) -> dict[str, str]:
        """The headers of a message to a push service.  A newer message about the same topic replaces one that still waits."""
        host = authority(target.host, None if target.port == default_port(target.scheme) else target.port)
        claims = {"aud": f"{target.scheme}://{host}", "exp": int(time.time()) + SIGNED_SECONDS, "sub": self._contact}
        return {
            **self._signer().sign(claims),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(KEPT_SECONDS),
            "Topic": encode(hashlib.sha256(topic.encode()).digest()[:24]),
            "Urgency": "normal",
            "User-Agent": "branchline-push/1",
        }


def contact_of(settings: Settings) -> str:
    """Where operators of push services can complain about this server."""
    host = urlsplit(settings.address).hostname
    return f"mailto:{settings.mail_from}" if settings.mail_from else f"https://{host or 'localhost'}"


def encrypt(message: dict[str, Any], keys: dict[str, str]) -> bytes:
    """A message that only the browser with these keys can read; a ValueError if the keys are none."""
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    point, auth = read_keys(keys)
    plain = json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode()[:LARGEST]
    sender = ec.generate_private_key(ec.SECP256R1())
    found: bytes = http_ece.encrypt(plain, private_key=sender, dh=point, auth_secret=auth, version="aes128gcm")
    return found


def read_keys(keys: dict[str, str]) -> tuple[bytes, bytes]:
    """The public key and the secret of a browser; a ValueError if these are none."""
    from cryptography.hazmat.primitives.asymmetric import ec

    point, auth = decode(keys["p256dh"]), decode(keys["auth"])
    if len(point) != POINT or len(auth) != AUTH:
        raise ValueError("keys of another length")
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    return point, auth


def encode(data: bytes) -> str:
    """Bytes in URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The bytes from URL-safe base64; a ValueError if it is none."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
