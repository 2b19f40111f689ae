import { deserialize } from 'node:v8';
import { LOG_PAGES } from '../drivers/open-file.ts';
import type { LogSize, SqliteFile } from '../drivers/sqlite-file.ts';
import type { AsideThread } from './aside-thread.ts';

/** While the log is copied with more pages left, transactions wait: they are written faster than they can be copied. */
const MOST_LEFT = 2 * LOG_PAGES;
/** The same with a longer log, whether its pages are copied or not: it is begun anew only when none is left. */
const MOST_PAGES = 3 * LOG_PAGES;
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
 * pages are copied between two of them, and where copying is slow, transactions wait for it. Where this does not work, SQLite
 * copies the log itself at a later length.
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
    const size = this.#size();
    if (size === null) return;
    const left = leftOf(size);
    if (this.#copying) return left > MOST_LEFT || size.log > MOST_PAGES ? this.#copying : undefined;
    if (this.#isNearEnd && left > 0 && left < LOG_PAGES) return this.#start(this.#copyRest());
    if (left >= LOG_PAGES) void this.#start(this.#copyMost(size));
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

  async #copyMost(before: LogSize): Promise<void> {
    let after: LogSize | null = before;
    let byOthers = false;
    for (let tries = 0; tries < MOST_TRIES && after !== null && leftOf(after) >= FEW_PAGES; tries += 1) {
      byOthers = await this.#copy();
      after = this.#size();
    }
    this.#isNearEnd = after === null || (leftOf(after) > 0 && leftOf(after) < LOG_PAGES);
    if (after !== null && isAsBefore(before, after) && !byOthers) this.#pause();
  }

  async #copyRest(): Promise<void> {
    this.#isNearEnd = false;
    await this.#copy();
  }

  /** Returns true when another connection copies the log meanwhile, so that it cannot. @throws Error when the thread fails */
  async #copy(): Promise<boolean> {
    const answer = await this.#thread.ask({ checkpoint: true });
    if (!(answer instanceof Uint8Array)) throw new Error('the log could not be copied');
    const [{ busy }] = deserialize(answer) as [{ busy: number }];
    return busy === 1;
  }

  #pause(): void {
    this.#isNearEnd = false;
    this.#notBefore = performance.now() + PAUSE_MS;
  }

  /** Null = it cannot be told now; a transaction will say what is wrong. */
  #size(): LogSize | null {
    try {
      return this.#file.logSize();
    } catch {
      return null;
    }
  }
}

const leftOf = ({ log, copied }: LogSize) => log - copied;

/** Whether nothing was copied, nor the log begun anew. What is left does not tell: others may write more than is copied. */
const isAsBefore = (before: LogSize, after: LogSize) => after.log >= before.log && after.copied <= before.copied;
