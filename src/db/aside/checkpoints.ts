import type { SqliteFile } from '../drivers/sqlite-file.ts';
import type { AsideThread } from './aside-thread.ts';

/** How many pages the write-ahead log has before they are copied to the file: 16 MiB. */
export const PAGES = 4096;
/** With more pages left, transactions wait: they are written faster than they can be copied. */
const MOST_PAGES_LEFT = 2 * PAGES;
/** With more pages, copied or not, they wait too: SQLite begins a log anew only when nothing is left. */
const MOST_PAGES = 3 * PAGES;
/** With fewer pages left, the log is copied to its end. */
const FEW_PAGES = 1000;
/** How often it is tried to get that far while others write. */
const MOST_TRIES = 2;
/** How long to wait after the log could not be copied, as while another program reads an older state of the file. */
const PAUSE_MS = 10_000;
/** The length of the log is looked at before every 16th transaction, and before each while it is being copied. */
const LOOK_EVERY = 16;

/**
 * Has another thread copy the write-ahead log to the file and sync it, which would hold up everything else in this one.
 * SQLite begins the log anew only when all of it is copied, which never happens while transactions go on; so the last few
 * pages are copied between two of them. Where this does not work, SQLite copies the log itself at a later length.
 */
export class Checkpoints {
  readonly #file: SqliteFile;
  readonly #thread: AsideThread;
  /** Null = nothing is being copied. */
  #copying: Promise<void> | null = null;
  /** Whether only the last pages are left to copy. */
  #isNearEnd = false;
  /** By `performance.now()`. */
  #notBefore = 0;
  #transactions = 0;

  /** Nothing else uses `thread`: transactions may wait for it. */
  constructor(file: SqliteFile, thread: AsideThread) {
    this.#file = file;
    this.#thread = thread;
  }

  /** Whether the log is copied to the file, and that synced: a sync of the log may then take long. */
  get isCopying(): boolean {
    return this.#copying !== null;
  }

  /** To be called before a transaction begins, while none is under way; it begins when the promise resolves. */
  beforeTransaction(): Promise<void> | void {
    this.#transactions += 1;
    const isQuiet = this.#copying === null && !this.#isNearEnd;
    if (isQuiet && this.#transactions % LOOK_EVERY !== 0) return;
    if (performance.now() < this.#notBefore) return;
    const { log, left } = this.#pages();
    if (this.#copying) return left > MOST_PAGES_LEFT || log > MOST_PAGES ? this.#copying : undefined;
    if (this.#isNearEnd && left > 0 && left < PAGES) return this.#start(this.#copyRest());
    if (left >= PAGES) void this.#start(this.#copyMost(left));
  }

  /** Ends the thread; SQLite copies the log itself when the file is closed. */
  close(): Promise<void> {
    return this.#thread.close();
  }

  /** Has transactions wait no longer than for `copying`. */
  #start(copying: Promise<void>): Promise<void> {
    const settled = copying
      .catch(() => this.#pause())
      .finally(() => {
        this.#copying = null;
      });
    this.#copying = settled;
    return settled;
  }

  async #copyMost(before: number): Promise<void> {
    let left = before;
    for (let tries = 0; tries < MOST_TRIES && left >= FEW_PAGES; tries += 1) {
      await this.#copy();
      left = this.#pages().left;
    }
    this.#isNearEnd = left > 0 && left < PAGES;
    if (left >= before) this.#pause();
  }

  async #copyRest(): Promise<void> {
    this.#isNearEnd = false;
    await this.#copy();
  }

  /** @throws Error when the thread cannot do it */
  async #copy(): Promise<void> {
    if ((await this.#thread.ask({ checkpoint: true })) === null) throw new Error('the log could not be copied');
  }

  #pause(): void {
    this.#isNearEnd = false;
    this.#notBefore = performance.now() + PAUSE_MS;
  }

  #pages(): { log: number; left: number } {
    try {
      const { log, copied } = this.#file.logSize();
      return { log, left: log - copied };
    } catch {
      // The transaction will say what is wrong.
      return { log: 0, left: 0 };
    }
  }
}
