import { type ReadonlySignal, signal } from '../../../kit/signals.ts';

const TICK_MS = 30_000;

const current = signal(secondsNow());
let users = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** The time in Unix seconds, as old as half a minute, for views that say how long ago something was. */
export const now: ReadonlySignal<number> = current;

/** Has the time go on until the returned function is called. */
export function followTime(): () => void {
  users += 1;
  current.value = secondsNow();
  timer ??= setInterval(() => (current.value = secondsNow()), TICK_MS);
  return () => {
    users -= 1;
    if (users > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1000);
}
