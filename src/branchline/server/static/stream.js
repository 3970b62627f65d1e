// @ts-check
/** A stream of events that stays open. */

/**
 * A stream of events, which is opened again whenever it breaks or ends.
 * @type {(address: () => string, told: (event: string, data: any, id: string) => void, state: (alive: boolean) => void,
 *   names: string[]) => {open: () => void, close: (overlap?: number) => void}}
 */
export function keepOpen(address, told, state, names) {
  /** @type {EventSource | null} */
  let source = null;
  let wait = 500;
  let again = 0;

  function open() {
    clearTimeout(again);
    const before = source;
    const mine = (source = new EventSource(address()));
    mine.onopen = () => {
      before?.close(); // only now, so that the others see nobody go
      wait = 500;
      state(true);
    };
    mine.onerror = () => {
      before?.close();
      mine.close(); // the browser itself would ask as if nothing had been told
      if (source !== mine) return;
      state(false);
      again = setTimeout(open, wait);
      wait = Math.min(wait * 2, 10000);
    };
    for (const name of names) {
      mine.addEventListener(name, (event) => {
        told(name, event.data ? JSON.parse(event.data) : null, event.lastEventId);
        if (name !== "end" || source !== mine) return;
        mine.close();
        again = setTimeout(open, 100);
      });
    }
  }

  function close(overlap = 0) {
    clearTimeout(again);
    const old = source;
    source = null;
    if (overlap) setTimeout(() => old?.close(), overlap);
    else old?.close();
  }

  return { open, close };
}
