// @ts-check
/**
 * The drawing: layers of SVG in one picture or several, and the things in them that can be picked.  Only layers that have
 * changed are replaced.
 */

/** @typedef {{hash: string, body?: string}} Layer @typedef {{layers: Record<string, Layer>}} Drawing */

export class Board {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {Map<string, string>} layer name → hash of what is shown */
    this.shown = new Map();
    /** What the board shows on top while there is no ghost of a selected move. */
    this.kept = "";
    for (const group of root.querySelectorAll("g[data-layer]")) {
      this.shown.set(group.getAttribute("data-layer") ?? "", group.getAttribute("data-hash") ?? "");
    }
  }

  /** @param {Drawing} drawing */
  show(drawing) {
    for (const [name, layer] of Object.entries(drawing.layers)) {
      const group = this.root.querySelector(`g[data-layer="${CSS.escape(name)}"]`);
      if (!group || this.shown.get(name) === layer.hash || layer.body === undefined) continue;
      const marks = new Set([...group.querySelectorAll(".latest")].map(drawn));
      group.innerHTML = layer.body;
      for (const mark of group.querySelectorAll(".latest")) mark.classList.toggle("seen", marks.has(drawn(mark)));
      group.setAttribute("data-hash", layer.hash);
      this.shown.set(name, layer.hash);
    }
    this.ghost("");
  }

  /** Scroll a board that is larger than its place, so that the latest change or the things to pick are in the middle. */
  reveal() {
    const place = this.root.querySelector("#board");
    if (!place || place.scrollWidth <= place.clientWidth) return;
    const here = place.querySelectorAll("[data-focus]");
    const things = here.length ? here : place.querySelectorAll(".can-pick[data-pick]");
    const boxes = [...things].map((one) => one.getBoundingClientRect());
    if (!boxes.length) return;
    const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
    const frame = place.getBoundingClientRect();
    place.scrollBy({ left: (left + right) / 2 - frame.left - frame.width / 2 });
  }

  /** Show something on top of the board, such as odds, until the board changes. @param {string} fragment */
  overlay(fragment) {
    const svg = this.root.querySelector("#board svg");
    if (svg instanceof SVGSVGElement) group(svg, "overlay").innerHTML = fragment;
  }

  /** Show a move until it is replaced: its ghost, and the things that make it. @param {string} fragment @param {string[]} [path] */
  keep(fragment, path = []) {
    this.kept = fragment;
    for (const one of document.querySelectorAll("[data-pick]")) one.classList.toggle("shown", path.includes(one.getAttribute("data-pick") ?? ""));
    this.ghost("");
  }

  /**
   * Show what a move would put on the board.
   * @param {string} fragment
   * @param {string} [commit] the label of a button beside it that makes the move, if there is to be one
   */
  ghost(fragment, commit = "") {
    const svg = this.root.querySelector("#board svg");
    if (!(svg instanceof SVGSVGElement)) return;
    const ghost = group(svg, "ghost");
    ghost.innerHTML = fragment || this.kept;
    const button = group(svg, "commit");
    button.replaceChildren();
    for (const name of ["data-commit", "role", "tabindex", "aria-label"]) button.removeAttribute(name);
    if (!commit || !fragment) return;
    const box = ghost.getBBox();
    const unit = 1 / (svg.getScreenCTM()?.a || 1);
    const radius = unit * (matchMedia("(pointer: coarse)").matches ? 20 : 15);
    const view = svg.viewBox.baseVal;
    const beside = box.x + box.width + radius;
    const x = beside + radius > view.x + view.width ? box.x - radius : beside;
    const y = Math.max(box.y, view.y + radius);
    button.innerHTML = `<circle r="10"/><path d="M-4.6 .4l3.4 3.6 6-7.6"/>`;
    button.setAttribute("transform", `translate(${x} ${y}) scale(${radius / 10})`);
    for (const [name, value] of Object.entries({ "data-commit": "", role: "button", tabindex: "0", "aria-label": commit })) {
      button.setAttribute(name, value);
    }
  }
}

/** A group of the picture with this class, on top of everything. @param {SVGSVGElement} svg @param {string} name */
function group(svg, name) {
  const found = [...svg.children].find((one) => one.matches(`g.${name}`));
  const made = /** @type {SVGGElement} */ (found ?? document.createElementNS("http://www.w3.org/2000/svg", "g"));
  made.setAttribute("class", name);
  if (!found) svg.append(made);
  return made;
}

/** An element as it was drawn.  A mark that was shown before is not animated again. @param {Element} element */
const drawn = (element) => element.outerHTML.replace(/ (seen|can-pick|picked|shown)\b/g, "");

/**
 * Mark what can be picked, wherever it is on the page.
 * @param {string[]} next names that can be picked next
 * @param {string[]} others names that can be picked instead of an earlier one
 * @param {string[]} taken names picked already
 * @param {Record<string, string>} labels
 * @returns {Set<string>} the names among the next ones that the board shows, and before the first pick the hand
 */
export function mark(next, others, taken, labels) {
  const wanted = new Set([...next, ...others]);
  const found = new Set();
  for (const element of document.querySelectorAll("[data-pick]")) {
    const name = element.getAttribute("data-pick") ?? "";
    const [can, picked] = [wanted.has(name), taken.includes(name)];
    if (next.includes(name) && (!taken.length || element.closest("[data-board]"))) found.add(name);
    element.classList.toggle("can-pick", can);
    element.classList.toggle("picked", picked);
    if (can || picked) {
      element.setAttribute("tabindex", "0");
      element.setAttribute("role", "button");
      element.setAttribute("aria-label", labels[name] ?? name);
      element.setAttribute("aria-pressed", String(picked));
    } else if (element.getAttribute("role") === "button") {
      for (const attribute of ["tabindex", "role", "aria-label", "aria-pressed"]) element.removeAttribute(attribute);
    }
  }
  for (const element of document.querySelectorAll("[data-path]")) {
    const path = (element.getAttribute("data-path") ?? "").split("|");
    element.classList.toggle("can-pick", wanted.has(path[0]) || taken[0] === path[0]);
  }
  return found;
}

/** The first thing that can be picked, if none of them is on the screen. */
export function offscreen() {
  const things = [...document.querySelectorAll("[data-board] .can-pick[data-pick], #hand .can-pick[data-pick]")];
  const bottom = document.getElementById("bar")?.getBoundingClientRect().top ?? innerHeight;
  const seen = things.some((one) => one.getBoundingClientRect().top < bottom && one.getBoundingClientRect().bottom > 0);
  return seen ? null : (things[0] ?? null);
}

/** Milliseconds for which a thing that cannot be picked is marked. */
const FLASH = 1500;

/** Mark a thing that cannot be picked. @param {string} name */
export function flash(name) {
  for (const element of document.querySelectorAll(`[data-pick="${CSS.escape(name)}"]`)) {
    element.classList.add("refused");
    setTimeout(() => element.classList.remove("refused"), FLASH);
  }
}

/** A touch that misses a thing on the board by at most this many pixels still picks it, unless it means another thing. */
const FINGER = 16;
/** A touch means a thing that cannot be picked if the middle of that is nearer by so many pixels. */
const NEARER = 12;
const READY = ".can-pick[data-pick], .picked[data-pick]";

/**
 * The name of the thing that a click means: one that can be picked if there is one, otherwise the thing on top.  A
 * finger also means a thing that can be picked beside it, unless it is on the middle of another thing.
 * @param {MouseEvent} event
 * @returns {string} empty if nothing is there
 */
export function thingAt(event) {
  const { clientX: x, clientY: y, target } = event;
  const place = target instanceof Element ? (target.closest("#hand") ?? target.closest("[data-board] svg")) : null;
  const under = document.elementsFromPoint(x, y);
  const here = new Set([target instanceof Element ? target : null, ...under].map((one) => one?.closest("[data-pick]")).filter((one) => one != null));
  const ready = [...here].filter((one) => one.matches(READY));
  const finger = event instanceof PointerEvent && event.pointerType === "touch";
  const around = finger && !ready.length ? [...(place?.querySelectorAll(READY) ?? [])].filter((one) => distance(one, x, y) <= FINGER) : [];
  const [own, beside] = [topmost(place, here, x, y), nearest(around, x, y)];
  const isBeside = beside && (!own || middle(beside, x, y) < middle(own, x, y) + NEARER);
  const found = ready.length ? nearest(ready, x, y) : isBeside ? beside : own;
  return found?.getAttribute("data-pick") ?? "";
}

/** How far a point is away from the middle of an element. @param {Element} element @param {number} x @param {number} y */
function middle(element, x, y) {
  const box = element.getBoundingClientRect();
  return Math.abs(box.x + box.width / 2 - x) + Math.abs(box.y + box.height / 2 - y);
}

/** @param {Element[]} elements @param {number} x @param {number} y @returns {Element | undefined} */
const nearest = (elements, x, y) => elements.sort((one, other) => middle(one, x, y) - middle(other, x, y))[0];

/**
 * The topmost thing at a place, or a smaller one that is not drawn as long as it cannot be picked: its box counts.
 * @param {Element | null} place @param {Set<Element>} here @param {number} x @param {number} y
 */
function topmost(place, here, x, y) {
  let [best] = /** @type {(Element | undefined)[]} */ ([...here]);
  let least = best ? area(best) : Infinity;
  for (const element of place?.querySelectorAll("[data-pick]") ?? []) {
    const hit = distance(element, x, y) === 0 && getComputedStyle(element).pointerEvents === "none";
    if (hit && area(element) < least) [best, least] = [element, area(element)];
  }
  return best;
}

/** @param {Element} element */
function area(element) {
  const box = element.getBoundingClientRect();
  return box.width * box.height;
}

/**
 * How far a point is away from the box around an element, in pixels to the side or above; 0 inside.
 * @param {Element} element @param {number} x @param {number} y
 */
function distance(element, x, y) {
  const box = element.getBoundingClientRect();
  return Math.max(0, box.left - x, x - box.right, box.top - y, y - box.bottom);
}
