// @ts-check
/** The page of a table: it shows the server's updates, sends moves, shows earlier positions and keeps the stream open. */

import { Refusal, call, listen, persist, post } from "./api.js";
import { Board } from "./board.js";
import { Chooser } from "./chooser.js";
import { tick } from "./clocks.js";
import { replace } from "./fragments.js";
import { invited, offerCodes, offerSharing } from "./invite.js";
import { Message } from "./message.js";
import { choosePace, goOn, headline, isTallyOpen, pace, tally } from "./news.js";
import { play, ring, wish, wishForSounds } from "./notice.js";
import "./page.js";
import { countUnread, havePeopleLooked, showPeople, watchChat } from "./people.js";
import "./private.js";
import { keepSeen } from "./seen.js";
import { countTurnsSoon, retitle } from "./turns.js";

/**
 * @typedef {{
 *   version: number, ply: number, last: number, step: number, steps: number, passing: boolean, news: {headline: string, card: string},
 *   mine: boolean, you: {owner: boolean, seats: number[], shared: number[]}, over: boolean, waiting: boolean, title: string, announce: string,
 *   offer: import("./chooser.js").Offer, drawing: import("./board.js").Drawing, fragments: Record<string, import("./board.js").Layer>,
 * }} Moment
 */

const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
/** @type {{table: string, state: string, moves: string, ghosts: string, hint: string, why: string, link: string, api: string, events: string, rules: string, words: Record<string, string>, live: boolean, listens: boolean}} */
const page = data.page;
/** @type {Moment} */
let moment = data.moment;
/** Which earlier moment is shown, as part of an address; null for the current one. @type {string | null} */
let looking = moment.ply < moment.last ? `ply=${moment.ply}` : null;
/** Whether the earlier moment is shown only while the pointer rests on its event. */
let peeking = false;
/** The newest ply that the reader has seen.  What happens after it is shown one decision after the other. */
let seen = moment.last;
/** Whether the next decision of somebody else will be shown in a moment. */
let following = false;
/** Whether there was something new to fetch while the tally of a round was open. */
let missed = false;
let pauses = 0;
let turn = 0;
/** Whether a move is being sent.  Its answer contains the new table, so updates that arrive in between can wait. */
let sending = false;
/** The newest version in the stream, and the reader's seats as the stream last gave them. */
let newest = 0;
let rights = rightsOf(moment);
/** Fragment → hash of what is shown. @type {Map<string, string>} */
const shown = new Map(Object.entries(data.moment.fragments).map(([id, fragment]) => [id, fragment.hash]));

const board = new Board(element("table"));
const message = new Message(element("message"), page.rules);
const chooser = new Chooser(element("picks"), message, board, { make: send, ghosts, why }, page.words);

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
  if (next.version !== before.version || next.ply !== before.ply) {
    closeHint();
    board.overlay("");
    for (const button of document.querySelectorAll("[data-overlay]")) button.setAttribute("aria-pressed", "false");
  }
  retitle(next.title);
  if (next.mine !== before.mine) countTurnsSoon();
  for (const [id, { hash, body }] of Object.entries(next.fragments)) {
    if (body === undefined || shown.get(id) === hash) continue;
    shown.set(id, hash);
    replace(element(id), body);
    if (id === "since") element(id).scrollLeft = 0;
  }
  const hand = element("hand");  // the room of a hand is kept, so that nothing below it moves when it is empty
  hand.style.minHeight = `${Math.max(parseFloat(hand.style.minHeight) || 0, hand.offsetHeight)}px`;
  hand.classList.toggle("kept", parseFloat(hand.style.minHeight) > 0);
  board.show(next.drawing);
  chooser.present(looking === null ? next.offer : { ...nothingToChoose(), now: next.offer.now || page.words.looking });
  const slider = /** @type {HTMLInputElement} */ (element("slider"));
  slider.max = String(next.steps);
  slider.value = String(next.step);
  slider.setAttribute("aria-valuetext", `${next.step} / ${next.steps}`);
  element("place").textContent = `${next.step} / ${next.steps}`;
  for (const event of document.querySelectorAll("[data-peek]")) {
    event.toggleAttribute("aria-current", looking !== null && event.getAttribute("data-ply") === String(next.ply));
  }
  element("table").classList.toggle("looking-back", looking !== null);
  const isIdle = (next.over || next.waiting) && !message.refusal.textContent;
  element("bar").hidden = isIdle && looking === null; // the result leads on, or the invitation
  if (next.over && !before.over) element("status").scrollIntoView({ block: "start" });
  if (next.announce && next.version !== before.version) element("announce").textContent = next.announce;
  if (looking === null && next.mine && !before.mine) {
    ring(next.title, page.words.your_turn);
    play("turn");
  }
  if (looking === null) keepSeen(next.title);
  offerSharing();
  showPeople();
  countUnread();
  tick();
}

/**
 * Show a moment that follows the one on the page.  What counts has a moment of its own: a headline, the tally of a round.
 * @param {Moment} next
 */
async function follow(next) {
  const isNew = looking === null && next.ply > seen;
  if (looking === null) seen = next.ply;
  if (isNew && next.news.card && !next.over) {
    message.clear(); // nothing is being sent any more
    message.now(""); // and nothing is to be done before the reader goes on
    await tally(next.news.card);
  }
  show(next);
  const piece = document.querySelector("[data-layer='tiles']") ? "tile" : "cube";
  if (isNew) play(next.news.headline ? "whistle" : piece);
  if (isNew && next.news.headline && !next.news.card && !next.over) headline(next.news.headline);
  const isBehind = looking === null && newest > next.version; // an answer that was overtaken by the stream
  if (!isNew && !next.passing && !isBehind) return;
  following = true;
  const mine = ++pauses;
  setTimeout(() => mine === pauses && onward(), (pace() || 50) + (pace() && next.news.headline ? 900 : 0));
}

/** Show the next decision, if there is one. */
function onward() {
  following = false;
  // While a move is sent, its answer is waited for; then the page looks again.
  if (looking === null && !sending && (moment.passing || missed || isStale())) refresh().catch(() => null);
}

/** Show the newest position without the steps to it. */
function skip() {
  goOn();
  seen = Infinity;
  refresh().catch((error) => say(String(error.message)));
}

/** What the page already has, by name and hash, so that the server does not send it again. */
const have = () => {
  const layers = [...board.shown].map(([name, hash]) => `layer-${name}:${hash}`);
  return `have=${[...layers, ...[...shown].map(([name, hash]) => `${name}:${hash}`)].join(",")}`;
};

/** Fetch the table at the ply that is shown.  An answer to an older request is dropped. */
async function refresh() {
  missed = isTallyOpen();
  if (missed) return; // the reader looks at the tally of a round and will go on
  const mine = ++turn;
  const wanted = looking ?? (seen < Infinity ? `${pace() ? "after" : "seen"}=${seen}` : "");
  const next = await persist(() => call(`${page.state}?${have()}${wanted && `&${wanted}`}`), connection);
  if (mine === turn) await follow(next);
}

/** @param {boolean} lost */
function connection(lost) {
  element("connection").hidden = !lost;
}

/** @param {import("./picks.js").Choice} choice */
async function send(choice) {
  const body = { move: choice.move, ply: moment.last, version: moment.version };
  goOn();
  closeHint();
  const mine = ++turn;
  sending = true;
  try {
    const next = await persist(() => post(`${page.moves}?${have()}`, body), connection);
    if (mine === turn) await follow(next);
  } catch (error) {
    await refused(error);
  } finally {
    sending = false;
    if (isStale()) refresh().catch(() => null);
  }
}

/** Whether the page is older than the stream: it shows an older version, or other rights. */
const isStale = () => newest > moment.version || rights !== rightsOf(moment);

/** What the reader may do at the table, as a text to compare. @param {{you: {owner: boolean, seats: number[], shared: number[]}}} told */
function rightsOf({ you }) {
  return JSON.stringify([you.owner, you.seats, you.shared]);
}

/** Show a refusal as a sentence, and fetch the table again. @param {unknown} error */
async function refused(error) {
  if (!(error instanceof Refusal)) throw error;
  say(error.message || page.words.failed, error.body?.rule);
  await refresh().catch((trouble) => say(String(trouble.message)));
}

/** Post a request and show the result; a refusal is shown as a sentence. @param {string} address @param {any} body */
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
  await refresh().catch((error) => say(String(error.message)));
  return answer;
}

/** @param {string} act a part of the table's address, or a whole one */
const addressOf = (act) => (/^\/(api|t)\//.test(act) ? act : page.api + act);

/** Show what a strong bot would do: a card with its reasons, and a ghost on the board. */
async function hint() {
  message.tell(page.words.thinking);
  try {
    const found = await persist(() => post(page.hint), connection);
    say("");
    while (chooser.back());
    element("hint").innerHTML = found.card;
    element("hint").dataset.move = found.move;
    element("hint").hidden = false;
    board.keep(found.svg, found.path);
  } catch (error) {
    await refused(error);
  }
}

function closeHint() {
  element("hint").hidden = true;
  board.keep("");
}

/** @param {string[]} moves */
async function ghosts(moves) {
  return post(page.ghosts, { moves, ply: moment.last });
}

/** Why a thing cannot be picked, after the picks so far; null while a newer moment comes. @param {string[]} picks @param {string} name */
async function why(picks, name) {
  if (looking === null && (sending || isStale())) return null;
  return post(page.why, { picks, name, ply: looking === null ? moment.last : moment.ply });
}

/** Show a sentence, with a link to its paragraph of the rules. @param {string} text @param {string | null} [rule] */
function say(text, rule) {
  if (text) message.refuse(text, rule);
  else message.clear();
}

/** The offer at an earlier moment. */
const nothingToChoose = () => ({ choices: [], labels: {}, token: "", now: page.words.looking });

/** @param {string | null} wanted the moment to show, such as `ply=12` or `step=3`; null for the current one */
function look(wanted) {
  goOn();
  looking = wanted;
  if (wanted === null) seen = Infinity;
  else chooser.present(nothingToChoose()); // also while the moment is fetched
  refresh()
    .then(address)
    .catch((error) => say(String(error.message)));
}

/** @param {number} step the number of a stop of the slider */
function lookAtStep(step) {
  look(step >= moment.steps ? null : `step=${Math.max(0, step)}`);
}

/** The address names the move that is shown, so that it can be sent to others. */
function address() {
  if (!peeking) history.replaceState(null, "", looking === null ? location.pathname : `${location.pathname}?move=${moment.ply}`);
}

/** While something is shown that passes, a click on the board goes on and picks nothing. */
document.addEventListener("click", (event) => {
  const isOnBoard = event.target instanceof Element && event.target.closest("[data-board], #hand");
  if (!isOnBoard || !(moment.passing || isTallyOpen())) return;
  event.stopPropagation();
  if (isTallyOpen()) goOn();
  else skip();
}, { capture: true });

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const off = target?.closest("[data-why]");
  if (off instanceof HTMLElement) chooser.say(off.dataset.why ?? "");
  const button = target?.closest("[data-act]");
  if (button instanceof HTMLElement) {
    event.preventDefault();
    const question = button.dataset.ask;
    if (!question || window.confirm(question)) act(addressOf(button.dataset.act ?? ""), JSON.parse(button.dataset.body ?? "{}"));
  }
  const step = target?.closest("[data-step]");
  if (step instanceof HTMLElement) {
    const by = step.dataset.step ?? "";
    if (by === "now") look(null);
    else lookAtStep(by === "start" ? 0 : (looking === null ? moment.steps : moment.step) + Number(by));
  }
  const line = target?.closest("[data-ply]");
  if (line instanceof HTMLElement) {
    peeking = false;
    look(Number(line.dataset.ply) >= moment.last ? null : `ply=${line.dataset.ply}`);
  }
  if (target?.closest("[data-cite]")) {
    const input = /** @type {HTMLInputElement} */ (element("line"));
    input.value = `${input.value} #${moment.step} `.trimStart();
    input.focus();
  }
  if (target?.closest("[data-hint]")) hint();
  if (target?.closest("[data-close-hint]")) closeHint();
  if (target?.closest("[data-play-hint]")) send({ move: element("hint").dataset.move ?? "", path: [] });
  if (target?.closest("[data-go-on]")) goOn();
  if (target?.closest("[data-more]")) fetch(`${page.state.replace(/state$/, "log")}`).then(async (answer) => replace(element("log"), await answer.text()));
  if (target?.closest("[data-overlay]")) overlay(/** @type {HTMLElement} */ (target.closest("[data-overlay]")));
});

document.addEventListener("keydown", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target?.closest("input, textarea, select")) return;
  const now = looking === null ? moment.steps : moment.step;
  /** @type {Record<string, number>} */
  const steps = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: moment.steps, ...(looking !== null && { Escape: moment.steps }) };
  if (!(event.key in steps)) return;
  event.preventDefault();
  lookAtStep(steps[event.key]);
});

element("slider").addEventListener("input", (event) => lookAtStep(Number(/** @type {HTMLInputElement} */ (event.target).value)));

/** An event of the strip is shown on the board while the pointer rests on it. */
document.addEventListener("pointerover", (event) => {
  const chip = event.pointerType === "mouse" && event.target instanceof Element ? event.target.closest("[data-peek]") : null;
  if (chip instanceof HTMLElement && looking === null && !moment.passing && !isTallyOpen() && Number(chip.dataset.ply) < moment.last) {
    peeking = true;
    look(`ply=${chip.dataset.ply}`);
  } else if (!chip && peeking) {
    peeking = false;
    look(null);
  }
});

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.dataset.post) return;
  event.preventDefault();
  const fields = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));
  // A newcomer gets a cookie before they sit down: if the answer gets lost, a second request finds them on their seat.
  if (form.dataset.post === "/join" && fields.name) await persist(() => post("/api/me", { name: fields.name }), connection).catch(() => null);
  const answer = await act(addressOf(form.dataset.post), fields);
  if (answer && form.dataset.reload !== undefined) location.replace(location.pathname);
  else if (answer) form.reset();
});

/** @param {HTMLElement} button */
async function overlay(button) {
  const on = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(on));
  if (on) chooser.say(button.title, false);
  else chooser.refresh(true);
  board.overlay(on ? await call(`${page.state.replace(/state$/, "overlay")}/${button.dataset.overlay}`).then((found) => found.svg) : "");
}

const showInvitation = () => invited(/** @type {HTMLFormElement} */ (element("sit")), page.link);
showInvitation();
window.addEventListener("hashchange", showInvitation);
offerCodes(page.link);
wish(element("notify"));
choosePace();
watchChat();
wishForSounds(/** @type {HTMLInputElement} */ (element("sound")));
for (const place of document.querySelectorAll(".scrolls")) {
  const mark = place.querySelector(".since-turn");  // what happened since then is read from its beginning
  place.scrollTop = mark ? mark.getBoundingClientRect().top - place.getBoundingClientRect().top : place.scrollHeight;
}
setInterval(tick, 500);
requestAnimationFrame(() => setTimeout(() => show(moment)));  // after the first paint
if (page.listens) {
  /** @param {string} event @param {any} news */
  const told = (event, news) => {
    if (event === "table") {
      newest = Math.max(newest, news.version);
      rights = rightsOf(news);
    }
    if (event === "people" && havePeopleLooked(news)) refresh().catch(() => null);
    const stale = event === "table" && !sending && isStale();
    if (!following && (stale || event === "chat" || event === "rematch" || event === "end")) refresh().catch(() => null);
  };
  listen(page, told, (alive) => connection(!alive), ["table", "chat", "people", "rematch", "end"]);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) refresh().catch(() => null);
  });
}
