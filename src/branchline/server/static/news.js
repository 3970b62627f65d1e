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

/** Whether the tally of a round is open: the board waits until it is closed. */
export const isTallyOpen = () => !place("card").hidden;

/**
 * The tally of a round over the board, which still shows the round's end.  The focus is on its button, and goes back then.
 * @param {string} html
 * @returns {Promise<void>} resolved when the reader goes on
 */
export function tally(html) {
  place("headline").hidden = true;
  place("card").innerHTML = html;
  place("card").hidden = false;
  place("card").scrollIntoView({ block: "nearest", behavior: "instant" });
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  if (!before?.matches("input, textarea, select")) place("card").querySelector("button")?.focus({ preventScroll: true });
  return new Promise((resolve) => place("card").addEventListener("close", () => resolve(before?.focus({ preventScroll: true })), { once: true }));
}

/** Close the tally, if it is open. */
export function goOn() {
  if (!isTallyOpen()) return;
  place("card").hidden = true;
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
  }, Math.max(2000, 40 * text.length));
}
