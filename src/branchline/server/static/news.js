// @ts-check
/** How the moves of others are shown: their pace; a headline and the tally of a round for what counts. */

const chosen = () => /** @type {HTMLSelectElement} */ (document.getElementById("pace"));

/** Milliseconds between two decisions of others, as the reader wants it; 0 shows the newest position at once. */
export const pace = () => Number(chosen().value);

/** The reader's pace is kept in the browser.  Who asked for less motion sees the newest position at once. */
export function choosePace() {
  const select = chosen();
  const usual = matchMedia("(prefers-reduced-motion: reduce)").matches ? "0" : select.value;
  select.value = localStorage.getItem("pace") ?? usual;
  select.addEventListener("change", () => localStorage.setItem("pace", select.value));
}

const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Whether the board waits until the tally of a round is closed. */
let holding = false;
export const isHolding = () => holding;

/** Whether the tally of a round is open. */
export const isTallyOpen = () => !place("card").hidden;

/**
 * The tally of a round over the board, which still shows the round's end.
 * @param {string} html
 * @param {boolean} hold whether the board waits for the reader
 * @returns {Promise<void>} resolved when the reader goes on
 */
export function tally(html, hold) {
  holding = hold;
  place("headline").hidden = true;
  place("card").innerHTML = html;
  place("card").hidden = false;
  place("card").scrollIntoView({ block: "nearest", behavior: "instant" });
  return new Promise((resolve) => place("card").addEventListener("close", () => resolve(), { once: true }));
}

/** Close the tally, if it is open. */
export function goOn() {
  if (!isTallyOpen()) return;
  place("card").hidden = true;
  holding = false;
  place("card").dispatchEvent(new Event("close"));
}

/**
 * A headline over the board for a moment.
 * @param {string} text
 */
export function headline(text) {
  if (isTallyOpen()) return; // it would be behind the tally
  const head = place("headline");
  head.textContent = text;
  head.hidden = false;
  head.getAnimations().forEach((animation) => animation.cancel());
  setTimeout(() => {
    if (head.textContent === text) head.hidden = true;
  }, 2000);
}
