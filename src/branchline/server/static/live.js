// @ts-check
/** Live updates: one stream of events, opened again whenever it breaks. */

/**
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
    source?.close();
    source = new EventSource(last ? `${address}${address.includes("?") ? "&" : "?"}after=${last}` : address);
    source.onopen = () => {
      wait = 500;
      state(true);
      told("open", null);
    };
    source.onerror = () => {
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
  window.addEventListener("pagehide", () => source?.close());
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) open();
  });
}
