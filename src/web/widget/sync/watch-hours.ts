import { hoursOf, whenInWords } from '../store/hours.ts';
import type { State } from '../store/state.ts';

const EVERY_MS = 30_000;

/** Keeps the state at whether the inbox is open, and when it opens. */
export function watchHours(state: State): void {
  function look() {
    const now = new Date();
    const { isOpen, opensAt } = hoursOf(state.channel.peek(), now);
    state.isOpenNow.value = isOpen;
    state.opensInWords.value = opensAt && ((language) => whenInWords(opensAt, now, language));
  }
  look();
  setInterval(look, EVERY_MS);
}
