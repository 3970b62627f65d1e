"""The style sheet: light and dark colours, things to point at, and the compact look of a narrow board."""

from __future__ import annotations

from branchline.games.drawing import PICK_STYLE, themed

SANS = "'Gill Sans','Gill Sans MT',Carlito,'Trebuchet MS','Liberation Sans',Arial,sans-serif"
SERIF = "'Hoefler Text',Baskerville,Georgia,'Liberation Serif',serif"

DAY = {
    "paper": "#f6eedd",
    "ink": "#33271c",
    "faint": "#6f5f47",
    "card": "#fffaf0",
    "line": "#cbb994",
    "now": "#fff3c9",
    "corner": "#e4d5b2",
    "loss": "#f4d9d2",
    "even": "#efe3bf",
    "gain": "#dcebd0",
    "plain": "#c3d69b",
    "plain-a": "#b7ce8d",
    "plain-b": "#cbdda5",
    "hedge": "#a5be7c",
    "dale": "#ebe8b4",
    "dale-a": "#e3e1a6",
    "dale-b": "#eeebbd",
    "fence": "#c9c28b",
    "fell": "#a87e55",
    "fell-top": "#c9a47a",
    "ring": "#c39c71",
    "summit": "#d8bb92",
    "contour": "#9c7248",
    "hachure": "#6b4526",
    "hachure-lit": "#f1dcb9",
    "south": "#ddcba6",
    "south-a": "#cdb88d",
    "bank": "#5b9cc2",
    "water": "#a9d0e4",
    "wall": "#6b6353",
    "stones": "#e6e0d0",
    "name": "#33271c",
    "fell-name": "#3f2712",
    "sleepers": "#fdf8ea",
    "rail": "#4a3a2a",
    "glow": "#ffc400",
    "glow-edge": "#7a3e00",
    "latest": "#00798c",
    "shadow": "#4a3018",
}
NIGHT = {
    "paper": "#1e1a15",
    "ink": "#f3e9d6",
    "faint": "#bfb092",
    "card": "#2d261e",
    "line": "#5f513d",
    "now": "#4a3d1d",
    "corner": "#4b4030",
    "loss": "#4a2a25",
    "even": "#463c22",
    "gain": "#2c4026",
    "plain": "#4b5d37",
    "plain-a": "#455632",
    "plain-b": "#51643c",
    "hedge": "#384827",
    "dale": "#6c6842",
    "dale-a": "#65613d",
    "dale-b": "#726e48",
    "fence": "#545031",
    "fell": "#553d28",
    "fell-top": "#6f5439",
    "ring": "#664c33",
    "summit": "#785c40",
    "contour": "#432f1c",
    "hachure": "#2b1b0d",
    "hachure-lit": "#a48560",
    "south": "#574c3b",
    "south-a": "#463d2f",
    "bank": "#1f4257",
    "water": "#427b9b",
    "wall": "#1b1812",
    "stones": "#8f8876",
    "name": "#fbf4e4",
    "fell-name": "#f5e6cf",
    "sleepers": "#17130e",
    "rail": "#f2e6cb",
    "glow": "#ffd23f",
    "glow-edge": "#fff6d8",
    "latest": "#62dcf2",
    "shadow": "#000000",
}

_PAINT = f"""
.lw{{font-family:{SANS};fill:var(--ink)}}
.lw-serif{{font-family:{SERIF}}}
.lw-paper{{fill:var(--paper)}}
.lw-faint{{fill:var(--faint)}}
.lw-bold{{font-weight:700;text-anchor:middle}}
.lw-figure{{font-size:15px;font-weight:700;text-anchor:middle;fill:var(--faint)}}
.lw-narrow{{font-size:12.5px}}
.lw-card{{fill:var(--card);stroke:var(--line);stroke-width:1.5}}
.lw-spaces{{fill:var(--card);stroke:var(--line);stroke-width:1.2;stroke-linejoin:round}}
.lw-now{{fill:var(--now);stroke:var(--ink)}}
.lw-line{{stroke:var(--line);stroke-width:1.5}}
.lw-corner{{fill:var(--corner)}}
.lw-loss{{fill:var(--loss)}}.lw-even{{fill:var(--even)}}.lw-gain{{fill:var(--gain)}}
.lw-ring{{fill:none;stroke:var(--ink);stroke-width:1.4;stroke-dasharray:3 2}}
.lw-plain{{fill:url(#lw-plain)}}.lw-dale{{fill:url(#lw-dale)}}.lw-south{{fill:url(#lw-south)}}
.lw-fell{{fill:url(#lw-fell);stroke:var(--hachure);stroke-width:1.8}}
.lw-plain-0{{fill:var(--plain)}}.lw-plain-1{{fill:var(--plain-a)}}.lw-plain-2{{fill:var(--plain-b)}}
.lw-hedge{{stroke:var(--hedge);stroke-width:1.3;fill:none}}
.lw-dale-0{{fill:var(--dale)}}.lw-dale-1{{fill:var(--dale-a)}}.lw-dale-2{{fill:var(--dale-b)}}
.lw-fence{{stroke:var(--fence);stroke-width:1.4;stroke-dasharray:3.4 1;fill:none}}
.lw-south-0{{fill:var(--south)}}
.lw-south-1{{stroke:var(--south-a);stroke-width:2;stroke-linecap:round}}
.lw-fell-0{{stop-color:var(--fell-top)}}.lw-fell-1{{stop-color:var(--fell)}}
.lw-shade{{fill:var(--shadow);stroke:var(--shadow);stroke-width:3;stroke-linejoin:round;opacity:.3;transform:translate(3px,4.5px)}}
.lw-contour-0{{fill:var(--ring);stroke:var(--contour);stroke-width:1.1}}
.lw-contour-1{{fill:var(--summit);stroke:var(--contour);stroke-width:1.1}}
.lw-dark{{stroke:var(--hachure);stroke-width:1.3;opacity:.8}}
.lw-lit{{stroke:var(--hachure-lit);stroke-width:1.2}}
.lw-bank{{stroke:var(--bank)}}.lw-water{{stroke:var(--water)}}
.lw-wall{{stroke:var(--wall);stroke-width:4.6;fill:none;stroke-linejoin:round}}
.lw-stones{{stroke:var(--stones);stroke-width:2.6;fill:none;stroke-dasharray:5 1.5 3.4 1.3 6.5 1.6}}
.lw-watershed{{stroke:var(--hachure);stroke-width:1.8;stroke-dasharray:2 4;fill:none}}
.lw-names{{text-anchor:middle;stroke-linejoin:round;paint-order:stroke;stroke-width:4;fill:var(--name)}}
.lw-on-plain{{stroke:var(--plain)}}.lw-on-dale{{stroke:var(--dale)}}
.lw-on-fell{{stroke:var(--summit);font-family:{SERIF};font-style:italic;fill:var(--fell-name)}}
.lw-on-south{{stroke:var(--south);font-weight:700;letter-spacing:2px}}
.lw-major{{font-weight:700}}.lw-minor{{font-weight:600}}.lw-goods{{font-family:{SERIF}}}
.lw-frame{{fill:none;stroke:var(--ink);stroke-width:7}}
.lw-frame-line{{fill:none;stroke:var(--paper);stroke-width:1.6}}
.lw-sleepers{{stroke:var(--sleepers);stroke-dasharray:none;stroke-width:6.4;stroke-linecap:round}}
.lw-rail{{stroke:var(--rail);stroke-dasharray:none;stroke-width:2.8;stroke-linecap:round}}
.lw-end{{fill:var(--glow);fill-opacity:.2;stroke:var(--glow-edge);stroke-width:5;pointer-events:none}}
.lw-flash{{fill:var(--latest);fill-opacity:.12;stroke:var(--latest);stroke-width:5;pointer-events:none}}
.lw-mark{{fill:var(--sleepers);stroke:var(--latest);stroke-width:4}}
.lw-gone{{opacity:.4}}
.lw-chip.latest>rect,.lw-count.latest>circle{{stroke:var(--latest);stroke-width:4}}
.lw-fresh use{{filter:drop-shadow(0 0 3px var(--glow)) drop-shadow(0 0 3px var(--glow))}}
.lw-idle{{opacity:.55}}
"""

_PICKS = """
.lw-area{fill:transparent;stroke:none}
.lw-border{x:-29px;y:-17px;width:58px;height:34px;rx:11px;fill:none;stroke:none;pointer-events:none}
.lw-rails{pointer-events:none}.lw-rails-compact{display:none}
.lw-area.can-pick{fill:var(--glow);fill-opacity:.28;stroke:var(--glow-edge);stroke-width:4;stroke-dasharray:11 6}
.lw-area.can-pick:hover,.lw-area.can-pick:focus-visible{fill-opacity:.5;stroke-width:6;stroke-dasharray:none}
.lw-area.picked{fill:var(--glow);fill-opacity:.45;stroke:var(--glow-edge);stroke-width:6;stroke-dasharray:none}
.lw-border.can-pick{fill:var(--glow);fill-opacity:.55;stroke:var(--glow-edge);stroke-width:2.6;stroke-dasharray:7 3.5}
.lw-border.can-pick,.lw-border.picked{pointer-events:all}
.lw-border.can-pick:hover,.lw-border.can-pick:focus-visible{fill-opacity:1;stroke-width:4;stroke-dasharray:none}
.lw-border.picked{fill:var(--glow);fill-opacity:1;stroke:var(--glow-edge);stroke-width:4;stroke-dasharray:none}
.can-pick>.lw-card,.can-pick>.lw-edge{stroke:var(--glow-edge);stroke-width:3;stroke-dasharray:11 6}
.can-pick>.lw-card{fill:var(--now)}
.can-pick:hover>.lw-card,.can-pick:hover>.lw-edge,.can-pick:focus-visible>.lw-card,.can-pick:focus-visible>.lw-edge,
.picked>.lw-card,.picked>.lw-edge{stroke:var(--glow-edge);stroke-width:5;stroke-dasharray:none}
.lw-edge{fill:none;stroke:none}
@keyframes lw-march{to{stroke-dashoffset:-17}}
@media (prefers-reduced-motion:no-preference){
.lw-area.can-pick,.can-pick>.lw-card,.can-pick>.lw-edge{animation:lw-march 1.4s linear 2}}
"""

_COMPACT = """
@container board (max-width:1000px){
.lw-hachures,.lw-decoration,.lw-key{display:none}
.lw-names text{font-size:20.5px}.lw-names .lw-on-fell{font-size:19px}.lw-names .lw-goods{font-size:19.5px}
.lw-title-1{transform:translate(14px,76px) scale(1.9)}
.lw-title-2{transform:translate(14px,136px) scale(1.6)}
.lw-rails-wide{display:none}.lw-rails-compact{display:inline}
.lw-legend{transform:scale(1.75)}
.lw-area.can-pick{stroke-width:6;stroke-dasharray:16 9}
}
@container board (max-width:700px){
.lw-names{display:none}
.lw-legend{transform:scale(3.4)}
.lw-wall{stroke-width:7}.lw-stones{stroke-width:4;stroke-dasharray:none}
.lw-sleepers{stroke-width:9.6}.lw-rail{stroke-width:4.2}
.lw-border{x:-40px;y:-25px;width:80px;height:50px;rx:16px}
.lw-link{transform:scale(1.6)}
.lw-link>.lw-badge{transform:scale(1.4)}
.lw-p{transform:translate(var(--x),var(--y)) scale(2.1)}
.lw-one{--x:0px;--y:0px}
.lw-0{--x:-23px;--y:-22px}.lw-1{--x:23px;--y:-22px}.lw-2{--x:-23px;--y:23px}.lw-3{--x:23px;--y:23px}
.lw-l{--x:-22px;--y:0px}.lw-r{--x:22px;--y:0px}
.lw-area.can-pick{stroke-width:9;stroke-dasharray:24 12}
.lw-end,.lw-flash{stroke-width:10}
}
"""

STYLE = themed(DAY, NIGHT, ".lw") + PICK_STYLE + "".join((_PAINT + _PICKS + _COMPACT).splitlines())
"""The style sheet of the drawing."""
