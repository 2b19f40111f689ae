import { type ReadonlySignal, type Signal, signal } from '../../kit/signals.ts';
import type { ConsoleApi } from './api.ts';

type Asker = { api: ConsoleApi };
type Held<T> = { all: Signal<readonly T[]>; readAt: number };

/** Answers that are older are asked for again when somebody looks. */
const FRESH_MS = 60_000;

/**
 * A list of the account that is seldom needed and seldom changes: it is read when it is first looked at, and again when it is looked
 * at after a while. Until it is there, it is empty.
 */
export function held<T>(
  read: (api: ConsoleApi) => Promise<readonly T[]>,
): (asker: Asker) => ReadonlySignal<readonly T[]> {
  const kept = new WeakMap<Asker, Held<T>>();
  return (asker) => {
    const known = kept.get(asker) ?? { all: signal<readonly T[]>([]), readAt: 0 };
    kept.set(asker, known);
    if (Date.now() - known.readAt > FRESH_MS) {
      known.readAt = Date.now();
      read(asker.api).then(
        (all) => (known.all.value = all),
        // The next look is another attempt.
        () => (known.readAt = 0),
      );
    }
    return known.all;
  };
}
