// @ts-check
/**
 * Choosing a move.  A pick on the board selects: the thing is marked, a ghost shows the move, and the bar says what it costs
 * and brings.  The move is made by the button that names it, by Enter, or by a second click on the same thing.  If it cannot
 * be taken back, only the button makes it.
 */

import { flash, mark, offscreen, thingAt } from "./board.js";
import { FEW, actOf, button, choiceButton, list, several } from "./buttons.js";
import { Picks, forget, kind, remember, remembered } from "./picks.js";

/**
 * @typedef {import("./picks.js").Choice} Choice
 * @typedef {{choices: Choice[], labels: Record<string, string>, pictures?: Record<string, string>, order?: string[], gone?: Record<string, string>, now?: string, token: string}} Offer
 *   `token` identifies the position: picks for another position are dropped.  `now`: what is to be done, in words.
 *   `gone`: the buttons that the turn began with and that cannot be pressed any more, with their labels.
 * @typedef {Record<string, {svg: string, preview: string}>} Ghosts
 * @typedef {{text: string, rule?: string}} Reason
 */

export class Chooser {
  /**
   * @param {HTMLElement} bar the place for the buttons
   * @param {import("./message.js").Message} message
   * @param {import("./board.js").Board} board
   * @param {{make: (choice: Choice) => void, ghosts: (moves: string[]) => Promise<Ghosts>, why: (picks: string[], name: string) => Promise<Reason | null>}} server
   * @param {Record<string, string>} words
   */
  constructor(bar, message, board, server, words) {
    this.bar = bar;
    this.message = message;
    this.board = board;
    this.server = server;
    this.words = words;
    this.picks = new Picks([]);
    /** @type {Offer} */
    this.offer = { choices: [], labels: {}, token: "" };
    this.spun = 0;
    /** The numbers of the last ghost and the last reason that were asked for: older answers are dropped. */
    this.asked = 0;
    this.questions = 0;
    /** The ghosts of this position that were asked for, by move. @type {Map<string, Promise<Ghosts>>} */
    this.drawn = new Map();
    /** Whether the message line shows something that was told here. */
    this.telling = false;
    /** Whether the last pick was made by a key, or by a finger, and whether the focus belongs here. */
    this.byKey = false;
    this.byTouch = false;
    this.focused = false;
    /** The button that began the last move: it stays pressed as long as it leads to further moves. */
    this.last = "";
    /** Whether all picks were made without the person. */
    this.begun = false;
    document.addEventListener("click", (event) => this.clicked(event));
    document.addEventListener("keydown", (event) => this.pressed(event));
    document.addEventListener("pointerdown", ({ pointerType }) => ([this.byKey, this.byTouch] = [false, pointerType === "touch"]), { capture: true });
    document.addEventListener("focusin", (event) => this.entered(event));
    document.addEventListener("scroll", () => this.bar.querySelector("[data-finder]")?.toggleAttribute("hidden", !offscreen()), { passive: true });
    board.root.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    document.addEventListener("pointerover", (event) => this.hovered(event));
  }

  /** @param {Offer} offer */
  present(offer) {
    const anew = this.offer.token !== offer.token;
    const before = anew ? remembered(offer.token) : this.picks.taken;
    this.offer = offer;
    this.picks = new Picks(offer.choices, offer.order);
    this.picks.follow(before);
    if (anew) {
      this.drawn.clear();
      this.questions++;
      this.spun = 0;
      this.begin();
    }
    this.refresh(anew);
    if (anew) this.board.reveal();
    const lost = document.activeElement === document.body || document.activeElement === this.bar;
    if (this.focused && lost) this.focus();
  }

  /** Press the button again that began the last move, or the only one that there is, if further picks follow from it. */
  begin() {
    const first = this.picks.next;
    const only = first.length === 1 && kind(first[0]) === "button" ? first[0] : "";
    const name = first.includes(this.last) ? this.last : only;
    this.last = "";
    if (!name || this.picks.steps.length) return;
    if (this.picks.take(name) && this.picks.chosen) this.picks.back();
    this.begun = this.picks.steps.length > 0;
  }

  /** Whether the remaining picks only rotate a thing that is already placed. */
  get turning() {
    const next = this.picks.next;
    return next.length > 1 && next.every((name) => kind(name) === "turn");
  }

  /** The selected move: it is shown as a ghost, and the bar has its button. */
  get shown() {
    if (this.turning) {
      const names = this.picks.next;
      const name = names[((this.spun % names.length) + names.length) % names.length];
      return this.picks.left.find((choice) => choice.path.includes(name)) ?? null;
    }
    return this.picks.chosen;
  }

  /** Whether the selected move places a thing that a click turns. */
  get turnable() {
    return kind(this.shown?.path.at(-1) ?? "") === "turn";
  }

  /**
   * Select a thing, or say why not.  A thing that is selected already makes the move, or is turned.
   * @param {string} name
   */
  pick(name) {
    if (this.picks.taken.includes(name)) {
      if (this.turnable) this.turn(1);
      else this.again();
    } else if (this.picks.take(name)) this.changed();
    else this.refuse(name);
  }

  /**
   * Press a button of the bar: if it completes a move that can be taken back, the move is made.  A finger cannot rest on a
   * button to read what it brings: it selects the move first, unless there is nothing to read.
   * @param {string} name
   */
  press(name) {
    this.picks.take(name);
    const [chosen, step] = [this.picks.chosen, this.picks.steps.at(-1)];
    const isRead = !this.byTouch || this.byKey || chosen?.preview === "";
    if (chosen && !chosen.sure && isRead && step?.length === 1 && kind(name) !== "amount") this.finish(chosen);
    else this.changed();
  }

  /**
   * Select a move as if all of its path had been picked.
   * @param {string[]} path
   */
  select(path) {
    const again = path.join("|") === this.picks.taken.join("|") && this.picks.chosen;
    if (again) return this.again();
    this.picks.steps = [];
    this.picks.follow(path);
    this.changed();
  }

  /** The picks are others than before: show it. */
  changed() {
    this.spun = 0;
    this.begun = false;
    this.questions++;
    remember(this.offer.token, this.picks.taken);
    this.refresh(true);
    this.focused = true;
    if (this.byKey) this.focus();
  }

  /** Say something that the next pick replaces. @param {string} text @param {boolean} isRefusal @param {string} [rule] */
  say(text, isRefusal = true, rule) {
    this.telling = true;
    if (isRefusal) this.message.refuse(text, rule);
    else this.message.tell(text);
  }

  /**
   * Say why a thing cannot be picked, and mark it.
   * @param {string} name
   * @param {string[]} picks those before it
   */
  async refuse(name, picks = this.picks.taken) {
    const question = ++this.questions;
    const nothing = { text: `${this.words.nothing} ${this.offer.now ?? ""}` };
    /** @type {Reason | null} */
    const reason = name ? await this.server.why(picks, name).catch(() => null) : nothing;
    if (question !== this.questions || !reason) return;
    this.say(reason.text, true, reason.rule);
    if (name) flash(name);
  }

  /** Move the focus to the next choice, or to the bar after a click: it never gets lost. */
  focus() {
    const next = this.picks.next;
    const things = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#picks [data-choice], .can-pick[data-pick]"));
    const choices = [...things].filter((one) => next.includes(one.dataset.choice ?? one.dataset.pick ?? "") && one.checkVisibility());
    const commit = /** @type {HTMLElement | null} */ (this.bar.querySelector(".primary"));
    const button = choices.find((one) => one.dataset.choice);
    const first = commit ?? (this.picks.steps.length ? (button ?? choices[0]) : (choices[0] ?? button));
    (this.byKey ? (first ?? this.bar) : this.bar).focus({ preventScroll: !this.byKey });
    this.focused = true;
  }

  /** @param {Choice} choice */
  finish(choice) {
    const [first] = choice.path;
    this.last = choice.path.length > 1 && !document.querySelector(`[data-board] [data-pick="${CSS.escape(first)}"]`) ? first : "";
    forget();
    this.asked++;
    this.questions++;
    this.picks = new Picks([]);
    this.board.ghost("");
    mark([], [], [], {});
    this.bar.replaceChildren();
    this.message.tell(this.words.sending);
    this.telling = this.focused = true;
    this.bar.focus({ preventScroll: true });
    this.server.make(choice);
  }

  confirm() {
    const shown = this.shown;
    if (shown) this.finish(shown);
  }

  /** The selected thing is picked once more: its move is made, unless that needs the button. */
  again() {
    if (!this.shown?.sure) return this.confirm();
    this.say(this.words.use_button.replace("{act}", actOf(this.shown, this.offer)), false);
  }

  back() {
    if (!this.picks.back()) return false;
    this.changed();
    return true;
  }

  /** @param {number} by */
  turn(by) {
    if (!this.turning) return this.say(this.words.one_way, false);
    this.spun += by;
    this.refresh(true);
  }

  /** @param {boolean} tell whether the message line shows the picks */
  refresh(tell) {
    const { picks, offer } = this;
    const shown = this.shown;
    const placed = mark(this.turning ? [] : picks.next, picks.others, picks.taken, offer.labels);
    const inside = this.bar.contains(document.activeElement) && document.activeElement !== this.bar;
    const parts = shown ? this.committing(shown) : this.choosing(placed);
    if (picks.steps.length) parts.push(button(this.words.back, () => this.back(), "Escape"));
    this.bar.replaceChildren(...parts);
    this.message.now(offer.now ?? "");
    if (tell) this.tell(shown?.preview ?? picks.common(picks.next));
    if (inside) this.focus();
    this.draw(shown, tell);
  }

  /**
   * Show the picks so far and what the move brings.
   * @param {string} preview
   */
  tell(preview) {
    const { picks, offer } = this;
    const isNamed = Boolean(this.shown?.act && preview); // the button names the move, so the line need not
    const names = isNamed ? "" : picks.steps.map((step) => offer.labels[step[0]] ?? step[0]).join(" › ");
    const picked = picks.steps.length > 0 && !this.begun;
    const onBoard = !this.shown && !this.bar.querySelector("[data-choice]:not(.as-list *)"); // no button leads on
    const told = [names, preview || (onBoard && this.words.go_on)].filter(Boolean).join(" – ");
    if (picked) this.message.tell(told.charAt(0).toUpperCase() + told.slice(1));
    else if (this.telling) this.message.clear();
    this.telling = picked;
  }

  /**
   * The buttons for a selected move.
   * @param {Choice} shown
   */
  committing(shown) {
    const act = actOf(shown, this.offer);
    const commit = button(shown.sure ? this.words.sure.replace("{act}", act) : act, () => this.confirm(), shown.sure ? "" : "Enter", "primary");
    commit.dataset.choice = shown.path.at(-1);
    if (shown.sure) commit.dataset.sure = "";
    return this.turning ? [commit, button(this.words.turn, () => this.turn(1), "r")] : [commit];
  }

  /**
   * The buttons for what can be picked next and is not on the board, whole moves beside it, and the rest as a list.
   * @param {Set<string>} placed
   */
  choosing(placed) {
    const { picks } = this;
    const next = picks.next.filter((name) => !placed.has(name));
    const whole = picks.steps.length ? picks.nextAfter(0).filter((name) => picks.whole(name)) : [];
    const common = picks.common(next);
    /** @type {HTMLElement[]} */
    const parts = [...next, ...whole].map((name) => choiceButton(name, this.offer, picks, next.length > FEW ? null : common, () => this.press(name)));
    if (this.begun || !picks.steps.length) parts.push(...Object.entries(this.offer.gone ?? {}).map(([name, label]) => this.gone(name, label)));
    if (placed.size) parts.unshift(this.finder());
    if (placed.size > 1) parts.push(list(this.words.list, [...placed].map((name) => choiceButton(name, this.offer, picks, "", () => this.pick(name)))));
    return parts;
  }

  /** A button that scrolls to what can be picked.  It is there only while nothing of it is on the screen. */
  finder() {
    const made = button(this.words.show, () => offscreen()?.scrollIntoView({ block: "center", behavior: "instant" }));
    made.dataset.finder = "";
    made.hidden = !offscreen();
    return made;
  }

  /**
   * A button that cannot be pressed any more in this turn: a click says why.
   * @param {string} name
   * @param {string} label
   */
  gone(name, label) {
    const made = button(label, () => this.refuse(name, []));
    made.dataset.gone = name;
    made.setAttribute("aria-disabled", "true");
    return made;
  }

  /**
   * Draw the ghost of a move and show what the move brings.
   * @param {Choice | null} choice
   * @param {boolean} tell whether the message line says so for a selected move
   */
  async draw(choice, tell) {
    const asked = ++this.asked;
    if (!choice) {
      this.board.ghost("");
      return;
    }
    const known = this.drawn.get(choice.move) ?? this.server.ghosts([choice.move]);
    this.drawn.set(choice.move, known);
    /** @type {Ghosts} */
    const found = await known.catch(() => {
      this.drawn.delete(choice.move);
      return {};
    });
    if (asked !== this.asked) return;
    const { svg = "", preview = choice.preview ?? "" } = found[choice.move] ?? {};
    this.board.ghost(svg, this.turnable && !choice.sure ? actOf(choice, this.offer) : "");
    if (!this.shown) this.message.now([actOf(choice, this.offer), preview].filter(Boolean).join(" – "), true);
    else if (tell) this.tell(preview);
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("[data-commit]")) this.confirm();
    if (target?.closest("[data-commit]") || !target?.closest("[data-board], #hand")) return;
    const path = target.closest("[data-path]")?.getAttribute("data-path")?.split("|");
    if (path && this.picks.choices.some((choice) => choice.path.join("|") === path.join("|"))) this.select(path);
    else this.pick(thingAt(event));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target?.closest("input, textarea, select, dialog")) return;
    this.byKey = true;
    if (event.repeat && target?.matches("[data-sure]")) event.preventDefault();  // a key that is held down decides nothing
    const thing = target?.matches(".can-pick[data-pick], [data-commit]") && (event.key === "Enter" || event.key === " ");
    if (event.key === "Escape" && this.back()) event.preventDefault();
    else if (this.turning && (event.key === "r" || event.key === "R")) this.turn(event.key === "r" ? 1 : -1);
    else if (thing) {
      event.preventDefault();
      if (target?.matches("[data-commit]")) this.confirm();
      else this.pick(target?.getAttribute("data-pick") ?? "");
    } else if (event.key === "Enter" && this.shown && !target?.closest("button, a, summary")) this.again();
  }

  /** @param {WheelEvent} event */
  wheeled(event) {
    if (!this.turning || !(event.target instanceof Element && event.target.closest("[data-board]"))) return;
    event.preventDefault();
    this.turn(event.deltaY > 0 ? 1 : -1);
  }

  /** @param {PointerEvent} event */
  hovered(event) {
    if (event.pointerType === "mouse") this.look(event.target);
  }

  /** @param {FocusEvent} event */
  entered(event) {
    const target = event.target instanceof Element ? event.target : null;
    this.focused = Boolean(target && (this.bar.contains(target) || target.closest("[data-pick], [data-commit]")));
    if (this.byKey) this.look(target);
  }

  /**
   * Show what a thing under the pointer or with the focus would do, unless a move is selected.
   * @param {EventTarget | null} target
   */
  look(target) {
    if (this.shown || !this.picks.choices.length || !(target instanceof Element)) return;
    const thing = target.closest(".can-pick[data-pick], [data-choice]");
    const name = thing?.getAttribute("data-pick") ?? thing?.getAttribute("data-choice");
    const only = name ? (this.picks.whole(name) ?? this.picks.only(name)) : null;
    if (!only) this.message.now(name ? several(name, this.offer, this.picks) : (this.offer.now ?? ""), Boolean(name));
    this.draw(only, false);
  }
}
