// @ts-check
/**
 * The drawing: layers of SVG in one picture or several, and the things in them that can be picked.  Only layers that have
 * changed are replaced.
 */

/**
 * @typedef {{hash: string, body?: string}} Layer
 * @typedef {{layers: Record<string, Layer>}} Drawing
 */

export class Board {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {Map<string, string>} layer name → hash of what is shown */
    this.shown = new Map();
    for (const group of root.querySelectorAll("g[data-layer]")) {
      this.shown.set(group.getAttribute("data-layer") ?? "", group.getAttribute("data-hash") ?? "");
    }
  }

  /** @param {Drawing} drawing */
  show(drawing) {
    for (const [name, layer] of Object.entries(drawing.layers)) {
      const group = this.root.querySelector(`g[data-layer="${CSS.escape(name)}"]`);
      if (!group || this.shown.get(name) === layer.hash || layer.body === undefined) continue;
      group.innerHTML = layer.body;
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

  /**
   * Show what a move would put on the board.
   * @param {string} fragment
   */
  ghost(fragment) {
    const svg = this.root.querySelector("#board svg");
    if (!svg) return;
    let group = svg.querySelector("g.ghost");
    if (!group) {
      group = document.createElementNS("http://www.w3.org/2000/svg", "g");
      group.setAttribute("class", "ghost");
      svg.append(group);
    }
    group.innerHTML = fragment;
  }
}

/**
 * Mark what can be picked, wherever it is on the page.
 * @param {Iterable<string>} next names that can be picked
 * @param {string[]} taken names picked already
 * @param {Record<string, string>} labels
 * @returns {Set<string>} the names that were found on the page
 */
export function mark(next, taken, labels) {
  const wanted = new Set(next);
  const found = new Set();
  for (const element of document.querySelectorAll("[data-pick]")) {
    const name = element.getAttribute("data-pick") ?? "";
    const can = wanted.has(name);
    if (can) found.add(name);
    element.classList.toggle("can-pick", can);
    element.classList.toggle("picked", taken.includes(name));
    if (can) {
      element.setAttribute("tabindex", "0");
      element.setAttribute("role", "button");
      element.setAttribute("aria-label", labels[name] ?? name);
    } else if (element.getAttribute("role") === "button" && !(element instanceof HTMLButtonElement)) {
      element.removeAttribute("tabindex");
      element.removeAttribute("role");
      element.removeAttribute("aria-label");
    }
  }
  for (const element of document.querySelectorAll("[data-path]")) {
    const path = (element.getAttribute("data-path") ?? "").split("|");
    element.classList.toggle("can-pick", taken.length === 0 && wanted.has(path[0]));
  }
  return found;
}
