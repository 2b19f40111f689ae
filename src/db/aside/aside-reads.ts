import { deserialize } from 'node:v8';
import type { CompiledQuery, QueryResult } from 'kysely';
import { ConnectionError, faultOf } from '../faults.ts';
import { encode } from '../drivers/sqlite-statement.ts';
import { KeptRows } from '../kept/kept-rows.ts';
import type { Touches } from '../kept/touches.ts';
import type { AsideThread } from './aside-thread.ts';

/** How often a statement is given to the thread, which may have ended. */
const MOST_TRIES = 2;
/** Filters may have conditions that take hours. */
const MOST_MS = 60_000;
/** Characters of the JSON of one result; larger ones are not kept. */
const MOST_OF_ONE = 1_000_000;

/** Runs a statement on the usual connection. */
type Direct = () => Promise<QueryResult<unknown>>;

/**
 * Runs reads that may take long in a thread of their own, so that other requests are answered meanwhile, and keeps what
 * they found, as `KeptRows` does: the rows are frozen.
 */
export class AsideReads {
  readonly #touches: Touches;
  /** Null = all are run on the usual connection. */
  readonly #thread: AsideThread | null;
  /** Null = none are kept. */
  readonly #kept: KeptRows | null;
  readonly #mostMs: number;

  /** `keeps`: whether rows are kept; `mostMs`: how long a read may take. */
  constructor(touches: Touches, thread: AsideThread | null, keeps: boolean, mostMs = MOST_MS) {
    this.#touches = touches;
    this.#mostMs = mostMs;
    this.#thread = thread;
    this.#kept = keeps ? new KeptRows(touches, MOST_OF_ONE) : null;
  }

  /** @throws ConnectionError `busy` when this or other reads took too long; and what `direct` throws */
  async read<Row>({ sql, parameters, ...query }: CompiledQuery, direct: Direct): Promise<QueryResult<Row>> {
    const statement = { sql, parameters: parameters.map(encode) };
    const run = () => this.#run<Row>(statement, direct);
    if (!this.#kept || !this.#touches.isCaughtUp()) return { rows: await run() };
    return { rows: await this.#kept.read({ ...query, ...statement, name: sql }, run) };
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread?.close();
  }

  /** Runs in the thread; if that fails, on the usual connection, which reports the error. */
  async #run<Row>(statement: { sql: string; parameters: unknown[] }, direct: Direct): Promise<Row[]> {
    for (let tries = 0; this.#thread && tries < MOST_TRIES; tries += 1) {
      try {
        const rows = await this.#thread.ask({ ...statement, mostMs: this.#mostMs });
        if (rows === 'too long') throw new ConnectionError('busy', 'a read was ended that took too long');
        if (rows !== null) return deserialize(rows) as Row[];
        break;
      } catch (error) {
        if (faultOf(error) === 'busy') throw error;
      }
    }
    return (await direct()).rows as Row[];
  }
}
