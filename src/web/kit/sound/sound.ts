const NOTES_HZ = [660, 880];
const NOTE_SECONDS = 0.12;
const VOLUME = 0.06;

let context: AudioContext | null = null;
/** Until when the last one is heard, in seconds of the context. */
let end = 0;

/** Browsers let a page make sounds once the visitor has touched it. */
function unlock() {
  context ??= new AudioContext();
  void context.resume().catch(() => null);
}
addEventListener('pointerdown', unlock, { once: true });
addEventListener('keydown', unlock, { once: true });

/** Two short notes, if the visitor has used this window; while they are heard, there are no others. */
export function beep(): void {
  if (context?.state !== 'running' || context.currentTime < end) return;
  const { currentTime: now, destination } = context;
  end = now + NOTES_HZ.length * NOTE_SECONDS;
  const gain = new GainNode(context, { gain: VOLUME });
  gain.connect(destination);
  for (const [index, frequency] of NOTES_HZ.entries()) {
    const note = new OscillatorNode(context, { frequency });
    note.connect(gain);
    note.start(now + index * NOTE_SECONDS);
    note.stop(now + (index + 1) * NOTE_SECONDS);
  }
}
