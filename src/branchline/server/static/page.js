// @ts-check
/** What every page needs: buttons that copy links or print, folded parts of forms, and the number of tables that wait. */

import "./turns.js";

document.addEventListener("click", async (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
  if (!button || button.classList.contains("copied")) return;
  const text = new URL(button.getAttribute("data-copy") ?? "", location.href).href;
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "✓";
    button.classList.add("copied");
    setTimeout(() => {
      button.textContent = before;
      button.classList.remove("copied");
    }, 1600);
  } catch {
    window.prompt(before ?? "", text);
  }
});

/** A board that is too small for touch can be enlarged and then scrolled.  The reader's choice is kept in the browser. */
const enlarge = (/** @type {boolean} */ larger) => {
  const board = document.getElementById("board");
  board?.classList.toggle("larger", larger);
  if (board) board.tabIndex = larger ? 0 : -1; // so that the keyboard can scroll it
  document.querySelector("[data-larger]")?.setAttribute("aria-pressed", String(larger));
};
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-larger]") : null;
  if (!button) return;
  const larger = button.getAttribute("aria-pressed") !== "true";
  enlarge(larger);
  localStorage.setItem("larger", String(larger));
});
if (localStorage.getItem("larger") === "true") enlarge(true);

/** Parts of a form that are shown only if another field has a certain value: `data-shown-if="field=value"`. */
for (const form of document.querySelectorAll("form")) {
  const parts = /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-shown-if]"));
  if (!parts.length) continue;
  const update = () => {
    const fields = new FormData(form);
    for (const part of parts) {
      const [name, values] = (part.dataset.shownIf ?? "").split("=");
      const shown = values.split("|").includes(String(fields.get(name) ?? ""));
      part.hidden = !shown;
      for (const field of part.querySelectorAll("input, select")) field.toggleAttribute("disabled", !shown);
    }
  };
  form.addEventListener("change", update);
  update();
}

/** A folded part of a form says in its summary what is chosen in it; where there is a usual choice, only what differs. */
for (const part of document.querySelectorAll("details.fold")) {
  const told = /** @type {HTMLElement} */ (part.querySelector("[data-tells]"));
  part.addEventListener("change", () => {
    const chosen = [...part.querySelectorAll("select")].filter((select) => !select.disabled && select.value !== select.dataset.usual);
    const name = (/** @type {HTMLSelectElement} */ select) => (select.dataset.usual === undefined ? "" : `${select.labels[0].firstChild?.textContent}: `);
    told.textContent = chosen.map((select) => name(select) + select.selectedOptions[0].text).join(" · ") || told.dataset.tells || "";
  });
}

for (const select of document.querySelectorAll("select[data-submits]")) {
  select.addEventListener("change", () => /** @type {HTMLSelectElement} */ (select).form?.requestSubmit());
}

/** What stands after `#` in the address goes into a form: the server is not sent it otherwise. */
const secret = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-from-link]"));
if (secret && location.hash.length > 1) {
  secret.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
}

/** A page behind a link in a mail acts by itself; programs that only look at links change nothing. */
/** @type {HTMLFormElement | null} */ (document.querySelector("form[data-at-once]"))?.requestSubmit();

/** The page without a connection looks again by itself: a server may be down although the device is online. */
if (document.querySelector("[data-again]")) {
  const look = () => fetch("/health", { cache: "no-store" }).then((answer) => answer.ok && location.reload()).catch(() => {});
  window.addEventListener("online", look);
  setInterval(look, 3_000);
}
window.addEventListener("load", () => navigator.serviceWorker?.register("/sw.js").catch(() => null));

document.querySelector("[data-print]")?.addEventListener("click", () => window.print());
