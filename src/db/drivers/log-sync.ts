import { fdatasyncSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { ConnectionError } from '../faults.ts';
import { isSwitchedOff } from '../../switches.ts';

/** A sync that takes at most so many milliseconds is quick: others hardly notice that the thread waits for it. */
export const QUICK_MS = 2;
/** After so many quick ones in a row, the next will probably be quick too. */
const ENOUGH_QUICK = 32;

/** The commit is readable, but may not survive a power cut. */
export class NotOnDiskError extends ConnectionError {
  constructor(cause: unknown) {
    super('failing', 'what was written could not be synced to disk', cause);
    this.name = 'NotOnDiskError';
  }
}

/**
 * Syncs the write-ahead log of a SQLite file to disk. A disk may take many milliseconds, for which SQLite itself would have
 * the whole process wait at each commit, so this is done in a thread of Node.js. Only where nobody else waits, and the
 * last syncs were quick, it is done at once: waking a thread, and being woken by it, may take longer than the disk.
 */
export class LogSync {
  readonly #path: string;
  readonly #copyLog: () => boolean;
  readonly #quickMs: number;
  /** Null = it has not been needed since the file was opened. The log stays the same file while a connection is open. */
  #log: Promise<FileHandle> | null = null;
  /** The same; null = it is not open. */
  #opened: FileHandle | null = null;
  /** How many syncs in a row have been quick, of those that nobody else waited for. */
  #quick = 0;
  /** The error since which syncs of the log cannot be believed: Linux forgets what it could not write. */
  #failure: unknown = null;
  /** The running sync and the next sync; null = none. */
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  /**
   * `path`: of the SQLite file; `copyLog` copies the whole log to it, and has that synced: false = not possible now;
   * `quickMs`: how long a quick sync takes at most.
   */
  constructor(path: string, copyLog: () => boolean, quickMs: number) {
    this.#path = path;
    this.#copyLog = copyLog;
    // A test sets the variable to have every sync done in another thread.
    this.#quickMs = isSwitchedOff('PARLEY_TEST_NO_SYNC_AT_ONCE') ? -1 : quickMs;
  }

  /**
   * Returns or resolves when all that is in the log now is on the disk. Calls that wait at the same time share a sync.
   * `isAlone`: nobody else will probably need this thread meanwhile.
   * @throws NotOnDiskError; the next sync tries again
   */
  sync(isAlone = false): Promise<void> | void {
    if (isAlone && this.#quick >= ENOUGH_QUICK && this.ended() === null && this.#syncAtOnce()) return;
    // The one under way may have missed what was written since it began.
    this.#next ??= this.#follow(this.#running, isAlone);
    return this.#next;
  }

  /** Resolves when the syncs that have been asked for have ended. @throws NotOnDiskError when the last one fails */
  ended(): Promise<void> | null {
    return this.#next ?? this.#running;
  }

  async #follow(running: Promise<void> | null, isAlone: boolean): Promise<void> {
    await running?.catch(() => {});
    const syncing = this.#syncNow(isAlone);
    this.#running = syncing;
    this.#next = null;
    try {
      await syncing;
    } finally {
      if (this.#running === syncing) this.#running = null;
    }
  }

  async #syncNow(isAlone: boolean): Promise<void> {
    try {
      if (this.#failure !== null) throw this.#failure;
      const opening = (this.#log ??= open(`${this.#path}-wal`));
      const log = await opening;
      if (this.#log === opening) this.#opened = log;
      const started = performance.now();
      await log.datasync();
      // Otherwise the thread may only have been busy when it ended.
      if (isAlone) this.#note(started);
    } catch (error) {
      this.#fail(error);
      if (!this.#copyLog()) throw new NotOnDiskError(error);
      this.#failure = null;
    }
  }

  /** Syncs in this thread. False = it cannot be done. */
  #syncAtOnce(): boolean {
    if (this.#opened === null) return false;
    try {
      const started = performance.now();
      fdatasyncSync(this.#opened.fd);
      this.#note(started);
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  #note(started: number): void {
    this.#quick = performance.now() - started <= this.#quickMs ? this.#quick + 1 : 0;
  }

  #fail(error: unknown): void {
    this.close();
    this.#failure = error;
  }

  /** To be called before the connection is closed. What is under way goes on. */
  close(): void {
    const log = this.#log;
    this.#log = null;
    this.#opened = null;
    this.#quick = 0;
    log?.then((log) => log.close()).catch(() => {});
  }
}
