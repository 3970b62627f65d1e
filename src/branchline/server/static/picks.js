// @ts-check
/**
 * Picks: every legal move has a path of things that a person picks, and each pick leaves fewer moves.
 * This code knows no game and no rule.
 *
 * @typedef {{move: string, path: string[], preview?: string, sure?: boolean}} Choice
 *   `sure`: ask before the move is made, because it cannot be taken back.
 */

export class Picks {
  /**
   * @param {Choice[]} choices
   * @param {string[]} [order] the order of names that are offered together
   */
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
    const taken = this.taken;
    return this.choices.filter((choice) => taken.every((name, index) => choice.path[index] === name));
  }

  /** What can be picked next, in its order. */
  get next() {
    const depth = this.taken.length;
    const names = [...new Set(this.left.map((choice) => choice.path[depth]).filter((name) => name !== undefined))];
    return names.sort((one, other) => (this.order.get(one) ?? 0) - (this.order.get(other) ?? 0));
  }

  /** The move that the picks so far make, if they make a complete one. */
  get chosen() {
    const left = this.left;
    return this.steps.length > 0 && left.length === 1 && left[0].path.length === this.taken.length ? left[0] : null;
  }

  /**
   * Pick a thing.  If only one thing can be picked next, it is picked too.
   * @param {string} name
   * @returns {boolean} whether it could be picked
   */
  take(name) {
    if (!this.next.includes(name)) return false;
    const step = [name];
    this.steps.push(step);
    for (let next = this.next; next.length === 1; next = this.next) step.push(next[0]);
    return true;
  }

  /** Take the last pick back. */
  back() {
    return this.steps.pop() !== undefined;
  }

  /**
   * Pick along a path as far as it goes.
   * @param {string[]} path
   */
  follow(path) {
    let depth = 0;
    while (depth < path.length && this.take(path[depth])) depth = this.taken.length;
  }
}

/**
 * The part of a name before the colon: what kind of thing it is.
 * @param {string} name
 */
export const kind = (name) => name.slice(0, name.indexOf(":"));
