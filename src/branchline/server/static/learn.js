// @ts-check
/** A step of a lesson: a position to look at, and in some steps a move to find. */

import { post } from "./api.js";
import { Board } from "./board.js";
import { Chooser } from "./chooser.js";
import { Message } from "./message.js";

const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const board = new Board(document.body);

const message = new Message(place("message"), data.rules);
const chooser = new Chooser(place("picks"), message, board, { make, ghosts, why }, data.words);

/** @param {import("./picks.js").Choice} choice */
function make(choice) {
  const right = data.expect.includes(choice.move);
  place("wrong").hidden = right;
  place("done").hidden = !right;
  place("next").hidden = !right;
  message.clear();
  if (!right) {
    chooser.present({ ...data.offer, token: `${data.offer.token}!` });
    return;
  }
  board.show({ layers: data.after });
  chooser.present({ choices: [], labels: {}, token: "done" });
  place("next").focus();
}

/** @param {string[]} moves */
async function ghosts(moves) {
  return Object.fromEntries(moves.map((move) => [move, data.ghosts[move] ?? { svg: "", preview: "" }]));
}

/** @param {string[]} picks @param {string} name */
async function why(picks, name) {
  return post(data.why, { picks, name, ply: 0 });
}

chooser.present(data.offer);
board.keep("", data.show);
// On a phone the thing in question may lie behind the bar.
const shown = document.querySelector(".shown");
const bar = place("bar").getBoundingClientRect();
if (shown && shown.getBoundingClientRect().bottom > bar.top) shown.scrollIntoView({ block: "center", behavior: "instant" });
