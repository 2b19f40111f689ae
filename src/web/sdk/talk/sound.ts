const SECONDS = 0.4;

/** Two short notes, where the browser allows sound: after the first click or key in the page. */
export function playSound(): void {
  // Browsers complain of those who try before, and keep what is not heard.
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
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
