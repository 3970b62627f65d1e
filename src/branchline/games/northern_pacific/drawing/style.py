"""The colours of the board, light and dark, and the style sheet of the drawing.

Everything that differs between light and dark is a custom property, so a page switches without drawing anew.
"""

from __future__ import annotations

from branchline.games.drawing import PICK_STYLE, SANS, SERIF, themed

LIGHT = {
    "desk": "#faf4e6",
    "paper": "#f4ead3",
    "paper-edge": "#e2d2ac",
    "ink": "#33281c",
    "sepia": "#6f5639",
    "faint": "#a68f6a",
    "sleeper": "#6d5238",
    "water": "#b7cdd0",
    "water-edge": "#6f959e",
    "river": "#86aab2",
    "river-ink": "#3f6c79",
    "relief": "#a48a5c",
    "peak-light": "#f3e8cb",
    "peak-dark": "#a98b5c",
    "survey": "#8d6f4a",
    "bright": "#b8480c",
    "glow": "#ffe2c2",
    "rail": "#2b2521",
    "ballast": "#e9dcbd",
    "gold": "#c99a2e",
    "lamp": "#f2d48a",
    "plate": "#fffaf0",
    "slot": "#eadfc4",
    "slot-edge": "#b9a67f",
    "cube-edge": "#2b2521",
    "focus": "#1a5fb4",
    "latest": "#00798c",
}
DARK = {
    "desk": "#171614",
    "paper": "#2b2823",
    "paper-edge": "#201d19",
    "ink": "#f1e7d2",
    "sepia": "#c9b48f",
    "faint": "#8a7859",
    "sleeper": "#7d6449",
    "water": "#1b3036",
    "water-edge": "#4a7480",
    "river": "#3b6570",
    "river-ink": "#93bfca",
    "relief": "#6b5a3c",
    "peak-light": "#4c4232",
    "peak-dark": "#37301f",
    "survey": "#a5875b",
    "bright": "#ffa257",
    "glow": "#5a3a1c",
    "rail": "#e8dcc2",
    "ballast": "#4a4136",
    "gold": "#dcae45",
    "lamp": "#6d4d12",
    "plate": "#3d382f",
    "slot": "#2a261f",
    "slot-edge": "#85745a",
    "cube-edge": "#f1e7d2",
    "focus": "#8ec5ff",
    "latest": "#62dcf2",
}

DESK, PAPER, PAPER_EDGE, INK = "var(--desk)", "var(--paper)", "var(--paper-edge)", "var(--ink)"
SEPIA, FAINT, SLEEPER = "var(--sepia)", "var(--faint)", "var(--sleeper)"
WATER, WATER_EDGE, RIVER, RIVER_INK = "var(--water)", "var(--water-edge)", "var(--river)", "var(--river-ink)"
RELIEF, PEAK_LIGHT, PEAK_DARK = "var(--relief)", "var(--peak-light)", "var(--peak-dark)"
BRIGHT, PLATE = "var(--bright)", "var(--plate)"

NARROW = "700px"
"""A board narrower than this has larger pieces and fewer names.  The page makes the board a container called `board`."""

STYLE = (
    themed(LIGHT, DARK, ".np") + PICK_STYLE + f".np{{max-width:100%;height:auto;font-family:{SANS};fill:var(--ink)}}"
    # tracks and lines
    ".np-track{fill:none}.np-survey{stroke:var(--survey);stroke-width:2.2;stroke-dasharray:7 4}"
    ".np-bed{stroke:var(--paper);stroke-width:8;opacity:.7}"
    ".np-arrow{fill:var(--survey);stroke:var(--paper);stroke-width:1.2}"
    ".np-railroad{fill:none;pointer-events:none}"
    ".np-halo{stroke:var(--paper);stroke-width:19;opacity:.9}"
    ".np-ties{stroke:var(--sleeper);stroke-width:15;stroke-dasharray:3.4 4.8}"
    ".np-rails{stroke:var(--rail);stroke-width:8.6}.np-gap{stroke:var(--ballast);stroke-width:4.6}"
    ".np-between{stroke:var(--sleeper);stroke-width:4.6;stroke-dasharray:3.4 4.8}"
    ".np-exit{fill:none}.np-reach{stroke:transparent;stroke-width:40;pointer-events:stroke}"
    ".np-way{stroke:var(--bright);stroke-width:4.5;stroke-dasharray:9 5}"
    ".np-exit .np-bed{stroke-width:11;opacity:.9}"
    ".np-head-arrow{fill:var(--bright);stroke:var(--paper);stroke-width:1.4;stroke-linejoin:round}"
    ".np-exit.can-pick:hover .np-way{stroke-width:7}"
    # cities
    ".np-hit{fill:transparent}.np-ring{fill:none;stroke:none}"
    ".np-box{fill:var(--plate);stroke:var(--ink);stroke-width:1.7}"
    ".np-slot{fill:var(--slot);stroke:var(--slot-edge);stroke-width:1;stroke-dasharray:2.6 2}"
    ".np-full .np-box{stroke-width:3.2}.np-next .np-box{stroke:var(--bright);stroke-width:3.2}"
    ".np-stop{fill:var(--paper);stroke:var(--ink);stroke-width:4}"
    f".np-name{{font-family:{SERIF};font-size:18.5px;font-weight:600;fill:var(--ink);stroke:var(--paper);stroke-width:4.5px;"
    "stroke-linejoin:round;paint-order:stroke}"
    ".np-terminus .np-name{font-weight:700}.np-closed .np-name{font-style:italic;fill:var(--sepia)}"
    ".np-piece{stroke:var(--cube-edge);stroke-width:.9;stroke-linejoin:round}"
    f".np-letter{{font-family:{SANS};font-weight:800;text-anchor:middle;stroke:none}}"
    # what can be picked: a ring appears, and it thickens under the pointer
    ".np-city.can-pick .np-ring{stroke:var(--bright);stroke-width:3.4}"
    ".np-city.can-pick:hover .np-ring{stroke-width:6}"
    ".np-city.picked .np-ring{stroke:var(--bright);stroke-width:7;fill:var(--glow)}"
    ".np-city.pick:focus-visible{outline:none}"
    ".np-city.pick:focus-visible .np-ring{stroke:var(--focus);stroke-width:7;stroke-dasharray:11 5}"
    # what has changed: a frame of one colour around it, which stays
    ".np-mark{fill:var(--paper);stroke:var(--latest);stroke-width:3.5}"
    ".np-railroad.latest .np-halo{stroke:var(--latest);stroke-width:22;opacity:1}"
    ".np-railroad.latest .np-edge{stroke:var(--latest);stroke-width:15}"
    ".np-engine .np-mark,.np-head .np-mark{stroke:var(--latest);stroke-width:13;stroke-linejoin:round}"
    ".np-slip{fill:var(--plate);stroke:var(--latest);stroke-width:2.5}"
    ".np-lead{stroke:var(--latest);stroke-width:2.5}"
    ".np-paid text{font-weight:700;font-size:17px}"
    "@keyframes np-drop{from{transform:translateY(-26px) scale(1.35);opacity:0}}"
    ".np-cube.latest{animation:np-drop .45s ease-in}"
    ".np-stop.latest{animation:latest .9s ease-out}"
    "@media (prefers-reduced-motion:reduce){.np-cube.latest,.np-stop.latest{animation:none}}"
    # odds
    ".np-pill{fill:var(--ink)}.np-level{fill:var(--gold)}"
    ".np-badge text{fill:var(--paper);font-weight:700;font-size:15px;text-anchor:middle}"
    ".np-lost{opacity:.75}.np-percent{display:none}"
    # on phones: larger pieces, names only where they can be read
    f"@container board (max-width:{NARROW}){{"
    ".np-grow{transform:scale(1.36)}.np-engine .np-grow{transform:scale(1.32)}.np-head .np-grow{transform:scale(1.9)}"
    ".np-name{font-size:23px;stroke-width:6px}.np-long{font-size:17.5px}.np-land{display:none}"
    ":is(.np-held,.np-odds) .np-above{transform:translateY(-11px)}:is(.np-held,.np-odds) .np-below{transform:translateY(15px)}"
    ":is(.np-held,.np-odds) .np-left{transform:translateX(-11px)}:is(.np-held,.np-odds) .np-right{transform:translateX(11px)}"
    ".np-way{stroke-width:9;stroke-dasharray:16 8}.np-survey{stroke-width:3.4;stroke-dasharray:9 6}"
    ".np-box{stroke-width:2.6}.np-ring{stroke-width:5}"
    ".np-city.can-pick .np-ring{stroke-width:6}.np-city.picked .np-ring{stroke-width:10}"
    ".np-held.can-pick .np-ring{stroke-width:4.4}.np-held.picked .np-ring{stroke-width:8}"
    ".np-badge{display:none}.np-paid{transform:scale(1.5)}.np-railroad.latest .np-halo{stroke-width:28}"
    ".np-percent{display:inline;font-size:27px;font-weight:800;stroke:var(--paper);stroke-width:7px;paint-order:stroke}"
    ".np:has(.np-odds) .np-city:not(.np-closed,.np-terminus) .np-name{display:none}"
    "}"
)
"""The style sheet: part of a picture that stands alone, a file of its own for pages."""
