/** What the browser keeps for the console: IndexedDB there, memory in tests. Keys are texts, values what can be cloned. */
export type Keeper = {
  get: <T>(key: string) => Promise<T | undefined>;
  set: (key: string, value: unknown) => Promise<void>;
  remove: (key: string) => Promise<void>;
  /** All values whose keys begin so. */
  all: <T>(start: string) => Promise<[key: string, value: T][]>;
  clear: () => Promise<void>;
};
