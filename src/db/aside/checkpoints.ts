import { deserialize } from 'node:v8';
import { LOG_PAGES } from '../drivers/open-file.ts';
import type { Checkpointed, SqliteFile } from '../drivers/sqlite-file.ts';
import type { AsideThread } from './aside-thread.ts';

/** With more pages left to copy, transactions wait while the log is copied: they write faster than it can be. */
const MOST_LEFT = 2 * LOG_PAGES;
/** They also wait when the log has more pages, copied or not: it is begun anew only when none is left to copy. */
const MOST_PAGES = 3 * LOG_PAGES;
/** With fewer pages left, the log is copied to its end. */
const FEW_PAGES = 1000;
/** How often it is tried to get that far while others write. */
const MOST_TRIES = 2;
/** How long to wait after nothing could be copied, as while something else reads an older state of the file, or copies itself. */
const PAUSE_MS = 1000;
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
  #copying: Promise<unknown> | null = null;
  /** Whether only the last pages are left to copy, as far as it can be told. */
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
  beforeTransaction(): Promise<unknown> | void {
    this.#transactions += 1;
    const isQuiet = this.#copying === null && !this.#isNearEnd;
    if (isQuiet && this.#transactions % LOOK_EVERY !== 0) return;
    if (performance.now() < this.#notBefore) return;
    const size = this.#size();
    if (size === null) return;
    const left = leftOf(size);
    if (this.#copying) return left > MOST_LEFT || size.log > MOST_PAGES ? this.#copying : undefined;
    const isNearEnd = this.#isNearEnd && left > 0 && left < LOG_PAGES;
    this.#isNearEnd = false;
    if (isNearEnd) return this.#start(this.#copy());
    if (left >= LOG_PAGES) void this.#start(this.#copyMost(size));
  }

  /** Ends the thread; SQLite copies the log itself when the file is closed. */
  close(): Promise<void> {
    return this.#thread.close();
  }

  /** Has transactions wait no longer than for `copying`. */
  #start(copying: Promise<unknown>): Promise<unknown> {
    const settled = copying
      .catch(() => this.#pause())
      .finally(() => {
        this.#copying = null;
      });
    this.#copying = settled;
    return settled;
  }

  async #copyMost(before: Checkpointed): Promise<void> {
    let size: Checkpointed | null = before;
    for (let tries = 0; tries < MOST_TRIES && size !== null && leftOf(size) >= FEW_PAGES; tries += 1) {
      if (!isFurther(before, await this.#copy())) return this.#pause();
      size = this.#size();
    }
    this.#isNearEnd = size === null || leftOf(size) < LOG_PAGES;
  }

  /** Returns how far it is then. @throws Error when the thread cannot do it */
  async #copy(): Promise<Checkpointed> {
    const answer = await this.#thread.ask({ checkpoint: true });
    if (!(answer instanceof Uint8Array)) throw new Error('the log could not be copied');
    const [checkpointed] = deserialize(answer) as [Checkpointed];
    return checkpointed;
  }

  #pause(): void {
    this.#notBefore = performance.now() + PAUSE_MS;
  }

  /** Null = unknown at the moment, as inside a transaction. */
  #size(): Checkpointed | null {
    try {
      return this.#file.logSize();
    } catch {
      return null;
    }
  }
}

const leftOf = ({ log, checkpointed }: Checkpointed) => log - checkpointed;

/** Whether pages were copied, or the log restarted. The rest alone proves nothing: others may write faster than pages are copied. */
const isFurther = (before: Checkpointed, after: Checkpointed) =>
  after.busy === 0 && (after.checkpointed > before.checkpointed || after.log < before.log);
