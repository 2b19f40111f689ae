import { type ReadonlySignal, signal } from '../../kit/signals.ts';
import type { Keeper } from './keeper.ts';

/** What the user chose last in the palette, the newest first. */
export type Recents = {
  keys: ReadonlySignal<readonly string[]>;
  note: (key: string) => void;
};

const KEY = 'recents';
const MOST = 8;

export function createRecents(keeper: Keeper): Recents {
  const keys = signal<readonly string[]>([]);
  // What was chosen before the browser has answered comes first.
  void keeper.get<string[]>(KEY).then((kept = []) => (keys.value = merged(keys.peek(), kept)));
  return {
    keys,
    note(key) {
      keys.value = merged([key], keys.peek());
      void keeper.set(KEY, [...keys.peek()]);
    },
  };
}

const merged = (first: readonly string[], then: readonly string[]) => [...new Set([...first, ...then])].slice(0, MOST);
