// @ts-check
/** Invitations: what the link in the address opens, the phone's share sheet, QR codes. */

import { post } from "./api.js";

/** @typedef {{usable: boolean, mine: boolean, text: string, qr: string}} Found */

/**
 * A link to a seat has its secret after the #, which browsers do not send to servers.  The server is asked what it opens.
 * @param {HTMLFormElement} form with a part for each kind of link
 * @param {string} address
 */
export async function invited(form, address) {
  const secret = location.hash.slice(1);
  const kind = secret.split("_")[0];
  const parts = [...form.querySelectorAll("fieldset")];
  const told = /** @type {HTMLElement} */ (form.querySelector("[role='status']"));
  form.hidden = true;
  told.hidden = true;
  if (!parts.some((part) => part.dataset.kind === kind)) return;
  /** @type {Found | null} */
  const found = await post(address, { secret }).catch(() => null);
  for (const part of parts) part.hidden = part.disabled = part.dataset.kind !== kind || found?.usable === false || found?.mine === true;
  told.textContent = found?.text ?? "";
  told.hidden = !told.textContent;
  form.hidden = false;
  /** @type {HTMLInputElement} */ (form.elements.namedItem("secret")).value = secret;
  if (found?.mine) history.replaceState(null, "", location.pathname);
}

/** Buttons for the share sheet are shown where the browser has one. */
export function offerSharing() {
  for (const button of document.querySelectorAll("[data-share]")) button.toggleAttribute("hidden", !("share" in navigator));
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-share]") : null;
  if (!button) return;
  const url = new URL(button.getAttribute("data-share") ?? "", location.href).href;
  navigator.share({ title: button.getAttribute("data-title") ?? "", url }).catch(() => null); // closed by the reader
});

/**
 * Draw a QR code when its place is opened.
 * @param {string} address
 */
export function offerCodes(address) {
  document.addEventListener("toggle", async (event) => {
    const part = event.target;
    if (!(part instanceof HTMLDetailsElement) || part.dataset.qr === undefined || !part.open) return;
    /** @type {Found} */
    const found = await post(address, part.dataset.qr ? { secret: part.dataset.qr } : {});
    const place = part.querySelector(".qr");
    if (place) place.innerHTML = found.qr;
  }, true);
}
