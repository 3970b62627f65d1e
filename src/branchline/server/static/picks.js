// @ts-check
/**
 * Picks: every legal move has a path of things that a person picks, and each pick leaves fewer moves.
 * This code knows no game and no rule.
 *
 * @typedef {{move: string, path: string[], act?: string, preview?: string, sure?: boolean}} Choice
 *   `act`: the move in words, for the button that makes it.  `preview`: what it brings; missing if the server has to be asked.
 *   `sure`: the move cannot be taken back.
 */

export class Picks {
  /** @param {Choice[]} choices @param {string[]} [order] the order of names that are offered together */
  constructor(choices, order = []) {
    this.choices = choices;
    this.order = new Map(order.map((name, place) => [name, place]));
    /** @type {string[][]} each step holds a pick by the person and the picks that followed from it */
    this.steps = [];
  }

  /** The names picked so far. */
  get taken() {
    return this.steps.flat();
  }

  /** The moves that are still possible. */
  get left() {
    return this.leftWith(this.taken);
  }

  /**
   * The moves whose path holds these names.  Their order does not matter, but nothing behind a button is reached without it.
   * @param {string[]} names
   */
  leftWith(names) {
    return this.choices.filter(({ path }) => {
      const last = Math.max(...names.map((name) => path.indexOf(name)));
      return names.every((name) => path.includes(name)) && !path.slice(0, Math.max(0, last)).some((name) => kind(name) === "button" && !names.includes(name));
    });
  }

  /** What can be picked next, in its order. */
  get next() {
    return this.nextAfter(this.steps.length);
  }

  /** What could be picked after the first steps. @param {number} count */
  nextAfter(count) {
    const taken = this.steps.slice(0, count).flat();
    const names = new Set(this.leftWith(taken).map(({ path }) => path.find((name) => !taken.includes(name))));
    const found = /** @type {string[]} */ ([...names].filter((name) => name !== undefined));
    return found.sort((one, other) => (this.order.get(one) ?? 0) - (this.order.get(other) ?? 0));
  }

  /** What could have been picked instead of an earlier pick. */
  get others() {
    const taken = this.taken;
    return [...new Set(this.steps.flatMap((_, count) => this.nextAfter(count)))].filter((name) => !taken.includes(name));
  }

  /** The move that the picks so far make, if they make a complete one. */
  get chosen() {
    const left = this.left;
    return this.steps.length > 0 && left.length === 1 && left[0].path.length === this.taken.length ? left[0] : null;
  }

  /**
   * The move that a pick would lead to, if it is the only one; rotations of one thing count as one.
   * @param {string} name
   */
  only(name) {
    const left = this.leftWith([...this.taken, name]);
    const places = new Set(left.map(({ path }) => path.filter((one) => kind(one) !== "turn").join("|")));
    return places.size === 1 ? left[0] : null;
  }

  /** The move that a button makes by itself, whatever was picked before. @param {string} name */
  whole(name) {
    return this.choices.find(({ path }) => kind(name) === "button" && path.length === 1 && path[0] === name) ?? null;
  }

  /** What all moves have in common that these names lead to. @param {string[]} names */
  common(names) {
    return names.length > 1 ? shared(names.map((name) => this.only(name))).join("; ") : "";
  }

  /**
   * The number of steps that stay if a name is picked now: all of them, or fewer if the name replaces an earlier pick.
   * @param {string} name
   * @returns {number} −1 if it cannot be picked
   */
  level(name) {
    if (this.taken.includes(name)) return -1;
    for (let count = this.steps.length; count >= 0; count--) {
      if (this.leftWith([...this.steps.slice(0, count).flat(), name]).length) return count;
    }
    return -1;
  }

  /**
   * Pick a thing.  If only one thing can be picked next, it is picked too.  Picks after one that is replaced stay if they can.
   * @param {string} name
   * @returns {boolean} whether it could be picked
   */
  take(name) {
    const count = this.level(name);
    if (count < 0) return false;
    const dropped = this.steps.splice(count).slice(1);
    this.push(name);
    for (const [again] of dropped) {
      if (kind(again) !== "button" && this.level(again) === this.steps.length) this.push(again);
    }
    return true;
  }

  /** @param {string} name */
  push(name) {
    const step = [name];
    this.steps.push(step);
    for (let next = this.next; next.length === 1; next = this.next) step.push(next[0]);
  }

  /** Take the last pick back. */
  back() {
    return this.steps.pop() !== undefined;
  }

  /** Pick along a path as far as it goes. @param {string[]} path */
  follow(path) {
    for (const name of path) {
      if (this.next.includes(name) || this.level(name) === this.steps.length) this.push(name);
    }
  }
}

/** What all these moves bring, in parts. @param {(Choice | null)[]} choices */
export function shared(choices) {
  const parts = choices.map((choice) => choice?.preview?.split("; ") ?? []);
  return (parts[0] ?? []).filter((part) => parts.every((other) => other.includes(part)));
}

/** The part of a name before the colon: what kind of thing it is. @param {string} name */
export const kind = (name) => name.slice(0, name.indexOf(":"));

/**
 * Store the picks, so that a reload loses none.
 * @param {string} token the position to which they belong
 * @param {string[]} taken
 */
export const remember = (token, taken) => sessionStorage.setItem("picks", JSON.stringify([token, taken]));

export const forget = () => sessionStorage.removeItem("picks");

/** The stored picks, if they belong to this position. @param {string} token @returns {string[]} */
export function remembered(token) {
  try {
    const [moment, taken] = JSON.parse(sessionStorage.getItem("picks") ?? "[]");
    return moment === token && Array.isArray(taken) ? taken : [];
  } catch {
    return [];
  }
}
