/** A value with its key. */
export type Written = readonly [key: string, value: unknown];

/** What the browser keeps for the console: IndexedDB there, memory in tests. Keys are texts, values what can be cloned. */
export type Keeper = {
  get: <T>(key: string) => Promise<T | undefined>;
  set: (key: string, value: unknown) => Promise<void>;
  remove: (key: string) => Promise<void>;
  /** Writes and removes in one step: all of it is done, or nothing. */
  change: (written: readonly Written[], removed?: readonly string[]) => Promise<void>;
  /** All values whose keys begin so. */
  all: <T>(start: string) => Promise<[key: string, value: T][]>;
  clear: () => Promise<void>;
};
