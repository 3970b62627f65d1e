// @ts-check
/** The service worker: a page without a connection, with the position last seen at a table; and push messages. */

/** The server sets `files`, which are kept for the page without a connection, and `version`. @type {any} */
const worker = self;
const PAGES = `pages ${worker.version}`;
/** The positions that the reader saw last.  They are forgotten when somebody else reads, or nobody. */
const SEEN = "seen";
const MOST_SEEN = 20;
const OFFLINE = "/offline";
const READER = "/reader";
const PUSH = "/me/notifications/push";

worker.addEventListener("install", (/** @type {any} */ event) => {
  const kept = caches.open(PAGES).then((cache) => cache.addAll(worker.files));
  event.waitUntil(kept.then(() => worker.skipWaiting())); // pages come from the network, so old ones need no old worker
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = caches.keys().then((names) => names.filter((name) => name !== PAGES && name !== SEEN));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(navigate(event));
  else if (request.destination === "style" || request.destination === "script") {
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()));
  }
});

/** A page: always from the network, as long as there is one. @param {any} event */
async function navigate({ request }) {
  const path = new URL(request.url).pathname;
  const answer = await fetch(request).catch(() => null);
  if (!answer) return request.method === "GET" ? offline(path) : Response.error();
  if (path === "/me/leave") await caches.delete(SEEN);
  if (path === "/look") await caches.open(PAGES).then((cache) => cache.add(OFFLINE)); // in the language just chosen
  await readBy(answer.headers.get("Branchline-Reader"));
  return answer;
}

/** Forget the positions of another reader. @param {string | null} reader */
async function readBy(reader) {
  if (reader === null || reader === (await knownReader())) return;
  await caches.delete(SEEN);
  await (await caches.open(SEEN)).put(READER, new Response(reader));
  for (const notice of await worker.registration.getNotifications()) notice.close();
}

async function knownReader() {
  return (await (await caches.open(SEEN)).match(READER))?.text();
}

/** The page without a connection. @param {string} path of the page that was wanted */
async function offline(path) {
  const page = await caches.match(OFFLINE, { cacheName: PAGES });
  if (!page) return Response.error();
  const seen = await (await caches.open(SEEN)).match(path);
  const kept = seen ? await seen.text() : "";
  const html = (await page.text()).replace('<div id="seen"></div>', () => `<div id="seen">${kept}</div>`);
  const headers = ["content-type", "content-security-policy"].map((name) => [name, page.headers.get(name) ?? ""]);
  return new Response(html, { headers: Object.fromEntries(headers) });
}

/** A page of a table sends what it shows. */
worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(keep(event.data)));

/** @param {{path: string, html: string, styles: string[], reader: string}} seen */
async function keep({ path, html, styles, reader }) {
  if (reader !== (await knownReader())) return;
  const cache = await caches.open(SEEN);
  await cache.delete(path); // so that the newest are last
  await cache.put(path, new Response(html, { headers: { "Content-Type": "text/html" } }));
  for (const style of styles) if (!(await caches.match(style))) await cache.add(style);
  const pages = (await cache.keys()).filter((request) => new URL(request.url).pathname.startsWith("/t/"));
  for (const old of pages.slice(0, -MOST_SEEN)) await cache.delete(old);
}

worker.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(tell(event.data.json())));

/** @param {{title: string, body: string, path: string, off: string}} news */
async function tell({ title, body, path, off }) {
  const pages = await worker.clients.matchAll({ type: "window" });
  if (pages.some((/** @type {any} */ page) => page.visibilityState === "visible" && new URL(page.url).pathname === path)) return;
  const look = { icon: "/icon/icon-192.png", badge: "/icon/badge-96.png", actions: [{ action: "off", title: off }] };
  await worker.registration.showNotification(title, { body, tag: path, data: path, ...look });
}

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(event.action === "off" ? turnOff() : open(event.notification.data));
});

/** Show a table: in the tab where it is open, or in a new one. @param {string} path */
async function open(path) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((/** @type {any} */ page) => new URL(page.url).pathname === path);
  return there ? there.focus() : worker.clients.openWindow(path);
}

/** No more push messages to this browser. */
async function turnOff() {
  const subscription = await worker.registration.pushManager.getSubscription();
  if (!subscription) return;
  await send(`${PUSH}/off`, { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}

worker.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => event.waitUntil(renew(event)));

/** The browser has ended a subscription by itself: messages go to another one. @param {any} change */
async function renew({ oldSubscription, newSubscription }) {
  const { key } = await (await fetch(PUSH)).json();
  const { pushManager } = worker.registration;
  const made = newSubscription ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  await send(PUSH, { ...made.toJSON(), zone: Intl.DateTimeFormat().resolvedOptions().timeZone });
  if (oldSubscription) await send(`${PUSH}/off`, { endpoint: oldSubscription.endpoint });
}

/** @param {string} address @param {object} body */
const send = (address, body) => fetch(address, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
