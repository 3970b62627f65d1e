// @ts-check
/** A part of a page that is fetched again and again while somebody looks at it. */

import "./page.js";

const EVERY = 10_000;
const place = document.querySelector("[data-live]");

async function fetchAgain() {
  const address = place?.getAttribute("data-live");
  if (!place || !address || document.hidden) return;
  const answer = await fetch(address, { cache: "no-store" }).catch(() => null);
  const text = answer?.ok ? await answer.text() : "";
  if (text && !place.contains(document.activeElement)) place.innerHTML = text;
}

setInterval(fetchAgain, EVERY);
document.addEventListener("visibilitychange", fetchAgain);
