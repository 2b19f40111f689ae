/** The files of one message. */
export type FilesOf = readonly File[];

/** More than this, in bytes, is not stored: it waits only as long as the page is open. */
const MOST = 100 * 1024 * 1024;
const FILES = 'files';
/** A file is stored before its message; after so long, a file without one is of a message that is gone. */
const FRESH_MS = 10_000;

/** Files of messages that the server does not have, each by the id of its message. */
export type WaitingFiles = {
  put: (echoId: string, files: FilesOf) => Promise<void>;
  /** Null = there are none, or no longer. */
  find: (echoId: string) => Promise<FilesOf | null>;
  /** Whether another tab, which is open, has them and could not store them. */
  isElsewhere: (echoId: string) => Promise<boolean>;
  remove: (echoId: string) => void;
  /** Removes those of messages that no longer wait. */
  sweep: (waiting: () => readonly string[]) => Promise<void>;
};

/** Keeps them in the browser under this name, or where that is refused, as long as the page is open. */
export function openWaitingFiles(name: string): WaitingFiles {
  const { locks } = globalThis.navigator ?? {};
  const own = new Map<string, FilesOf>();
  /** What lets go of the locks by which other tabs know of the files that are only here. */
  const held = new Map<string, () => void>();
  let opened = open(name);

  /** Null = the browser keeps nothing, or no longer does. */
  async function use<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
    isAgain = false,
  ): Promise<T | null> {
    const database = await opened;
    if (!database) return null;
    try {
      const transaction = database.transaction(FILES, mode);
      const request = work(transaction.objectStore(FILES));
      return await new Promise((resolve) => {
        transaction.addEventListener('complete', () => resolve(request.result));
        transaction.addEventListener('abort', () => resolve(null));
      });
    } catch {
      if (isAgain) return null;
      // The browser has closed it, as it does when what it keeps of a website is cleared.
      opened = open(name);
      return use(mode, work, true);
    }
  }
  const lockOf = (echoId: string) => `${name}:${echoId}`;
  function hold(echoId: string) {
    const isOver = new Promise<void>((over) => held.set(echoId, over));
    locks?.request(lockOf(echoId), () => isOver).catch(() => null);
  }
  const remove = (echoId: string) => {
    own.delete(echoId);
    held.get(echoId)?.();
    void use('readwrite', (store) => store.delete(echoId));
  };

  return {
    async put(echoId, files) {
      own.set(echoId, files);
      const stored = (await use<FilesOf[]>('readonly', (store) => store.getAll())) ?? [];
      const bytes = [...stored.flat(), ...files].reduce((sum, { size }) => sum + size, 0);
      const isStored = bytes <= MOST && (await use('readwrite', (store) => store.put(files, echoId))) !== null;
      if (!isStored) hold(echoId);
    },
    find: async (echoId) => own.get(echoId) ?? (await use<FilesOf>('readonly', (store) => store.get(echoId))) ?? null,
    async isElsewhere(echoId) {
      const look = locks?.request(lockOf(echoId), { ifAvailable: true }, (lock) => lock === null);
      return (await look?.catch(() => false)) ?? false;
    },
    remove,
    async sweep(waiting) {
      const keys = (await use('readonly', (store) => store.getAllKeys())) ?? [];
      if (keys.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, FRESH_MS));
      const kept = new Set([...waiting(), ...own.keys()]);
      for (const key of keys.map(String)) if (!kept.has(key)) remove(key);
    },
  };
}

/** Null = the browser keeps nothing. */
function open(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(name);
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore(FILES));
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => resolve(null));
      request.addEventListener('blocked', () => resolve(null));
    } catch {
      resolve(null);
    }
  });
}
