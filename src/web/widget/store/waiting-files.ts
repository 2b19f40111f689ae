/** The files of one message. */
export type FilesOf = readonly File[];

/** More than this, in bytes, is not stored: it waits only as long as the page is open. */
const MOST = 100 * 1024 * 1024;
const FILES = 'files';

/** Files of messages that the server does not have, each by the id of its message. */
export type WaitingFiles = {
  put: (echoId: string, files: FilesOf) => Promise<void>;
  /** Null = there are none, or no longer. */
  find: (echoId: string) => Promise<FilesOf | null>;
  remove: (echoId: string) => void;
  /** Removes those of all other messages. */
  keepOnly: (echoIds: readonly string[]) => void;
};

/** Keeps them in the browser under this name, or where that is refused, as long as the page is open. */
export function openWaitingFiles(name: string): WaitingFiles {
  const own = new Map<string, FilesOf>();
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
  const remove = (echoId: string) => {
    own.delete(echoId);
    void use('readwrite', (store) => store.delete(echoId));
  };

  return {
    async put(echoId, files) {
      own.set(echoId, files);
      const stored = (await use<FilesOf[]>('readonly', (store) => store.getAll())) ?? [];
      const bytes = [...stored.flat(), ...files].reduce((sum, { size }) => sum + size, 0);
      if (bytes <= MOST) await use('readwrite', (store) => store.put(files, echoId));
    },
    find: async (echoId) => own.get(echoId) ?? (await use<FilesOf>('readonly', (store) => store.get(echoId))) ?? null,
    remove,
    keepOnly(echoIds) {
      void use('readonly', (store) => store.getAllKeys()).then((keys) =>
        keys?.map(String).forEach((key) => echoIds.includes(key) || own.has(key) || remove(key)),
      );
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
