// @ts-check
/** How many tables wait for the reader: in the head of every page and in the title of its tab. */

const EVERY = 60_000;

let title = document.title;
let waiting = 0;

/** @param {string} [next] the title of the page, without the number */
export function retitle(next = title) {
  title = next;
  document.title = waiting ? `(${waiting}) ${title}` : title;
}

/** Ask the server, and show the number. */
export async function countTurns() {
  const place = document.querySelector("[data-turns]");
  if (!(place instanceof HTMLElement)) return; // nobody whom the server knows
  const found = await fetch("/api/me/tables?waiting=true").then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
  if (!found) return; // the number stays until the connection is back
  waiting = found.tables.length;
  place.hidden = !waiting;
  const number = place.querySelector("[data-number]");
  if (number) number.textContent = String(waiting);
  retitle();
}

countTurns();
setInterval(countTurns, EVERY);
document.addEventListener("visibilitychange", () => !document.hidden && countTurns());
window.addEventListener("pageshow", (event) => event.persisted && countTurns());
