import { deserialize, serialize } from 'node:v8';
import type { CompiledQuery, QueryResult } from 'kysely';
import { ConnectionError, faultOf } from '../faults.ts';
import { encode } from '../drivers/sqlite-statement.ts';
import { KeptValues } from '../kept/kept-values.ts';
import type { Reading } from '../kept/reading.ts';
import type { Touches } from '../kept/touches.ts';
import type { AsideThread } from './aside-thread.ts';

/** How often a statement is given to the thread, which may have ended. */
const MOST_TRIES = 2;
/** Filters may have conditions that take hours. */
const MOST_MS = 60_000;
/** Bytes of all rows that are kept, and of the note of each. */
const MOST_BYTES = 4_000_000;
const NOTE_BYTES = 500;

/** A read under way. */
type Running = { rows: Promise<Uint8Array>; reading: Reading };

/** Runs a statement on the usual connection. */
type Direct = () => Promise<QueryResult<unknown>>;

/**
 * Runs reads that may take long in a thread of their own, so that other requests are answered meanwhile, and keeps what
 * they found until a table that they name is written. Others that ask for the same meanwhile wait for that.
 */
export class AsideReads {
  readonly #touches: Touches;
  /** Null = all are run on the usual connection. */
  readonly #thread: AsideThread | null;
  /** The rows by statement and values, as `node:v8` serializes them; null = none are kept. */
  readonly #kept: KeptValues<Uint8Array> | null;
  readonly #mostMs: number;
  readonly #running = new Map<string, Running>();

  /** `keeps`: whether rows are kept; `mostMs`: how long a read may take. */
  constructor(touches: Touches, thread: AsideThread | null, keeps: boolean, mostMs = MOST_MS) {
    this.#touches = touches;
    this.#mostMs = mostMs;
    this.#thread = thread;
    const sizeOf = (rows: Uint8Array) => rows.length + NOTE_BYTES;
    this.#kept = keeps ? new KeptValues(touches, { most: MOST_BYTES, sizeOf }) : null;
  }

  /** @throws ConnectionError `busy` when this or other reads took too long; and what `direct` throws */
  async read<Row>(query: CompiledQuery, direct: Direct): Promise<QueryResult<Row>> {
    const rows = await this.#find(query, direct);
    return { rows: deserialize(rows) as Row[] };
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread?.close();
  }

  #find(query: CompiledQuery, direct: Direct): Promise<Uint8Array> | Uint8Array {
    if (!this.#touches.isCaughtUp()) return this.#run(query, direct);
    const name = `${query.sql}\n${JSON.stringify(query.parameters.map(encode))}`;
    const kept = this.#kept?.get(name);
    if (kept) return kept;
    const running = this.#running.get(name);
    return running?.reading.unchangedKeys({}) ? running.rows : this.#start(name, query, direct);
  }

  #start(name: string, query: CompiledQuery, direct: Direct): Promise<Uint8Array> {
    return this.#touches.reading(async (reading) => {
      reading.note(query.sql);
      const running = { rows: this.#run(query, direct), reading };
      this.#running.set(name, running);
      try {
        const rows = await running.rows;
        this.#kept?.keep(reading, name, rows, {});
        return rows;
      } finally {
        if (this.#running.get(name) === running) this.#running.delete(name);
      }
    });
  }

  /** In the thread; where that fails, on the usual connection, which tells the error if there is one. */
  async #run({ sql, parameters }: CompiledQuery, direct: Direct): Promise<Uint8Array> {
    for (let tries = 0; this.#thread && tries < MOST_TRIES; tries += 1) {
      try {
        const rows = await this.#thread.ask({ sql, parameters: parameters.map(encode), mostMs: this.#mostMs });
        if (rows === 'too long') throw new ConnectionError('busy', 'a read was ended that took too long');
        if (rows !== null) return rows;
        break;
      } catch (error) {
        if (faultOf(error) === 'busy') throw error;
      }
    }
    return serialize((await direct()).rows);
  }
}
