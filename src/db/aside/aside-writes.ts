import { deserialize } from 'node:v8';
import type { CompiledQuery, QueryResult } from 'kysely';
import { faultOf } from '../faults.ts';
import { encode } from '../drivers/sqlite-statement.ts';
import type { Answer, AsideThread, Write } from './aside-thread.ts';

/** Runs the statement on the usual connection. */
type Direct<Row> = () => Promise<QueryResult<Row>>;

/**
 * Runs writes that may take long in a thread of their own, each as a transaction of its own, so that reads go on meanwhile;
 * other writes wait. Only for what may be done twice, as where the thread ends right after it, and may be lost in a power cut,
 * unless something that is synced is written afterwards.
 */
export class AsideWrites {
  /** Null = all are run on the usual connection. */
  readonly #thread: AsideThread | null;

  constructor(thread: AsideThread | null) {
    this.#thread = thread;
  }

  /**
   * In the thread; where that fails, on the usual connection, as with statements that give rows.
   * @throws ConnectionError `busy` when other writes took too long, and after `close`; and what `direct` throws
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
