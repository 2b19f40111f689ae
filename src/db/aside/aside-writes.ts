import type { CompiledQuery, QueryResult } from 'kysely';
import { encode } from '../drivers/sqlite-statement.ts';
import type { AsideThread } from './aside-thread.ts';

/** Runs the statement on the usual connection. */
type Direct<Row> = () => Promise<QueryResult<Row>>;

/**
 * Runs writes that may take long in a thread of their own, each as a transaction of its own, so that reads go on meanwhile;
 * other writes wait. What they write may not survive a power cut, unless something else is written afterwards.
 */
export class AsideWrites {
  /** Null = all are run on the usual connection. */
  readonly #thread: AsideThread | null;

  constructor(thread: AsideThread | null) {
    this.#thread = thread;
  }

  /** In the thread; where that fails, on the usual connection. @throws what `direct` throws */
  async run<Row>({ sql, parameters }: CompiledQuery, direct: Direct<Row>): Promise<QueryResult<Row>> {
    const write = { sql, parameters: parameters.map(encode), writes: true as const };
    const answer = await this.#thread?.ask(write).catch(() => null);
    return answer ? { rows: [] } : direct();
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread?.close();
  }
}
