// @ts-check
/** The page of a review: it shows the moments of the game without loading the page anew, and the progress of a review. */

/** @param {string} id */
const find = (id) => document.getElementById(id);

// -- a review that is being made -----------------------------------------------------------------------------

const progress = find("progress");
const bar = progress?.querySelector("progress");
const figures = progress?.querySelector("output");

/** Ask how far the review is.  When it is ready, the page is loaded anew. */
async function watch() {
  const answer = await fetch(progress?.dataset.watch ?? "").catch(() => null);
  const found = answer?.ok ? await answer.json() : null;
  if (found && !["waiting", "running"].includes(found.state)) return location.reload();
  if (found?.total && bar && figures) {
    bar.max = found.total;
    bar.value = found.done;
    figures.textContent = `${found.done} / ${found.total}`;
  }
  setTimeout(watch, 1000);
}
if (progress) watch();

// -- the moments ---------------------------------------------------------------------------------------------

/** @type {{moves: number[], across: number[], width: number, event: number}} */
const data = JSON.parse(find("data")?.textContent ?? '{"moves": []}');
const slider = /** @type {HTMLInputElement | null} */ (find("when"));
let which = "better";
let address = "";

/**
 * Show an event, with `scroll` in sight, and the board after so many moves of the better line.
 * @param {number} number @param {boolean} [scroll] @param {number} [line]
 */
async function show(number, scroll = false, line = 0) {
  data.event = Math.max(0, Math.min(data.moves.length - 1, number));
  const move = data.moves[data.event];
  const wanted = `?move=${move}${line ? `&line=${line}` : ""}`;
  address = wanted;
  find("here")?.setAttribute("transform", `translate(${data.across[data.event]} 0)`);
  if (slider) slider.value = String(data.event);
  document.querySelector(".moves [aria-current]")?.removeAttribute("aria-current");
  document.querySelector(`.moves [data-move="${move}"]`)?.setAttribute("aria-current", "true");
  inSight();
  const answer = await fetch(`${location.pathname}/moment${wanted}`).catch(() => null);
  const text = answer?.ok ? await answer.text() : "";
  const place = find("moment");
  if (wanted !== address || !place) return; // the reader has gone on meanwhile
  if (!text) return location.assign(wanted);
  const focused = place.contains(document.activeElement) ? document.activeElement?.textContent : null;
  place.innerHTML = text;
  const words = place.querySelector("[data-told]")?.getAttribute("data-told") ?? "";
  slider?.setAttribute("aria-valuetext", words);
  const told = find("told");
  if (told && document.activeElement !== slider) told.textContent = words; // the slider tells it by itself
  choose(which);
  const again = [...place.querySelectorAll("a, button")].find((one) => one.textContent === focused);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  history.replaceState(null, "", wanted);
  const top = place.getBoundingClientRect().top;
  if (scroll && (top < 0 || top > innerHeight / 2)) place.scrollIntoView({ block: "start" });
}

/** Scroll the list of moves, and a graph that is wider than the page, to the moment. */
function inSight() {
  const graph = document.querySelector(".graph .picture");
  if (graph) graph.scrollLeft = (data.across[data.event] / data.width) * graph.scrollWidth - graph.clientWidth / 2;
  const list = document.querySelector(".moves");
  const link = list?.querySelector("[aria-current]");
  if (list && link instanceof HTMLElement) list.scrollTop = link.offsetTop - list.clientHeight / 2;
}

/** Show the better move on the board, or the move played. @param {string} value */
function choose(value) {
  which = value;
  const choice = document.querySelector("#moment .which");
  if (!choice) return find("moment")?.classList.remove("as-played"); // there is only the move played
  choice.removeAttribute("hidden");
  for (const input of choice.querySelectorAll("input")) input.checked = input.value === value;
  find("moment")?.classList.toggle("as-played", value === "played");
  for (const thing of document.querySelectorAll("#moment [data-of]")) {
    thing.classList.toggle("picked", (thing.getAttribute("data-of") ?? "").split(" ").includes(value));
  }
}

if (slider) {
  slider.hidden = false;
  inSight();
  choose(which);
  slider.addEventListener("input", () => show(Number(slider.value)));
  document.addEventListener("click", (click) => {
    const target = click.target instanceof Element ? click.target : null;
    const link = target?.closest("a[data-move]");
    const picture = target?.closest(".graph svg");
    if (link && !click.ctrlKey && !click.metaKey && !click.shiftKey) {
      click.preventDefault();
      const line = link.getAttribute("data-line");
      show(data.moves.indexOf(Number(link.getAttribute("data-move"))), line === null, Number(line));
    } else if (picture) {
      const box = picture.getBoundingClientRect();
      const x = ((click.clientX - box.left) / box.width) * data.width;
      const far = data.across.map((place) => Math.abs(place - x));
      show(far.indexOf(Math.min(...far)));
    }
  });
  document.addEventListener("change", (change) => {
    if (change.target instanceof HTMLInputElement && change.target.name === "which") choose(change.target.value);
  });
  document.addEventListener("keydown", (key) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key.key];
    const isBusy = key.target instanceof Element && key.target.closest("input, select, textarea, [tabindex='0']");
    if (!step || isBusy || key.ctrlKey || key.altKey || key.metaKey) return;
    key.preventDefault();
    show(data.event + step);
  });
}

export {};
