// @ts-check
/** Parts of a page that are fetched when the reader opens them. */

document.addEventListener("toggle", async (event) => {
  const part = event.target;
  if (!(part instanceof HTMLDetailsElement) || !part.dataset.load || !part.open || !part.lastElementChild) return;
  const answer = await fetch(part.dataset.load).catch(() => null);
  if (answer?.ok) part.lastElementChild.innerHTML = await answer.text();
}, true);
