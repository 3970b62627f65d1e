// @ts-check
/** The buttons of the bar, and their texts. */

import { shared } from "./picks.js";

/**
 * @typedef {import("./picks.js").Choice} Choice
 * @typedef {import("./picks.js").Picks} Picks
 * @typedef {import("./chooser.js").Offer} Offer
 */

/** With more buttons than this, what they bring is shown only for the one in question. */
export const FEW = 4;

/** The milliseconds within which a second click belongs to a double click. */
const DOUBLE_CLICK = 600;

/**
 * @param {string} text
 * @param {() => void} press
 * @param {string} [key]
 * @param {string} [look]
 */
export function button(text, press, key, look) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  if (look) made.className = look;
  if (key) made.setAttribute("aria-keyshortcuts", key);
  const since = performance.now();
  made.addEventListener("click", (event) => {
    event.stopPropagation();
    const isHere = performance.now() - since >= DOUBLE_CLICK && !("sure" in made.dataset);
    if (event.detail > 1 && !isHere) return;  // a double click, meant for the button that was here before
    press();
  });
  return made;
}

/**
 * A button for a thing that can be picked.
 * @param {string} name
 * @param {Offer} offer
 * @param {Picks} picks
 * @param {string | null} common what its preview need not repeat; null for no preview at all
 * @param {() => void} press
 */
export function choiceButton(name, offer, picks, common, press) {
  const whole = picks.whole(name);
  const only = whole ?? picks.only(name);
  const made = button(whole?.act || (offer.labels[name] ?? name), press);
  made.dataset.choice = name;
  const picture = offer.pictures?.[name];
  if (picture) made.insertAdjacentHTML("afterbegin", picture);
  if (common === null && only) made.setAttribute("aria-label", actOf(only, offer));
  const aside = document.createElement("small");
  const parts = common === null ? [] : shared(only ? [only] : picks.leftWith([...picks.taken, name]));
  aside.textContent = parts.filter((part) => !common?.split("; ").includes(part)).join("; ");
  made.title = aside.textContent; // it may be too long for the button
  if (aside.textContent) made.append(aside);
  return made;
}

/**
 * Choices as a list, for people who do not pick on the board.
 * @param {string} title
 * @param {HTMLElement[]} buttons
 */
export function list(title, buttons) {
  const details = document.createElement("details");
  details.className = "as-list";
  const summary = document.createElement("summary");
  summary.textContent = `${title} (${buttons.length})`;
  const choices = document.createElement("div");
  choices.className = "choices";
  choices.append(...buttons);
  details.append(summary, choices);
  return details;
}

/**
 * A move in words, for the button that makes it.
 * @param {Choice} choice
 * @param {Offer} offer
 */
export const actOf = (choice, offer) => choice.act || (offer.labels[choice.path.at(-1) ?? ""] ?? choice.move);

/**
 * A thing that leads to several moves, with what they do and what all of them bring.
 * @param {string} name
 * @param {Offer} offer
 * @param {Picks} picks
 */
export function several(name, offer, picks) {
  const moves = picks.leftWith([...picks.taken, name]);
  const acts = [...new Set(moves.map((choice) => actOf(choice, offer)))];
  const told = acts.length > 1 && acts.length <= FEW ? acts.join(", ") : "";
  return [offer.labels[name] ?? name, told, shared(moves).join("; ")].filter(Boolean).join(" – ");
}
