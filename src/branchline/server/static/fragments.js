// @ts-check
/** Pieces of the page that the server sends anew. */

/**
 * Replace the content of an element.  If it was scrolled to its end, it stays at the end; what was typed in it stays, too.
 * @param {HTMLElement} place
 * @param {string} html
 */
export function replace(place, html) {
  const scrolls = place.classList.contains("scrolls");
  const follow = scrolls && place.scrollTop + place.clientHeight >= place.scrollHeight - 30;
  const named = [...place.querySelectorAll("input")].filter((input) => input.id);
  const typed = named.map((input) => [input.id, input.value, input === document.activeElement]);
  place.innerHTML = html;
  for (const [id, value, focused] of typed) {
    const input = /** @type {HTMLInputElement | null} */ (place.querySelector(`#${id}`));
    if (input) input.value = String(value);
    if (focused) input?.focus();
  }
  if (follow) place.scrollTop = place.scrollHeight;
}
