// @ts-check
/** Who is at the table now. */

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
