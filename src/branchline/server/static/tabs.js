// @ts-check
/** One stream of events for several tabs: the tab that came last into sight opens it and tells the others what is theirs. */

import { keepOpen } from "./stream.js";

/** Milliseconds in which the other tabs answer, and for which a stream stays open while another tab opens one. */
const SOON = 100, OVERLAP = 1000;

/** @type {(table: string, told: (event: string, data: any) => void, state: (alive: boolean) => void, names: string[]) => void} */
export function share(table, told, state, names) {
  const { reader = "" } = document.body.dataset; // tabs of different persons tell each other nothing
  const me = { tab: Math.random().toString(36).slice(2, 12), table, after: "", inSight: !document.hidden };
  const channel = new BroadcastChannel(`tables ${reader}`);
  let turn = new AbortController();
  /** All tabs, while this one leads. @type {Map<string, typeof me> | null} */
  let tabs = null;
  let opening = 0;

  const stream = keepOpen(address, pass, (alive) => tabs && say({ alive }), [...names, "lost", "reader"]);
  const soon = () => {
    clearTimeout(opening);
    opening = setTimeout(() => tabs && stream.open(), SOON);
  };

  function address() {
    const asked = [...(tabs?.values() ?? [])].map((one) => ["tab", `${one.tab}.${one.table}.${one.after}.${Number(one.inSight)}`]);
    return `/events?${new URLSearchParams([["reader", reader], ...asked])}`;
  }

  /** @type {(event: string, data: any, id: string) => void} */
  function pass(event, data, id) {
    const [to, after] = id.split(":");
    const tab = tabs?.get(to);
    if (tab) say({ to, event, data, after: (tab.after = after || tab.after) });
  }

  /** @param {any} message */
  function say(message) {
    channel.postMessage(message);
    hear(message);
  }

  /** @param {any} message */
  function hear(message) {
    if (message.ask) channel.postMessage(me);
    if ("alive" in message) state(message.alive);
    if (message.tab && tabs) {
      if (message.gone) tabs.delete(message.tab);
      else tabs.set(message.tab, message);
      soon();
    }
    if (message.to !== me.tab) return;
    me.after = message.after;
    if (message.event === "reader") location.reload();
    else if (message.event === "lost") state(false);
    else told(message.event, message.data);
  }

  /** Lead at once, or as soon as nobody else does. @param {boolean} steal */
  function lead(steal) {
    turn.abort();
    turn = new AbortController();
    const leading = () => {
      tabs = new Map([[me.tab, me]]);
      channel.postMessage({ ask: true });
      soon();
      return new Promise(() => null); // until the tab is closed, or another one leads
    };
    navigator.locks.request(`lead ${reader}`, steal ? { steal } : { signal: turn.signal }, leading).catch(() => {
      if (!tabs) return; // it only waited
      tabs = null;
      stream.close(OVERLAP);
      lead(false);
    });
  }

  channel.onmessage = ({ data }) => hear(data);
  document.addEventListener("visibilitychange", () => {
    me.inSight = !document.hidden;
    if (tabs) soon();
    else if (me.inSight) lead(true);
    else channel.postMessage(me);
  });
  window.addEventListener("online", soon);
  window.addEventListener("pagehide", () => channel.postMessage({ ...me, gone: true }));
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
  channel.postMessage(me);
  lead(me.inSight);
}
