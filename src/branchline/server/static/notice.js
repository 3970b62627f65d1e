// @ts-check
/** How the reader is called: a notification of the browser while the page is not visible, and sounds. */

/**
 * @param {string} title
 * @param {string} text
 */
export function ring(title, text) {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const notice = new Notification(title, { body: text, tag: location.pathname });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

/**
 * Show a button that asks for permission, until it was given or refused.
 * @param {HTMLElement} button
 */
export function wish(button) {
  button.hidden = !("Notification" in window) || Notification.permission !== "default";
  button.addEventListener("click", async () => {
    button.hidden = (await Notification.requestPermission()) !== "default";
  });
}

/** The sounds, as soon as the reader wants them. @type {typeof import("./sound.js") | null} */
let sounds = null;

/** @param {string} name of a sound */
export const play = (name) => sounds?.play(name);

/**
 * Let a box switch the sounds.  Their module is fetched when somebody wants them.
 * @param {HTMLInputElement} box
 */
export function wishForSounds(box) {
  const load = async () => {
    sounds = await import("./sound.js");
    sounds.switchSound(box);
  };
  if (localStorage.getItem("sound") === "on") load();
  else box.addEventListener("change", load, { once: true });
}
