// @ts-check
/** Talking to the server: JSON both ways, refusals as sentences, and the stream of live updates. */

import { keepOpen } from "./stream.js";

export class Refusal extends Error {
  /** @param {number} status @param {any} body */
  constructor(status, body) {
    super(body?.message ?? "");
    this.status = status;
    this.body = body;
  }
}

/** @type {(address: string, options?: {method?: string, body?: any, signal?: AbortSignal}) => Promise<any>} */
export async function call(address, { method = "GET", body, signal } = {}) {
  /** @type {RequestInit} */
  const request = { method, signal, headers: { Accept: "application/json" }, cache: "no-store", credentials: "same-origin" };
  if (body !== undefined) {
    request.headers = { ...request.headers, "Content-Type": "application/json" };
    request.body = JSON.stringify(body);
  }
  const answer = await fetch(address, request);
  const text = await answer.text();
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = null;
  }
  if (!answer.ok) throw new Refusal(answer.status, data);
  return data;
}

/** @param {string} address @param {any} [body] */
export const post = (address, body = {}) => call(address, { method: "POST", body });

/**
 * Repeat an action while the connection fails or the server answers "too many requests".  Repeating a post is harmless.
 * @template T
 * @param {() => Promise<T>} action
 * @param {(waiting: boolean) => void} tell
 * @returns {Promise<T>}
 */
export async function persist(action, tell) {
  for (let wait = 400; ; wait = Math.min(wait * 2, 8000)) {
    try {
      const result = await action();
      tell(false);
      return result;
    } catch (error) {
      const hurried = error instanceof Refusal && error.status === 429;
      const passing = hurried || error instanceof TypeError || (error instanceof Refusal && [502, 503, 504].includes(error.status));
      if (!passing) {
        tell(false);
        throw error;
      }
      tell(!hurried);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/**
 * Listen to the events of a table.  If other tabs of this browser are open at tables, all but the first share one stream.
 * @param {{table: string, events: string}} page
 * @param {(event: string, data: any) => void} told called with every event
 * @param {(alive: boolean) => void} state called when the stream opens or breaks
 * @param {string[]} names of the events
 */
export async function listen({ table, events }, told, state, names) {
  if (navigator.locks && window.BroadcastChannel) { // both are missing without https
    navigator.locks.request("table", { mode: "shared" }, () => new Promise(() => null)); // until the tab is closed
    const { held = [] } = await navigator.locks.query();
    const tabs = held.filter(({ name }) => name === "table").length > 1 && (await import("./tabs.js").catch(() => null));
    if (tabs) return tabs.share(table, told, state, names);
  }
  let last = "";
  const address = () => [events, last && `after=${last}`, document.hidden && "looking=false"].filter(Boolean).join("&");
  /** @param {string} event @param {any} data @param {string} id */
  const pass = (event, data, id) => {
    last = id || last;
    told(event, data);
  };
  const { open, close } = keepOpen(address, pass, state, names);
  open();
  window.addEventListener("online", open);
  document.addEventListener("visibilitychange", open);
  window.addEventListener("pagehide", () => close());
  window.addEventListener("pageshow", (event) => event.persisted && open());
}
