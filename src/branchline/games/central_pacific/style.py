"""The colours of the board by day and by night, and the style sheet that switches them and shows what can be picked."""

from __future__ import annotations

PALETTE = {
    "table": ("#e3d0a6", "#171411"),
    "paper": ("#f6ebd2", "#2a241d"),
    "ink": ("#3a2a1b", "#e9dcc0"),
    "soft": ("#75623f", "#b3a283"),
    "bare": ("#f1e5c8", "#231f1a"),
    "bare2": ("#ecdfbe", "#28241e"),
    "grid": ("#cfbc93", "#3d362b"),
    "contour": ("#b08d57", "#6b5a3c"),
    "edge": ("#8a744c", "#14110e"),
    "shadow": ("#7d6642", "#000000"),
    "prairie": ("#dfe0b2", "#5a6142"),
    "streets": ("#f0d9bd", "#7b6650"),
    "wood": ("#cfd5a3", "#47523a"),
    "rock": ("#ddd0b4", "#645a49"),
    "bank": ("#8f7a55", "#332b20"),
    "bed": ("#c9b48c", "#9a8868"),
    "sleeper": ("#6b4a2f", "#4a3220"),
    "steel": ("#352f2c", "#17130f"),
    "bedA": ("#eda79b", "#d17a6c"),
    "bedB": ("#a3c4ea", "#6c9fd8"),
    "bedC": ("#f3d180", "#cfa544"),
    "bedD": ("#a4d3b3", "#68b086"),
    "gold": ("#b8790a", "#ffc94d"),
    "glow": ("#c8102e", "#ff8f73"),
}
"""A name for each colour that differs: by day, by night.  Pieces and plates look the same in both."""
DAY = {name: colours[0] for name, colours in PALETTE.items()}
INK, PLATE, LINING = "#3a2a1b", "#fbf3df", "#3a2a1b"
"""Lettering, plates and outlines of pieces, by day and by night."""


def paint(fill: str | None = None, stroke: str | None = None, *classes: str) -> dict[str, object]:
    """Attributes that colour an element: by day as attributes that any program understands, and as classes for the night."""
    names = [*classes]
    names += [f"cpf-{fill}"] if fill else []
    names += [f"cps-{stroke}"] if stroke else []
    return {
        "fill": DAY[fill] if fill else "none" if stroke else None,
        "stroke": DAY[stroke] if stroke else None,
        "class_": " ".join(names) or None,
    }


def _variables(night: int) -> str:
    return "".join(f"--cp-{name}:{colours[night]};" for name, colours in PALETTE.items())


def _uses() -> str:
    fills = "".join(f".cpf-{name}{{fill:var(--cp-{name})}}.cps-{name}{{stroke:var(--cp-{name})}}" for name in PALETTE)
    lines = "".join(f".cp-line{letter}{{color:var(--cp-bed{letter})}}" for letter in "ABCD")
    return fills + ".cp-line{color:var(--cp-bed)}" + lines


STATES = """
.central-pacific text{user-select:none}
.central-pacific .cp-halo{fill:transparent;stroke:none}
.central-pacific .can-pick{cursor:pointer;pointer-events:all}
.central-pacific .can-pick.cp-halo,.central-pacific .can-pick>.cp-halo{
fill:var(--cp-gold);fill-opacity:.2;stroke:var(--cp-gold);stroke-width:5;stroke-dasharray:14 7;stroke-linecap:round}
.central-pacific .can-pick.cp-halo:hover,.central-pacific .can-pick:hover>.cp-halo{fill-opacity:.45;stroke-dasharray:none}
.central-pacific .picked.cp-halo,.central-pacific .picked>.cp-halo{
fill:var(--cp-glow);fill-opacity:.16;stroke:var(--cp-glow);stroke-width:8;stroke-dasharray:none}
.central-pacific .pick:focus-visible{outline:6px solid var(--cp-glow);outline-offset:3px}
.central-pacific .cp-inHand{transition:transform .15s}
.central-pacific .cp-inHand.picked{transform:translateY(-12px)}
.central-pacific .cp-ghost{opacity:.82;pointer-events:none}
.central-pacific .ghost{pointer-events:none}
@keyframes cp-land{from{opacity:0;transform:scale(1.28)}}
@keyframes cp-breathe{50%{stroke-opacity:.35}}
.central-pacific .latest{transform-box:fill-box;transform-origin:center;animation:cp-land .45s ease-out}
.central-pacific .can-pick.cp-halo,.central-pacific .can-pick>.cp-halo,.central-pacific .cp-ghost .cp-rim{
animation:cp-breathe 2.2s ease-in-out infinite}
@media (prefers-reduced-motion:reduce){.central-pacific *{animation:none!important;transition:none!important}}
"""
STYLE = (
    f":root{{{_variables(0)}}}"
    f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{_variables(1)}}}}}"
    f":root[data-theme=dark]{{{_variables(1)}}}" + _uses() + STATES.replace("\n", "")
)
