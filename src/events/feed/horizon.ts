import type { Tx } from '../../db/tx.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import { SECOND } from '../../time.ts';
import { type Arrival, newestNumber, openWriters, readArrivals } from './arrivals.ts';

// PostgreSQL gives an event its number before the transaction commits. Event 8 can therefore be read while event 7 is
// still being written, and a reader who continues after 8 would never get 7. So events are read only up to a number
// below which nothing can appear any more. Numbers are given without gaps, so the next number is always safe to read.
// A missing number belongs to a transaction that goes on, or to one that was rolled back: which of them it is, is known
// when all transactions have ended that were writing events when the gap was seen. Writers do nothing for this.
// SQLite has one writer, and gives numbers in the order of commits.

/** How many events one look takes in at once. */
const BATCH = 1000;
/** How often, and for how long, a process that has just started looks whether the transactions it met have ended. */
const PAUSE_MS = 10;
const LONGEST_START_MS = 4 * SECOND;

/** Numbers up to `upTo` are missing, and these transactions may still add them. */
type Gap = { upTo: number; writers: ReadonlySet<string> };

type Listener = (arrivals: readonly Arrival[]) => void;

/** How far the events of an installation can be read; one for each process. */
export class Horizon {
  /** No event with this number or a lower one can appear any more; null = not known yet. */
  #end: number | null = null;
  #gap: Gap | null = null;
  /** What `lookForWrites` gave before the last look that found all there is; null = look again. */
  #writes: string | null = null;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<number> | null = null;
  readonly #listeners = new Set<Listener>();

  /** Whether numbers are missing that may still appear: then there can be more to read although nothing is written. */
  get hasGap(): boolean {
    return this.#gap !== null;
  }

  /** Calls `listener` with the events that can be read from now on, in their order, as looks find them. */
  onArrivals(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Looks at the database, and returns the number up to which events can be read: every event up to it can be seen by
   * statements and in remembered rows from now on. Calls that wait at the same time share one look.
   * @throws AppError `unavailable` when the process has just started, and a transaction from before does not end
   */
  look(tx: Tx): Promise<number> {
    // A look that has begun may have missed what was committed since.
    this.#next ??= this.#afterRunning(() => this.#lookIfWritten(tx));
    return this.#next;
  }

  async #afterRunning(look: () => Promise<number>): Promise<number> {
    await this.#running;
    this.#next = null;
    const looking = look();
    this.#running = looking.catch(() => {});
    return looking;
  }

  /** Does not ask the database where nothing has been written since the last look. */
  async #lookIfWritten(tx: Tx): Promise<number> {
    const writes = tx.lookForWrites();
    if (this.#end !== null && writes !== null && writes === this.#writes) return this.#end;
    this.#writes = null;
    const end = await this.#look(tx.fork());
    if (!this.hasGap) this.#writes = writes;
    return end;
  }

  async #look(tx: Tx): Promise<number> {
    const former = this.#end;
    const end = await this.#findEnd(tx);
    // What is remembered from before these events is forgotten: it may be without changes of other programs that they tell of.
    if (end !== former) tx.lookForOthers();
    return end;
  }

  async #findEnd(tx: Tx): Promise<number> {
    this.#end ??= await beginning(tx);
    // Up to here, what is missing stays missing.
    let settled = tx.isPostgres ? 0 : Infinity;
    for (;;) {
      const rows = await readArrivals(tx, { after: this.#end, limit: BATCH });
      // After a power cut, SQLite gives the numbers of events that it has lost to others.
      if (rows.length > 0) await tx.whenOnDisk();
      const arrivals = readable(rows, this.#end, settled);
      this.#end = arrivals.at(-1)?.id ?? this.#end;
      if (arrivals.length > 0) for (const listener of this.#listeners) listener(arrivals);
      const [unread] = rows.slice(arrivals.length);
      if (unread) {
        settled = await this.#settledUpTo(tx, this.#end, rows.at(-1) ?? unread);
        if (settled <= this.#end) return this.#end;
      } else if (rows.length < BATCH) {
        this.#gap = null;
        return this.#end;
      }
    }
  }

  /** The number, up to that of `last`, up to which nothing can appear any more although numbers after `end` are missing. */
  async #settledUpTo(tx: Tx, end: number, last: Arrival): Promise<number> {
    const open = new Set(await openWriters(tx));
    const gap = this.#gap !== null && this.#gap.upTo > end ? this.#gap : { upTo: last.id, writers: open };
    const writers = gap.writers.intersection(open);
    this.#gap = writers.size === 0 ? null : { upTo: gap.upTo, writers };
    return writers.size === 0 ? gap.upTo : end;
  }
}

/**
 * Where a process begins to read: at the newest event, once all transactions have ended that may add an older one.
 * @throws AppError `unavailable` when they do not end
 */
async function beginning(tx: Tx): Promise<number> {
  const newest = await newestNumber(tx);
  const until = performance.now() + LONGEST_START_MS;
  let writers: ReadonlySet<string> = new Set(await openWriters(tx));
  while (writers.size > 0) {
    if (performance.now() > until) throw notYet();
    await sleep(PAUSE_MS);
    writers = writers.intersection(new Set(await openWriters(tx)));
  }
  return newest;
}

/** The first of `rows` that can be read after `end`: those up to `settled`, and those that follow without a gap. */
function readable(rows: readonly Arrival[], end: number, settled: number): readonly Arrival[] {
  let last = end;
  for (const [index, { id }] of rows.entries()) {
    if (id > Math.max(last, settled) + 1) return rows.slice(0, index);
    last = id;
  }
  return rows;
}

function notYet(): AppError {
  return new AppError('unavailable', 'Service unavailable', {
    detail: 'the server has just started, and a change from before has not ended; try again later',
    retryAfter: 1,
  });
}

const horizons = new WeakMap<object, Horizon>();

/** The horizon of the installation that `tx` belongs to. */
export function horizonOf(tx: Tx): Horizon {
  const horizon = horizons.get(tx.installation) ?? new Horizon();
  horizons.set(tx.installation, horizon);
  return horizon;
}
