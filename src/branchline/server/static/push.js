// @ts-check
/** Push messages for this browser: they come when the site is closed. */

import { call, post } from "./api.js";

const ADDRESS = "/me/notifications/push";
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
export const isPossible = "PushManager" in window && "serviceWorker" in navigator && "Notification" in window;

/** The subscription of this browser, if it has one. */
export const subscription = async () => (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();

/** Ask the reader, then subscribe; false if the reader refuses. */
export async function switchOn() {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { key } = await call(ADDRESS);
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // it may be for another key
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await post(ADDRESS, { ...made.toJSON(), zone });
  return true;
}

async function switchOff() {
  const made = await subscription();
  if (!made) return;
  await post(`${ADDRESS}/off`, { endpoint: made.endpoint });
  await made.unsubscribe();
}

/** The buttons on the page about the reader. @param {HTMLElement} part */
function offer(part) {
  const words = JSON.parse(part.dataset.words ?? "{}");
  const [state, on, off] = ["[data-state]", "[data-on]", "[data-off]"].map((name) => /** @type {HTMLElement} */ (part.querySelector(name)));

  /** @param {string} [trouble] */
  async function show(trouble) {
    const made = isPossible ? await subscription() : null;
    const isOn = made ? (await call(`${ADDRESS}?endpoint=${encodeURIComponent(made.endpoint)}`)).on : false;
    const isDenied = isPossible && Notification.permission === "denied";
    state.textContent = trouble ?? (isPossible ? words[isDenied ? "denied" : isOn ? "on" : "off"] : words.none);
    on.hidden = !isPossible || isOn || isDenied;
    off.hidden = !isOn;
  }

  /** @param {HTMLElement} button @param {() => Promise<any>} act */
  function listen(button, act) {
    button.addEventListener("click", () => act().then(() => show(), (error) => show(error.body?.message ?? words.failed)));
  }

  listen(on, switchOn);
  listen(off, switchOff);
  show();
}

const part = /** @type {HTMLElement | null} */ (document.querySelector("[data-push]"));
if (part) offer(part);
for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-zone]"))) field.value = zone;
