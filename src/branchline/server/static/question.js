// @ts-check
/** A position with a move to find: the answer goes to the server, which says whether it is right and why. */

import { post } from "./api.js";
import { Board } from "./board.js";
import { Chooser } from "./chooser.js";
import { Message } from "./message.js";

const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const board = new Board(document.body);
const message = new Message(place("message"), data.rules);
const chooser = new Chooser(place("picks"), message, board, { make, ghosts, why }, data.words);
let tries = 0;

/** @param {import("./picks.js").Choice} choice */
async function make(choice) {
  await answer(choice.move);
}

/** @param {string} move */
async function answer(move) {
  if (place("verdict").ariaBusy === "true") return; // an answer is under way
  place("verdict").ariaBusy = "true";
  try {
    const found = await post(data.answer, { move });
    place("verdict").innerHTML = found.card;
    message.clear();
    if (found.solved) {
      board.show({ layers: found.after });
      chooser.present({ choices: [], labels: {}, token: "done" });
      place("bar").hidden = true;
      document.getElementById("give-up")?.remove();
      document.getElementById("next")?.removeAttribute("hidden");
    }
    place("verdict").scrollIntoView({ block: "nearest" });
    if (found.solved) return;
  } catch (error) {
    message.refuse(error instanceof Error ? error.message : String(error));
  } finally {
    place("verdict").ariaBusy = null;
  }
  tries += 1;
  chooser.present({ ...data.offer, token: `${data.offer.token}!${tries}` });
}

/** @param {string[]} moves */
async function ghosts(moves) {
  return post(data.ghosts, { moves });
}

/** @param {string[]} picks @param {string} name */
async function why(picks, name) {
  return post(data.why, { picks, name, ply: 0 });
}

chooser.present(data.offer);
document.getElementById("give-up")?.addEventListener("click", () => answer(""));
