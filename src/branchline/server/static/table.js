// @ts-check
/** The page of a table: it shows the server's updates, sends moves, shows earlier positions and keeps the stream open. */

import { Refusal, call, persist, post } from "./api.js";
import { Board } from "./board.js";
import { Chooser } from "./chooser.js";
import { listen } from "./live.js";
import { ring, wish } from "./notice.js";

/**
 * @typedef {{
 *   version: number, ply: number, last: number, mine: boolean, you: object, over: boolean, title: string, announce: string,
 *   offer: import("./chooser.js").Offer, drawing: import("./board.js").Drawing, fragments: Record<string, import("./board.js").Layer>,
 * }} Moment
 */

const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
/** @type {{table: string, state: string, moves: string, ghosts: string, api: string, events: string, rules: string, words: Record<string, string>, live: boolean}} */
const page = data.page;
/** @type {Moment} */
let moment = data.moment;
/** The ply that is shown; null for the current one. @type {number | null} */
let looking = null;
let turn = 0;
/** Whether a move is being sent.  Its answer contains the new table, so updates that arrive in between can wait. */
let sending = false;
/** The newest version in the stream, and the reader's seats as the stream last gave them. */
let newest = 0;
let rights = JSON.stringify(data.moment.you);
/** Fragment → hash of what is shown. @type {Map<string, string>} */
const shown = new Map(Object.entries(data.moment.fragments).map(([id, fragment]) => [id, fragment.hash]));

const board = new Board(element("table"));
const chooser = new Chooser(element("picks"), board, send, ghosts, page.words);

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}.`);
  return found;
}

/** @param {Moment} next */
function show(next) {
  const before = moment;
  moment = next;
  document.title = next.title;
  for (const [id, { hash, body }] of Object.entries(next.fragments)) {
    if (body === undefined || shown.get(id) === hash) continue;
    shown.set(id, hash);
    replace(element(id), body);
  }
  board.show(next.drawing);
  chooser.present(looking === null ? next.offer : { choices: [], labels: {}, token: "" });
  const slider = /** @type {HTMLInputElement} */ (element("slider"));
  slider.max = String(next.last);
  slider.value = String(next.ply);
  slider.setAttribute("aria-valuetext", `${next.ply} / ${next.last}`);
  element("place").textContent = `${next.ply} / ${next.last}`;
  element("table").classList.toggle("looking-back", looking !== null);
  if (next.announce && next.version !== before.version) element("announce").textContent = next.announce;
  if (looking === null && next.mine && !before.mine) ring(next.title, page.words.your_turn);
  tick();
}

/**
 * Replace the content of an element.  If it was scrolled to its end, it stays at the end.
 * @param {HTMLElement} place
 * @param {string} html
 */
function replace(place, html) {
  const scrolls = place.classList.contains("scrolls");
  const follow = scrolls && place.scrollTop + place.clientHeight >= place.scrollHeight - 30;
  place.innerHTML = html;
  if (follow) place.scrollTop = place.scrollHeight;
}

/** The hashes of what the page already has, so that the server does not send it again. */
const have = () => `have=${[...board.shown.values(), ...shown.values()].join(",")}`;

/** Fetch the table at the ply that is shown.  An answer to an older request is dropped. */
async function refresh() {
  const mine = ++turn;
  const ply = looking === null ? "" : `&ply=${looking}`;
  const next = await persist(() => call(`${page.state}?${have()}${ply}`), connection);
  if (mine === turn) show(next);
}

/** @param {boolean} lost */
function connection(lost) {
  element("connection").hidden = !lost;
}

/** @param {import("./picks.js").Choice} choice */
async function send(choice) {
  const body = { move: choice.move, ply: moment.last, version: moment.version };
  say("");
  const mine = ++turn;
  sending = true;
  try {
    const next = await persist(() => post(`${page.moves}?${have()}`, body), connection);
    if (mine === turn) show(next);
  } catch (error) {
    await refused(error);
  } finally {
    sending = false;
    if (isStale()) refresh().catch(() => null);
  }
}

/** Whether the page is older than the stream: it shows an older version, or other rights. */
const isStale = () => newest > moment.version || rights !== JSON.stringify(moment.you);

/**
 * Show a refusal as a sentence, and fetch the table again.
 * @param {unknown} error
 */
async function refused(error) {
  if (!(error instanceof Refusal)) throw error;
  say(error.message || page.words.failed, error.body?.rule);
  await refresh().catch((trouble) => say(String(trouble.message)));
}

/**
 * Post a request and show the result; a refusal is shown as a sentence.
 * @param {string} address
 * @param {any} body
 */
async function act(address, body) {
  say("");
  let answer = null;
  try {
    answer = await persist(() => post(address, body), connection);
  } catch (error) {
    await refused(error);
    return null;
  }
  if (answer?.path && answer.id !== page.table) location.href = answer.path;
  if (answer?.line) say(page.words.hint.replace("{move}", answer.move));
  await refresh().catch((error) => say(String(error.message)));
  return answer;
}

/** @param {string[]} moves */
async function ghosts(moves) {
  return post(page.ghosts, { moves, ply: moment.last });
}

/**
 * Show a sentence, with a link to its paragraph of the rules.
 * @param {string} text
 * @param {string | null} [rule]
 */
function say(text, rule) {
  const place = element("message");
  place.replaceChildren(text);
  if (rule) {
    const anchor = document.createElement("a");
    anchor.href = `${page.rules}#${rule.replace(" ", "-")}`;
    anchor.textContent = rule;
    place.append(" ", anchor);
  }
  place.hidden = !text;
}

/** @param {number | null} ply */
function look(ply) {
  looking = ply === null || ply >= moment.last ? null : Math.max(0, ply);
  refresh().catch((error) => say(String(error.message)));
}

/** Let the clocks run on the page between two updates from the server. */
let counted = performance.now();
function tick() {
  const now = performance.now();
  const passed = (now - counted) / 1000;
  counted = now;
  for (const clock of document.querySelectorAll("[data-seconds]")) {
    if (!(clock instanceof HTMLElement)) continue;
    let seconds = Number(clock.dataset.seconds);
    if (clock.dataset.running) seconds = Math.max(0, seconds - passed);
    clock.dataset.seconds = String(seconds);
    clock.textContent = duration(seconds);
    clock.classList.toggle("short", seconds < 20);
  }
}

/** @param {number} seconds */
function duration(seconds) {
  const whole = Math.ceil(seconds);
  if (whole >= 172800) return `${Math.floor(whole / 86400)} d`;
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const button = target?.closest("[data-act]");
  if (button instanceof HTMLElement) {
    event.preventDefault();
    const question = button.dataset.ask;
    if (!question || window.confirm(question)) act(page.api + button.dataset.act, JSON.parse(button.dataset.body ?? "{}"));
  }
  const step = target?.closest("[data-step]");
  if (step instanceof HTMLElement) {
    const by = step.dataset.step ?? "";
    look(by === "now" ? null : by === "start" ? 0 : (looking ?? moment.last) + Number(by));
  }
  const line = target?.closest("[data-ply]");
  if (line instanceof HTMLElement) look(Number(line.dataset.ply));
  if (target?.closest("[data-more]")) fetch(`${page.state.replace(/state$/, "log")}`).then(async (answer) => replace(element("log"), await answer.text()));
  if (target?.closest("[data-overlay]")) overlay(/** @type {HTMLElement} */ (target.closest("[data-overlay]")));
});

document.addEventListener("keydown", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target?.closest("input, textarea, select")) return;
  const now = looking ?? moment.last;
  /** @type {Record<string, number | null>} */
  const steps = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: null };
  if (!(event.key in steps)) return;
  event.preventDefault();
  look(steps[event.key]);
});

element("slider").addEventListener("input", (event) => look(Number(/** @type {HTMLInputElement} */ (event.target).value)));

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.dataset.post) return;
  event.preventDefault();
  const fields = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));
  // A newcomer gets a cookie before they sit down: if the answer gets lost, a second request finds them on their seat.
  if (form.dataset.post === "/join" && fields.name) await persist(() => post("/api/me", { name: fields.name }), connection).catch(() => null);
  const answer = await act(page.api + form.dataset.post, fields);
  if (answer && form.dataset.reload !== undefined) location.replace(location.pathname);
  else if (answer) form.reset();
});

/** @param {HTMLElement} button */
async function overlay(button) {
  const on = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(on));
  board.ghost(on ? await call(`${page.state.replace(/state$/, "overlay")}/${button.dataset.overlay}`).then((found) => found.svg) : "");
}

/** A link to a seat has its secret after the #, which browsers do not send to servers. */
function invited() {
  const form = /** @type {HTMLFormElement} */ (element("sit"));
  const secret = location.hash.slice(1);
  const kind = secret.split("_")[0];
  form.hidden = true;
  for (const part of form.querySelectorAll("fieldset")) {
    part.hidden = part.disabled = part.dataset.kind !== kind;
    if (!part.hidden) form.hidden = false;
  }
  /** @type {HTMLInputElement} */ (form.elements.namedItem("secret")).value = secret;
}

invited();
window.addEventListener("hashchange", invited);
wish(element("notify"));
setInterval(tick, 500);
requestAnimationFrame(() => setTimeout(() => show(moment)));  // after the first paint
if (page.live) {
  /** @param {string} event @param {any} news */
  const told = (event, news) => {
    if (event === "table") {
      newest = Math.max(newest, news.version);
      rights = JSON.stringify(news.you);
    }
    const stale = event === "table" && !sending && isStale();
    if (stale || event === "chat" || event === "end") refresh().catch(() => null);
  };
  listen(page.events, told, (alive) => connection(!alive), ["table", "chat", "end"]);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) refresh().catch(() => null);
  });
}
