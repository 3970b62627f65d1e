// @ts-check
/** How many tables wait for the reader: in the head of every page and in the title of its tab. */

const EVERY = 60_000;
/** Milliseconds from a change at this table until the server is asked: the page shows the change first, and bots soon answer. */
const SOON = 2_000;

const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-turns]")); // only for people whom the server knows
const number = place?.querySelector("[data-number]");
let title = document.title;
let waiting = Number(number?.textContent ?? 0);
let asking = 0;

/** @param {string} [next] the title of the page, without the number */
export function retitle(next = title) {
  title = next;
  document.title = waiting ? `(${waiting}) ${title}` : title;
}

/** Ask the server, and show the number. */
async function countTurns() {
  clearTimeout(asking);
  if (!place || !number) return;
  asking = setTimeout(countTurns, EVERY);
  const found = await fetch("/api/me/tables?waiting=true").then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
  if (!found) return; // the number stays until the connection is back
  waiting = found.tables.length;
  place.hidden = !waiting;
  number.textContent = String(waiting);
  retitle();
}

/** The turn has changed at this table: ask soon. */
export function countTurnsSoon() {
  clearTimeout(asking);
  asking = setTimeout(countTurns, SOON);
}

retitle();
asking = setTimeout(countTurns, EVERY);
document.addEventListener("visibilitychange", () => !document.hidden && countTurns());
window.addEventListener("pageshow", (event) => event.persisted && countTurns());
