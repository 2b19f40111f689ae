import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { App } from '../app.ts';
import { onlyRow } from '../db/prepared.ts';
import type { Tx } from '../db/tx.ts';
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
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  /** Up to which number of an event, and which version of the file, it is known what there is; null = nothing is known. */
  #known: { number: number; version: number } | null = null;
  /** The events after `#known` that this process has told. */
  readonly #told = new Set<number>();
  /** What was found last. It may have events of this process that were found before they were told. */
  #found = new Set<number>();

  /** `hear` is called with the events, in their order; when `isNeeded` is false, it stops until the next `start`. */
  constructor(app: App, isNeeded: () => boolean, hear: (arrivals: readonly Arrival[]) => void) {
    this.#app = app;
    this.#isNeeded = isNeeded;
    this.#hear = hear;
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
    // What could not be read is found by the next look.
    this.#looking = this.#looking.then(() => this.#find()).catch(() => {});
  }

  async #find(): Promise<void> {
    if (this.#timer === undefined) return;
    if (!this.#isNeeded()) return this.#end();
    const tx = this.#app.tx();
    const version = await readVersion(tx);
    const known = this.#known;
    if (known === null) return this.#keep(await newestNumber(tx), version);
    if (known.version === version) {
      return this.#keep(
        [...this.#told].reduce((newest, id) => Math.max(newest, id), known.number),
        version,
      );
    }
    const rows = await readArrivals(tx, { after: known.number, limit: BATCH });
    // What this process has written is told as soon as it is on the disk.
    await tx.whenOnDisk();
    await nextTurn();
    const others = rows.filter(({ id }) => !this.#told.has(id));
    this.#found = new Set(others.map(({ id }) => id));
    const isAll = rows.length < BATCH;
    this.#keep(rows.at(-1)?.id ?? known.number, isAll ? version : known.version);
    if (others.length > 0) this.#hear(others);
    if (!isAll) await this.#find();
  }

  #keep(number: number, version: number): void {
    this.#known = { number, version };
    for (const id of this.#told) if (id <= number) this.#told.delete(id);
  }
}

/** The number is another one when other connections have written since. */
async function readVersion({ db }: Tx): Promise<number> {
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db);
  return onlyRow(rows).data_version;
}
