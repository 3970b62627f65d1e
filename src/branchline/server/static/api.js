// @ts-check
/** Talking to the server: JSON both ways, refusals as sentences, and the stream of live updates. */

export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {any} body
   */
  constructor(status, body) {
    super(body?.message ?? "");
    this.status = status;
    this.body = body;
  }
}

/**
 * @param {string} address
 * @param {{method?: string, body?: any, signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
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

/**
 * @param {string} address
 * @param {any} [body]
 */
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
 * Listen to a stream of events, which is opened again whenever it breaks.
 * @param {string} address
 * @param {(event: string, data: any) => void} told called with every event
 * @param {(alive: boolean) => void} state called when the stream opens or breaks
 * @param {string[]} names of the events
 */
export function listen(address, told, state, names) {
  /** @type {EventSource | null} */
  let source = null;
  let wait = 500;
  let last = "";

  function open() {
    const before = source;
    const more = [last && `after=${last}`, document.hidden && "looking=false"].filter(Boolean).join("&");
    source = new EventSource(more ? `${address}${address.includes("?") ? "&" : "?"}${more}` : address);
    source.onopen = () => {
      before?.close(); // only now, so that the others see nobody go
      wait = 500;
      state(true);
      told("open", null);
    };
    source.onerror = () => {
      before?.close();
      state(false);
      if (source?.readyState === EventSource.CLOSED) {
        setTimeout(open, wait);
        wait = Math.min(wait * 2, 10000);
      }
    };
    for (const name of names) {
      source.addEventListener(name, (event) => {
        if (event.lastEventId) last = event.lastEventId;
        told(name, event.data ? JSON.parse(event.data) : null);
        if (name === "end") setTimeout(open, 100);  // the browser itself would wait two seconds
      });
    }
  }

  open();
  window.addEventListener("online", open);
  document.addEventListener("visibilitychange", open);
  window.addEventListener("pagehide", () => source?.close());
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) open();
  });
}
