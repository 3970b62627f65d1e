// @ts-check
/** Soft sounds, made by Web Audio without files; off until the reader wants them. */

/** @typedef {{from: number, to: number, length: number, wave: OscillatorType, loud: number, after?: number}} Tone */

/** @type {Record<string, Tone[]>} */
const SOUNDS = {
  turn: [
    { from: 523, to: 523, length: 0.16, wave: "sine", loud: 0.12 },
    { from: 784, to: 784, length: 0.3, wave: "sine", loud: 0.12, after: 0.14 },
  ],
  tile: [{ from: 240, to: 120, length: 0.07, wave: "triangle", loud: 0.2 }],
  cube: [{ from: 660, to: 440, length: 0.05, wave: "sine", loud: 0.12 }],
  whistle: [
    { from: 620, to: 740, length: 0.5, wave: "triangle", loud: 0.05 },
    { from: 780, to: 930, length: 0.5, wave: "triangle", loud: 0.05 },
    { from: 990, to: 1180, length: 0.5, wave: "triangle", loud: 0.04 },
  ],
};

/** @type {AudioContext | null} */
let context = null;

/** @param {string} name */
export function play(name) {
  if (!context || document.hidden) return;
  for (const { from, to, length, wave, loud, after = 0 } of SOUNDS[name]) {
    const start = context.currentTime + after;
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.type = wave;
    tone.frequency.setValueAtTime(from, start);
    tone.frequency.exponentialRampToValueAtTime(to, start + length);
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(loud, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}

/**
 * Let a box switch the sounds: it has just been checked, or it was in an earlier visit.  Browsers allow sound only after a click,
 * so the wish from an earlier visit waits for one.
 * @param {HTMLInputElement} box
 */
export function switchSound(box) {
  const update = () => {
    if (box.checked) context ??= new AudioContext();
    else {
      context?.close();
      context = null;
    }
  };
  const changed = () => {
    localStorage.setItem("sound", box.checked ? "on" : "off");
    update();
    play("turn");
  };
  box.addEventListener("change", changed);
  if (box.checked) changed();
  else {
    box.checked = true;
    document.addEventListener("click", update, { once: true });
  }
}
