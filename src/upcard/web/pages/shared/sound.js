// Small sounds, made by the browser itself and off unless asked for: a card, a chip, your turn, a win.

import { prefs } from "./prefs.js";

/** @type {AudioContext | null} */
let audio = null;

function tone(at, pitch, length, loud, kind = "sine") {
  const source = audio.createOscillator();
  const volume = audio.createGain();
  source.type = kind;
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(loud, audio.currentTime + at);
  volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + at + length);
  source.connect(volume).connect(audio.destination);
  source.start(audio.currentTime + at);
  source.stop(audio.currentTime + at + length);
}

function rustle() {
  const length = Math.floor(audio.sampleRate * 0.07);
  const noise = audio.createBuffer(1, length, audio.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 2 * 0.12;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  filter.type = "highpass";
  filter.frequency.value = 1800;
  source.buffer = noise;
  source.connect(filter).connect(audio.destination);
  source.start();
}

const SOUNDS = {
  card: rustle,
  chip: () => (tone(0, 2400, 0.05, 0.05, "triangle"), tone(0.035, 3100, 0.05, 0.04, "triangle")),
  turn: () => tone(0, 660, 0.35, 0.06),
  win: () => [523, 659, 784].forEach((pitch, at) => tone(at * 0.09, pitch, 0.4, 0.05)),
  jackpot: () => [523, 659, 784, 1047, 1319, 1568].forEach((pitch, at) => tone(at * 0.11, pitch, 0.7, 0.06)),
};

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (!prefs.sound) return;
  try {
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume();
    SOUNDS[name]();
  } catch {
    // A machine without sound plays without sound.
  }
}
