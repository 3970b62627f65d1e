// @ts-check
/** Who is at the table now, and what they say. */

/** The seats whose page is open. @type {number[]} */
let here = [];
let looked = "";

/** A dot at the name of everybody whose page is open. */
export function showPeople() {
  for (const dot of document.querySelectorAll("[data-dot]")) dot.toggleAttribute("hidden", !here.includes(Number(dot.getAttribute("data-dot"))));
}

/**
 * Show who is here.
 * @param {{here: number[], looked: number[]}} news
 * @returns {boolean} whether others have looked at the table since
 */
export function havePeopleLooked(news) {
  const before = looked;
  here = news.here;
  looked = String(news.looked);
  showPeople();
  return before !== "" && before !== looked;
}

/** The last line of chat that was in sight, kept in the browser for each table. */
const key = `read ${location.pathname}`;
let isInSight = false;

/** Show how many lines of others were never in sight. */
export function countUnread() {
  const badge = document.getElementById("unread");
  const talk = /** @type {HTMLDetailsElement | null} */ (document.getElementById("talk"));
  if (!badge || !talk) return;
  const lines = /** @type {HTMLElement[]} */ ([...talk.querySelectorAll("[data-line]")]);
  if (talk.open && isInSight && !document.hidden && lines.length) localStorage.setItem(key, lines.at(-1)?.dataset.line ?? "0");
  const last = Number(localStorage.getItem(key) ?? 0);
  const unread = lines.filter((line) => Number(line.dataset.line) > last && line.dataset.mine === undefined).length;
  badge.hidden = !unread;
  badge.children[0].textContent = String(unread);
}

/** A line is read when the chat is open and in sight. */
export function watchChat() {
  const talk = document.getElementById("talk");
  if (!talk) return;
  talk.addEventListener("toggle", countUnread);
  document.addEventListener("visibilitychange", countUnread);
  new IntersectionObserver(([seen]) => {
    isInSight = seen.isIntersecting;
    countUnread();
  }).observe(document.getElementById("chat") ?? talk);
}
