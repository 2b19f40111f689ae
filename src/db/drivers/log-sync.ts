import { type FileHandle, open } from 'node:fs/promises';
import { ConnectionError } from '../faults.ts';

/** What was committed can be read, but may not survive a power cut. */
export class NotOnDiskError extends ConnectionError {
  constructor(cause: unknown) {
    super('failing', 'what was written could not be synced to disk', cause);
    this.name = 'NotOnDiskError';
  }
}

/**
 * Syncs the write-ahead log of a SQLite file to disk in a thread of Node.js, because a disk may take many milliseconds:
 * SQLite itself would have the whole process wait at each commit.
 */
export class LogSync {
  readonly #path: string;
  readonly #copyLog: () => boolean;
  /** Null = it has not been needed since the file was opened. The log stays the same file while a connection is open. */
  #log: Promise<FileHandle> | null = null;
  /** The error since which syncs of the log cannot be believed: Linux forgets what it could not write. */
  #failure: unknown = null;
  /** The sync under way, and that which follows it; null = none. */
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  /** `path`: of the SQLite file; `copyLog` copies the whole log to it, and has that synced: false = not possible now. */
  constructor(path: string, copyLog: () => boolean) {
    this.#path = path;
    this.#copyLog = copyLog;
  }

  /**
   * Resolves when all that is in the log now is on the disk. Calls that wait at the same time share a sync.
   * @throws NotOnDiskError; the next sync tries again
   */
  sync(): Promise<void> {
    // The one under way may have missed what was written since it began.
    this.#next ??= this.#follow(this.#running);
    return this.#next;
  }

  /** Resolves when the syncs that have been asked for have ended. @throws NotOnDiskError when the last one fails */
  ended(): Promise<void> | null {
    return this.#next ?? this.#running;
  }

  async #follow(running: Promise<void> | null): Promise<void> {
    await running?.catch(() => {});
    const syncing = this.#syncNow();
    this.#running = syncing;
    this.#next = null;
    try {
      await syncing;
    } finally {
      if (this.#running === syncing) this.#running = null;
    }
  }

  async #syncNow(): Promise<void> {
    try {
      if (this.#failure !== null) throw this.#failure;
      const log = await (this.#log ??= open(`${this.#path}-wal`));
      await log.datasync();
    } catch (error) {
      this.close();
      this.#failure = error;
      if (!this.#copyLog()) throw new NotOnDiskError(error);
      this.#failure = null;
    }
  }

  /** To be called before the connection is closed. What is under way goes on. */
  close(): void {
    const log = this.#log;
    this.#log = null;
    log?.then((log) => log.close()).catch(() => {});
  }
}
