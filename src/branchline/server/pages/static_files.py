"""The site's own files as browsers get them: small, in one piece, and under addresses that change with the file."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from rcssmin import cssmin
from rjsmin import jsmin
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles

FOLDER = Path(str(files("branchline.server"))) / "static"
FOR_GOOD = "public, max-age=31536000, immutable"
MEDIA_TYPES = {".js": "text/javascript", ".css": "text/css"}
"""What is sent without comments and indentation."""
IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"\./([\w-]+)\.js";$', re.MULTILINE)
LATER = re.compile(r'\bawait import\("\./([\w-]+\.js)"\)')
"""A module that is fetched when it is needed."""
EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const|let) (\w+))", re.MULTILINE)


@cache
def sent(name: str) -> str:
    """The text of a module or a style sheet as it is sent.  A module contains all modules that it imports."""
    return _joined(name.removesuffix(".js")) if name.endswith(".js") else cssmin(_text(name))


@cache
def static(name: str) -> str:
    """The address of a static file.  It changes with the file, so browsers may cache the file forever."""
    body = sent(name).encode() if Path(name).suffix in MEDIA_TYPES else (FOLDER / name).read_bytes()
    return f"/static/{name}?{hashlib.blake2s(body, digest_size=6).hexdigest()}"


def _text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def _joined(name: str) -> str:
    """A module and all that it imports as one text, each of these in a function that returns what the module exports."""
    *imported, last = _in_order(name)
    return jsmin("".join([*(f"const ${module}=(()=>{{{_inner(module)}}})();\n" for module in imported), _with_imports(last)]))


def _in_order(name: str) -> list[str]:
    """The modules that a module needs, each behind those that it imports itself; at last the module."""
    found: dict[str, None] = {}
    for _, imported in IMPORT.findall(_text(f"{name}.js")):
        found.update(dict.fromkeys(_in_order(imported)))
    return [*found, name]


def _with_imports(name: str) -> str:
    """A module's own text.  Its imports are taken from the functions before it, or later from an address with a hash."""
    text = IMPORT.sub(lambda found: f"const{{{found[1]}}}=${found[2]};" if found[1] else "", _text(f"{name}.js"))
    return LATER.sub(lambda found: f'await import("{static(found[1])}")', text)


def _inner(name: str) -> str:
    """A module as the inside of a function."""
    text = _with_imports(name)
    exported = ",".join(found for _, found in EXPORT.findall(text))
    return EXPORT.sub(r"\1", text) + f"\nreturn{{{exported}}};"


class Static(StaticFiles):
    """Our static files.  Browsers may cache an address with a hash forever, and ask every time for one without."""

    async def get_response(self, path: str, scope: Any) -> Response:
        """The file; a module or a style sheet as it is sent."""
        response = await super().get_response(path, scope)
        if isinstance(response, FileResponse) and Path(path).suffix in MEDIA_TYPES:
            kept = {name: response.headers[name] for name in ("etag", "last-modified")}
            response = Response(sent(path), headers=kept, media_type=MEDIA_TYPES[Path(path).suffix])
        response.headers["cache-control"] = FOR_GOOD if scope.get("query_string") else "no-cache"
        return response
