const SECONDS = 0.4;
/** Long enough for a sound that begins late. */
const APART_MS = 1000;

/** When the last one began, in milliseconds of `performance.now()`. */
let last = -APART_MS;

/**
 * Two short notes, where the browser allows sound: after the first click or key in the page. Of several at once, one is
 * heard.
 */
export function playSound(): void {
  // Browsers warn about earlier attempts, and play blocked sounds later.
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  if (performance.now() - last < APART_MS) return;
  last = performance.now();
  const audio = new AudioContext();
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.1, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + SECONDS);
  volume.connect(audio.destination);
  const tone = audio.createOscillator();
  tone.frequency.setValueAtTime(660, audio.currentTime);
  tone.frequency.setValueAtTime(880, audio.currentTime + SECONDS / 3);
  tone.connect(volume);
  tone.addEventListener('ended', () => void audio.close());
  tone.start();
  tone.stop(audio.currentTime + SECONDS);
}
