// @ts-check
/** How fast the moves of others are shown. */

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
