import { setImmediate as nextTurn } from 'node:timers/promises';
import type { App } from '../app.ts';
import { type Arrival, newestNumber, readArrivals } from '../events/feed/arrivals.ts';
import { SECOND } from '../time.ts';

/** How often to look whether another program has written. */
const LOOK_MS = SECOND;
/** How many events are read at once. */
const BATCH = 1000;

/**
 * Finds the events that other programs write to the SQLite file, such as an import while the server runs: they cannot
 * tell the server, as they can with PostgreSQL.
 */
export class OtherPrograms {
  readonly #app: App;
  readonly #isNeeded: () => boolean;
  readonly #hear: (arrivals: readonly Arrival[]) => void;
  readonly #noticeWrites: () => void;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  /** The last event seen, and the file's write count at that time; null = not looked yet. */
  #known: { number: number; writes: number } | null = null;
  /** The events after `#known` that this process has told. */
  readonly #told = new Set<number>();
  /** The events of the last look, including events of this process found before they were told. */
  #found = new Set<number>();

  /**
   * `hear` is called with the events, in their order, and `noticeWrites` when another program has written anything; when `isNeeded`
   * is false, it stops until the next `start`.
   */
  constructor(
    app: App,
    isNeeded: () => boolean,
    hear: (arrivals: readonly Arrival[]) => void,
    noticeWrites: () => void,
  ) {
    this.#app = app;
    this.#isNeeded = isNeeded;
    this.#hear = hear;
    this.#noticeWrites = noticeWrites;
  }

  /** Finds those that are written from now on. */
  start(): void {
    if (this.#timer !== undefined || this.#app.tx().isPostgres) return;
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#look();
  }

  async stop(): Promise<void> {
    this.#end();
    await this.#looking;
  }

  /** Whether looks are running, so that events of this process must be recorded. */
  get isLooking(): boolean {
    return this.#timer !== undefined;
  }

  /** To be called with each event that this process tells. False = it was found, and told, before. */
  note(id: number): boolean {
    if (this.#timer === undefined) return true;
    this.#told.add(id);
    return !this.#found.has(id);
  }

  #end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#known = null;
    this.#told.clear();
  }

  #look(): void {
    // After a failure, the next look finds the events.
    this.#looking = this.#looking.then(() => this.#find()).catch(() => {});
  }

  async #find(): Promise<void> {
    if (this.#timer === undefined) return;
    if (!this.#isNeeded()) return this.#end();
    const tx = this.#app.tx();
    const writes = tx.lookForOthers();
    if (writes === null) return;
    const known = this.#known;
    if (known === null) return this.#keep(await newestNumber(tx), writes);
    if (known.writes === writes) {
      return this.#keep(
        [...this.#told].reduce((newest, id) => Math.max(newest, id), known.number),
        writes,
      );
    }
    const rows = await readArrivals(tx, { after: known.number, limit: BATCH });
    // This process tells its own events as soon as they are on the disk.
    await tx.whenOnDisk();
    await nextTurn();
    const others = rows.filter(({ id }) => !this.#told.has(id));
    this.#found = new Set(others.map(({ id }) => id));
    const isAll = rows.length < BATCH;
    this.#keep(rows.at(-1)?.id ?? known.number, isAll ? writes : known.writes);
    if (others.length > 0) this.#hear(others);
    this.#noticeWrites();
    if (!isAll) await this.#find();
  }

  #keep(number: number, writes: number): void {
    this.#known = { number, writes };
    for (const id of this.#told) if (id <= number) this.#told.delete(id);
  }
}
