"""The colours of the board by day and by night, and the style sheet that switches them and shows what can be picked."""

from __future__ import annotations

from branchline.games.drawing import PICK_STYLE, themed

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
    "latest": ("#00798c", "#62dcf2"),
}
"""A name for each colour that differs: by day, by night.  Pieces and plates look the same in both."""
DAY = {name: colours[0] for name, colours in PALETTE.items()}
INK, PLATE = "#3a2a1b", "#fbf3df"
"""Lettering and outlines of pieces, and their plates, by day and by night."""


def paint(fill: str | None = None, stroke: str | None = None, *classes: str) -> dict[str, object]:
    """Attributes that colour an element: the colours of the day, and classes by which the style sheet changes them at night."""
    names = [*classes]
    names += [f"cpf-{fill}"] if fill else []
    names += [f"cps-{stroke}"] if stroke else []
    return {
        "fill": DAY[fill] if fill else "none" if stroke else None,
        "stroke": DAY[stroke] if stroke else None,
        "class_": " ".join(names) or None,
    }


def _uses() -> str:
    paints = "".join(f".cpf-{name}{{fill:var(--cp-{name})}}.cps-{name}{{stroke:var(--cp-{name})}}" for name in PALETTE)
    return paints + "".join(f".cp-line{letter}{{color:var(--cp-bed{letter})}}" for letter in ("", *"ABCD"))


STATES = """
.cp text{user-select:none}
.cp .cp-halo{fill:transparent;stroke:none}
.cp .can-pick,.cp .picked{pointer-events:all}
.cp .can-pick.cp-halo,.cp .can-pick>.cp-halo{
fill:var(--cp-gold);fill-opacity:.2;stroke:var(--cp-gold);stroke-width:6;stroke-dasharray:14 8;stroke-linecap:round;
animation:cp-breathe 2.2s ease-in-out 3}
.cp .can-pick.cp-halo:hover,.cp .can-pick:hover>.cp-halo{fill-opacity:.45;stroke-dasharray:none}
.cp .picked.cp-halo,.cp .picked>.cp-halo{
fill:var(--cp-glow);fill-opacity:.1;stroke:var(--cp-glow);stroke-width:8;stroke-dasharray:none;animation:none}
.cp .cp-held{transition:transform .15s}
.cp .cp-held>.cp-halo,.cp .cp-held.can-pick:hover>.cp-halo{fill-opacity:0}
.cp .ghost{opacity:.85}
.cp .cp-held.picked{transform:translateY(-10px)}
.cp .cp-gone{opacity:.5}
.cp .cp-rim{animation:cp-breathe 2.2s ease-in-out 3}
.cp .latest{transform-box:fill-box;transform-origin:center;animation:cp-land .5s ease-out}
@keyframes cp-breathe{50%{stroke-opacity:.35}}
@keyframes cp-land{from{opacity:0;transform:scale(1.25)}}
@media (prefers-reduced-motion:reduce){.cp *{animation:none!important;transition:none!important}}
"""
STYLE = (
    PICK_STYLE
    + themed(
        {f"cp-{name}": day for name, (day, _) in PALETTE.items()},
        {f"cp-{name}": night for name, (_, night) in PALETTE.items()},
        ".cp",
    )
    + _uses()
    + STATES.replace("\n", "")
)
"""The style sheet: part of a picture that stands alone, a file for pages."""
