import { clear, createStore, delMany, get, promisifyRequest, type UseStore } from 'idb-keyval';
import type { Keeper, Written } from './keeper.ts';

/** After all keys that begin alike. */
const END = '\uFFFF';

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

  const remove = (keys: readonly string[]) =>
    attempt(
      (from) => delMany([...keys], from),
      () => {},
    );

  async function change(written: readonly Written[], removed: readonly string[] = []): Promise<void> {
    const isKept = await attempt(
      (to) => to('readwrite', (values) => writeIn(values, written, removed)).then(() => true),
      () => false,
    );
    for (const key of removed) memory.delete(key);
    for (const [key, value] of written) {
      if (isKept) memory.delete(key);
      else memory.set(key, value);
    }
    // A browser that is full still removes.
    if (!isKept && removed.length > 0) await remove(removed);
  }

  return {
    async get<T>(key: string) {
      const kept = await attempt<unknown>(
        (from) => get(key, from),
        () => undefined,
      );
      return (memory.get(key) ?? kept) as T | undefined;
    },
    set: (key, value) => change([[key, value]]),
    remove: (key) => change([], [key]),
    change,
    async all<T>(start: string) {
      const kept = await attempt(
        (from) => from('readonly', (values) => readFrom<T>(values, start)),
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

function writeIn(values: IDBObjectStore, written: readonly Written[], removed: readonly string[]): Promise<unknown> {
  for (const [key, value] of written) values.put(value, key);
  for (const key of removed) values.delete(key);
  return promisifyRequest(values.transaction);
}

/** Only what is asked for: reading all would also read what files have. */
async function readFrom<T>(values: IDBObjectStore, start: string): Promise<[string, T][]> {
  const range = IDBKeyRange.bound(start, start + END);
  const [keys, found] = await Promise.all([
    promisifyRequest(values.getAllKeys(range)),
    promisifyRequest<T[]>(values.getAll(range)),
  ]);
  return keys.map((key, at) => [String(key), found[at] as T]);
}
