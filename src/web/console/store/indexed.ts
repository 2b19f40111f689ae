import { clear, createStore, del, entries, get, set, type UseStore } from 'idb-keyval';
import type { Keeper } from './keeper.ts';

/**
 * What the browser keeps for a user in an account, in a database with this name. A browser that keeps nothing, as in some private
 * windows, has it in memory as long as the page is open.
 */
export function openIndexed(name: string): Keeper {
  const memory = new Map<string, unknown>();
  let store: UseStore | null = null;

  async function attempt<T>(use: (store: UseStore) => Promise<T>, otherwise: () => T): Promise<T> {
    try {
      store ??= createStore(name, 'values');
      return await use(store);
    } catch {
      return otherwise();
    }
  }

  return {
    async get<T>(key: string) {
      const kept = await attempt<unknown>(
        (from) => get(key, from),
        () => undefined,
      );
      return (memory.get(key) ?? kept) as T | undefined;
    },
    async set(key, value) {
      const isKept = await attempt(
        (to) => set(key, value, to).then(() => true),
        () => false,
      );
      if (isKept) memory.delete(key);
      else memory.set(key, value);
    },
    async remove(key) {
      memory.delete(key);
      await attempt(
        (from) => del(key, from),
        () => {},
      );
    },
    async all<T>(start: string) {
      const kept = await attempt(
        (from) => entries<string, T>(from),
        () => [],
      );
      const all = new Map([...kept, ...(memory as Map<string, T>)]);
      return [...all].filter(([key]) => key.startsWith(start));
    },
    async clear() {
      memory.clear();
      await attempt(
        (of) => clear(of),
        () => {},
      );
    },
  };
}
