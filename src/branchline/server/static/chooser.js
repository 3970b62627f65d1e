// @ts-check
/** Choosing a move: picks by mouse, touch or keyboard, buttons for things that are not on the board, a ghost of the move. */

import { mark } from "./board.js";
import { Picks, kind } from "./picks.js";

/**
 * @typedef {import("./picks.js").Choice} Choice
 * @typedef {{choices: Choice[], labels: Record<string, string>, pictures?: Record<string, string>, order?: string[], token: string}} Offer
 *   `token` identifies the position: picks for another position are dropped.
 */

export class Chooser {
  /**
   * @param {HTMLElement} bar the place for the buttons and the sentence on the picks so far
   * @param {import("./board.js").Board} board
   * @param {(choice: Choice) => void} make
   * @param {(moves: string[]) => Promise<Record<string, {svg: string, preview: string}>>} ghosts
   * @param {Record<string, string>} words
   */
  constructor(bar, board, make, ghosts, words) {
    this.bar = bar;
    this.board = board;
    this.make = make;
    this.ghosts = ghosts;
    this.words = words;
    this.picks = new Picks([]);
    /** @type {Offer} */
    this.offer = { choices: [], labels: {}, token: "" };
    this.spun = 0;
    this.asked = 0;
    document.addEventListener("click", (event) => this.clicked(event));
    document.addEventListener("keydown", (event) => this.pressed(event));
    board.root.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    board.root.addEventListener("pointerover", (event) => this.hovered(event));
  }

  /** @param {Offer} offer */
  present(offer) {
    const anew = this.offer.token !== offer.token;
    const before = anew ? this.remembered(offer.token) : this.picks.taken;
    this.offer = offer;
    this.picks = new Picks(offer.choices, offer.order);
    this.picks.follow(before);
    if (this.picks.chosen && !this.waits) this.picks = new Picks(offer.choices, offer.order);
    this.refresh();
    if (anew) this.board.reveal();
  }

  /** Whether the remaining picks only rotate a thing that is already placed. */
  get turning() {
    const next = this.picks.next;
    return next.length > 1 && next.every((name) => kind(name) === "turn");
  }

  /** Whether the chosen move must be confirmed first. */
  get waits() {
    return Boolean(this.picks.chosen?.sure);
  }

  /** The move that is shown as a ghost. */
  get shown() {
    if (this.turning) {
      const names = this.picks.next;
      const name = names[((this.spun % names.length) + names.length) % names.length];
      return this.picks.left.find((choice) => choice.path[this.picks.taken.length] === name) ?? null;
    }
    return this.picks.chosen;
  }

  /** @param {string} name */
  pick(name) {
    if (!this.picks.take(name)) return;
    this.spun = 0;
    this.settle();
  }

  /** Make the move if it is complete and needs no confirmation; otherwise show what can be picked now. */
  settle() {
    const chosen = this.picks.chosen;
    if (chosen && !this.waits) {
      this.finish(chosen);
      return;
    }
    this.remember();
    this.refresh();
  }

  /** Move the keyboard focus to the next choice. */
  focus() {
    const things = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".can-pick[data-pick], #picks button"));
    [...things].find((one) => one.checkVisibility())?.focus();
  }

  /** @param {Choice} choice */
  finish(choice) {
    this.forget();
    this.picks = new Picks([]);
    this.board.ghost("");
    mark([], [], {});
    this.bar.replaceChildren(note(this.words.sending));
    this.make(choice);
  }

  confirm() {
    const shown = this.shown;
    if (shown) this.finish(shown);
  }

  back() {
    if (!this.picks.back()) return false;
    this.spun = 0;
    this.remember();
    this.refresh();
    return true;
  }

  /** @param {number} by */
  turn(by) {
    this.spun += by;
    this.refresh();
  }

  refresh() {
    const { picks, offer } = this;
    const next = picks.next;
    const turning = this.turning;
    const placed = mark(turning ? [] : next, picks.taken, offer.labels);
    const parts = [];
    if (picks.steps.length) parts.push(note(picks.steps.map((step) => offer.labels[step[0]] ?? step[0]).join(" › ")));
    const shown = this.shown;
    if (shown) parts.push(note(shown.preview ?? "", "note preview"));
    if (turning || this.waits) {
      if (turning) parts.push(this.button(this.words.turn, () => this.turn(1), "r"));
      const confirm = this.button(shown?.sure ? this.words.sure : this.words.confirm, () => this.confirm(), "Enter", "primary");
      confirm.dataset.choice = shown?.path.at(-1);
      parts.push(confirm);
    } else {
      const buttons = next.filter((name) => !placed.has(name)).map((name) => this.named(name));
      if (buttons.length) parts.push(group(buttons, "choices"));
      if (placed.size > 1) parts.push(this.list([...placed]));
    }
    if (picks.steps.length) parts.push(this.button(this.words.back, () => this.back(), "Escape"));
    this.bar.replaceChildren(...parts);
    this.draw(shown ? [shown.move] : []);
  }

  /**
   * A button for a thing that is not drawn on the board.
   * @param {string} name
   */
  named(name) {
    const button = this.button(this.offer.labels[name] ?? name, () => this.pick(name));
    button.dataset.choice = name;
    const picture = this.offer.pictures?.[name];
    if (picture) button.insertAdjacentHTML("afterbegin", picture);
    const only = this.only(name);
    if (only?.preview) {
      const aside = document.createElement("small");
      aside.textContent = only.preview;
      button.append(aside);
    }
    return button;
  }

  /**
   * The move that a pick would lead to, if it is the only one.
   * @param {string} name
   */
  only(name) {
    const depth = this.picks.taken.length;
    const left = this.picks.left.filter((choice) => choice.path[depth] === name);
    return left.length === 1 ? left[0] : null;
  }

  /**
   * The same choices as a list, for people who do not pick on the board.
   * @param {string[]} names
   */
  list(names) {
    const details = document.createElement("details");
    details.className = "as-list";
    const summary = document.createElement("summary");
    summary.textContent = `${this.words.list} (${names.length})`;
    details.append(summary, group(names.map((name) => this.named(name)), "choices"));
    return details;
  }

  /**
   * @param {string} text
   * @param {() => void} act
   * @param {string} [key]
   * @param {string} [look]
   */
  button(text, act, key, look) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    if (look) button.className = look;
    if (key) button.setAttribute("aria-keyshortcuts", key);
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      act();
    });
    return button;
  }

  /** @param {string[]} moves */
  async draw(moves) {
    const asked = ++this.asked;
    if (!moves.length) {
      this.board.ghost("");
      return;
    }
    /** @type {Record<string, {svg: string, preview: string}>} */
    const found = await this.ghosts(moves).catch(() => ({}));
    if (asked !== this.asked) return;
    this.board.ghost(moves.map((move) => found[move]?.svg ?? "").join(""));
    const preview = this.bar.querySelector(".preview");
    if (preview) preview.textContent = moves.map((move) => found[move]?.preview ?? "").join(" ");
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const target = event.target instanceof Element ? event.target : null;
    const element = nearest(event) ?? target?.closest(".can-pick[data-pick]");
    const path = target?.closest("[data-path]")?.getAttribute("data-path")?.split("|");
    if (path && this.picks.steps.length === 0 && this.picks.choices.some((choice) => choice.path.join("|") === path.join("|"))) {
      this.picks.follow(path);
      this.settle();
    } else if (element) {
      event.preventDefault();
      this.pick(element.getAttribute("data-pick") ?? "");
    } else if (target?.closest("g.ghost") || (this.turning && target?.closest(".picked"))) {
      this.confirm();
    } else if (this.picks.steps.length && target?.closest("[data-board]")) {
      this.back();
    }
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target?.closest("input, textarea, select, dialog")) return;
    if (event.key === "Escape" && this.back()) event.preventDefault();
    else if (this.turning && (event.key === "r" || event.key === "R")) this.turn(event.key === "r" ? 1 : -1);
    else if ((event.key === "Enter" || event.key === " ") && target?.matches(".can-pick[data-pick]")) {
      event.preventDefault();
      this.pick(target.getAttribute("data-pick") ?? "");
      this.focus();
    } else if (event.key === "Enter" && this.shown && !target?.closest("button, a")) this.confirm();
  }

  /** @param {WheelEvent} event */
  wheeled(event) {
    if (!this.turning) return;
    event.preventDefault();
    this.turn(event.deltaY > 0 ? 1 : -1);
  }

  /** @param {PointerEvent} event */
  hovered(event) {
    if (event.pointerType !== "mouse" || this.turning || this.waits) return;
    const element = event.target instanceof Element ? event.target.closest(".can-pick[data-pick]") : null;
    const only = element ? this.only(element.getAttribute("data-pick") ?? "") : null;
    this.draw(only ? [only.move] : []);
  }

  /** Store the picks, so that a reload loses none. */
  remember() {
    sessionStorage.setItem("picks", JSON.stringify([this.offer.token, this.picks.taken]));
  }

  forget() {
    sessionStorage.removeItem("picks");
  }

  /** @param {string} token */
  remembered(token) {
    try {
      const [moment, taken] = JSON.parse(sessionStorage.getItem("picks") ?? "[]");
      return moment === token && Array.isArray(taken) ? taken : [];
    } catch {
      return [];
    }
  }
}

/** A touch that misses a thing on the board by at most this many pixels still picks it. */
const FINGER = 16;

/**
 * The thing that a click picks: if things overlap, the one whose middle is nearest.
 * @param {MouseEvent} event
 */
function nearest(event) {
  const { clientX: x, clientY: y, target } = event;
  const here = new Set(document.elementsFromPoint(x, y).map((one) => one.closest(".can-pick[data-pick]")));
  here.delete(null);
  const finger = event instanceof PointerEvent && event.pointerType === "touch" && target instanceof Element;
  const around = finger && !here.size ? (target.closest("svg")?.querySelectorAll(".can-pick[data-pick]") ?? []) : [];
  let best = null;
  let least = Infinity;
  for (const element of here.size ? here : around) {
    if (!element) continue;
    const box = element.getBoundingClientRect();
    const [aside, above] = [Math.abs(box.x + box.width / 2 - x), Math.abs(box.y + box.height / 2 - y)];
    if (!here.size && (aside > box.width / 2 + FINGER || above > box.height / 2 + FINGER)) continue;
    if (aside + above < least) [best, least] = [element, aside + above];
  }
  return best;
}

/**
 * @param {string} text
 * @param {string} [look]
 */
function note(text, look = "note") {
  const element = document.createElement("span");
  element.className = look;
  element.textContent = text;
  return element;
}

/**
 * @param {HTMLElement[]} elements
 * @param {string} name
 */
function group(elements, name) {
  const element = document.createElement("div");
  element.className = name;
  element.append(...elements);
  return element;
}
