// @ts-check
/** A step of a lesson: a position to look at, and in some steps a move to find. */

import { Board } from "./board.js";
import { Chooser } from "./chooser.js";

const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const board = new Board(document.body);

const chooser = new Chooser(
  place("picks"),
  board,
  (choice) => {
    const right = data.expect.includes(choice.move);
    place("wrong").hidden = right;
    place("done").hidden = !right;
    place("next").hidden = !right;
    if (!right) chooser.present({ ...data.offer, token: `${data.offer.token}!` });
    else {
      board.show({ layers: data.after });
      place("picks").replaceChildren();
      place("next").focus();
    }
  },
  async (moves) => Object.fromEntries(moves.map((move) => [move, data.ghosts[move] ?? { svg: "", preview: "" }])),
  data.words,
);

chooser.present(data.offer);
for (const name of data.show) {
  for (const element of document.querySelectorAll(`[data-pick="${CSS.escape(name)}"]`)) element.classList.add("shown");
}
