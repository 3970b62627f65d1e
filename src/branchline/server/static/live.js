// @ts-check
/** A part of a page that is fetched again and again while somebody looks at it.  When its stage changes, so does the rest. */

import "./page.js";

const place = document.querySelector("[data-live]");
const stage = () => place?.querySelector("[data-stage]")?.getAttribute("data-stage");

async function fetchAgain() {
  const address = place?.getAttribute("data-live");
  if (!place || !address || document.hidden) return;
  const answer = await fetch(address, { cache: "no-store" }).catch(() => null);
  const text = answer?.ok ? await answer.text() : "";
  const before = stage();
  if (text && !place.contains(document.activeElement)) place.innerHTML = text;
  if (stage() !== before) location.reload();
}

setInterval(fetchAgain, 10_000);
document.addEventListener("visibilitychange", fetchAgain);
