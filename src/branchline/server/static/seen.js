// @ts-check
/** The position last seen, for the page that is shown without a connection. */

/** Milliseconds for which the board has to rest: only the newest position is kept. */
const REST = 1000;
let waiting = 0;

/** Give the service worker what the page shows. @param {string} title */
export function keepSeen(title) {
  clearTimeout(waiting);
  waiting = setTimeout(() => send(title), REST);
}

/** @param {string} title */
function send(title) {
  const head = document.createElement("h2");
  head.textContent = `${title} · ${new Date().toLocaleString(document.documentElement.lang)}`;
  const sheets = /** @type {HTMLLinkElement[]} */ ([...document.querySelectorAll('link[rel="stylesheet"]')]);
  const styles = sheets.map((sheet) => sheet.getAttribute("href") ?? "");
  const parts = ["board", "hand"].map((id) => document.getElementById(id)?.cloneNode(true));
  const box = document.createElement("section");
  box.append(head, ...sheets.map((sheet) => sheet.cloneNode()), ...parts.filter((part) => part instanceof Node));
  for (const one of box.querySelectorAll("[style]")) one.removeAttribute("style"); // set by scripts, and forbidden in a page's text
  const { reader } = document.body.dataset;
  navigator.serviceWorker?.controller?.postMessage({ path: location.pathname, html: box.outerHTML, styles, reader });
}
