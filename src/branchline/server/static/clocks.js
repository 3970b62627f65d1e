// @ts-check
/** The clocks of the players run on the page between two updates from the server. */

let counted = performance.now();

/** Show the time that is left. */
export function tick() {
  const now = performance.now();
  const passed = (now - counted) / 1000;
  counted = now;
  for (const clock of document.querySelectorAll("[data-seconds]")) {
    if (!(clock instanceof HTMLElement)) continue;
    let seconds = Number(clock.dataset.seconds);
    if (clock.dataset.running) seconds = Math.max(0, seconds - passed);
    clock.dataset.seconds = String(seconds);
    clock.textContent = duration(seconds);
    clock.classList.toggle("short", seconds < 20);
  }
}

/** @param {number} seconds */
function duration(seconds) {
  const whole = Math.ceil(seconds);
  if (whole >= 172800) return `${Math.floor(whole / 86400)} d ${Math.floor(whole / 3600) % 24} h`;
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
