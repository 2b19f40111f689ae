import { deserialize } from 'node:v8';
import type { CompiledQuery, QueryResult } from 'kysely';
import { faultOf } from '../faults.ts';
import { encode } from '../drivers/sqlite-statement.ts';
import type { Answer, AsideThread, Write } from './aside-thread.ts';

/** Runs the statement on the usual connection. */
type Direct<Row> = () => Promise<QueryResult<Row>>;

/**
 * Runs long writes in a separate thread, each in its own transaction, so that reads continue; other writes wait. Only for
 * writes that may run twice, as when the thread ends right after a write, and that may be lost in a power cut, unless a
 * synced write follows.
 */
export class AsideWrites {
  /** Null = all writes run on the usual connection. */
  readonly #thread: AsideThread | null;

  constructor(thread: AsideThread | null) {
    this.#thread = thread;
  }

  /**
   * Runs in the thread; if that fails, or for statements with rows, on the usual connection.
   * @throws ConnectionError `busy` when other writes took too long, and after `close`; any error of `direct`
   */
  async run<Row>({ sql, parameters }: CompiledQuery, direct: Direct<Row>): Promise<QueryResult<Row>> {
    const answer = await this.#ask({ sql, parameters: parameters.map(encode), writes: true });
    if (!(answer instanceof Uint8Array)) return direct();
    return { rows: [], numAffectedRows: BigInt(deserialize(answer) as number) };
  }

  async #ask(write: Write): Promise<Answer> {
    try {
      return (await this.#thread?.ask(write)) ?? null;
    } catch (error) {
      if (faultOf(error) === 'busy') throw error;
      return null;
    }
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread?.close();
  }
}
