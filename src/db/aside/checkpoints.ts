import type { SqliteFile } from '../drivers/sqlite-file.ts';
import type { AsideThread } from './aside-thread.ts';

/** How many pages the write-ahead log has before they are copied to the file: 16 MiB. */
const PAGES = 4096;
/** With more pages left, transactions wait: they are written faster than they can be copied. */
const MOST_PAGES = 2 * PAGES;
/** With fewer pages left, the log is copied to its end. */
const FEW_PAGES = 1000;
/** How often it is tried to get that far while others write. */
const MOST_TRIES = 2;
/** How long to wait after the thread could not be started, or has ended. */
const PAUSE_MS = 10_000;

/**
 * Has another thread copy the write-ahead log to the file and sync it, which would hold up everything else in this one.
 * SQLite begins the log anew only when all of it is copied, which never happens while transactions go on; so the last few
 * pages are copied between two of them.
 */
export class Checkpoints {
  readonly #file: SqliteFile;
  readonly #thread: AsideThread;
  /** Null = nothing is being copied. */
  #copying: Promise<void> | null = null;
  /** Whether only the last few pages are left to copy. */
  #isNearEnd = false;
  /** By `performance.now()`. */
  #notBefore = 0;

  constructor(file: SqliteFile, thread: AsideThread) {
    this.#file = file;
    this.#thread = thread;
  }

  /** To be called before a transaction begins, while none is under way; it begins when the promise resolves. */
  beforeTransaction(): Promise<void> | void {
    const left = this.#pagesLeft();
    if (this.#copying) return left > MOST_PAGES ? this.#copying : undefined;
    if (this.#isNearEnd && left > 0 && !this.#thread.isBusy) return this.#copyRest();
    if (left >= PAGES && performance.now() >= this.#notBefore) this.#copying = this.#copyMost();
  }

  async #copyMost(): Promise<void> {
    try {
      for (let tries = 0; tries < MOST_TRIES && this.#pagesLeft() >= FEW_PAGES; tries += 1) {
        await this.#thread.ask({ checkpoint: true });
      }
      this.#isNearEnd = true;
    } catch {
      // SQLite copies the log itself when it is four times as long.
      this.#notBefore = performance.now() + PAUSE_MS;
    } finally {
      this.#copying = null;
    }
  }

  async #copyRest(): Promise<void> {
    this.#isNearEnd = false;
    await this.#thread.ask({ checkpoint: true }).catch(() => null);
  }

  #pagesLeft(): number {
    try {
      const { log, copied } = this.#file.logSize();
      return log - copied;
    } catch {
      // The transaction will say what is wrong.
      return 0;
    }
  }
}
