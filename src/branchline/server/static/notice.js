// @ts-check
/** How the reader is called: a notification of the browser while the page is not visible, and sounds. */

/**
 * Call the reader if the page is open and not in sight.  A browser that gets push messages needs no call.
 * @param {string} title
 * @param {string} text
 */
export async function ring(title, text) {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const worker = await navigator.serviceWorker?.getRegistration();
  if (await worker?.pushManager?.getSubscription()) return;
  const path = location.pathname;
  worker?.showNotification(title, { body: text, tag: path, data: path, icon: "/icon/icon-192.png" });
}

/**
 * Show a button that asks for permission, until it was given or refused.  Then push messages come, too, where there are any.
 * @param {HTMLElement} button
 */
export function wish(button) {
  button.hidden = !("Notification" in window) || Notification.permission !== "default";
  button.addEventListener("click", async () => {
    const push = await import("./push.js");
    await (push.isPossible ? push.switchOn() : Notification.requestPermission()).catch(() => null);
    button.hidden = Notification.permission !== "default";
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
