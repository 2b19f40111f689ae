import pg from 'pg';
import type { DatabaseError, PoolClient } from 'pg';
import { isExpiredCertificate } from '../../errors.ts';

/** How long a statement may go unanswered before PostgreSQL is probed, and how long the probe may take. */
const SILENCE_MS = 2500;
const ASKING_MS = 1500;

/**
 * Ends connections to a PostgreSQL server that is gone without having closed them; otherwise their statements would
 * wait for a quarter of an hour, until the operating system gives up. A statement that takes long is left alone while
 * the server still answers on a new connection.
 */
export class ServerProbe {
  readonly #url: string;
  #asking: Promise<boolean> | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * Returns what `answer` resolves to; if the server does not answer, ends the connection of `client`, so that `answer`
   * rejects.
   */
  async guard<Answer>(client: PoolClient, answer: Promise<Answer>): Promise<Answer> {
    let isOver = false;
    let timer: NodeJS.Timeout;
    const look = async () => {
      const isThere = await this.#isThere();
      if (isOver) return;
      if (isThere) timer = setTimeout(look, SILENCE_MS);
      // Not `end`, which waits for the answers.
      else client.connection.stream.destroy();
    };
    timer = setTimeout(look, SILENCE_MS);
    try {
      return await answer;
    } finally {
      isOver = true;
      clearTimeout(timer);
    }
  }

  /** One probe at a time, shared by all statements. */
  #isThere(): Promise<boolean> {
    return (this.#asking ??= answersAnew(this.#url).finally(() => (this.#asking = null)));
  }
}

/** Whether PostgreSQL answers on a new connection; a refusal counts as an answer, and so does an expired certificate. */
export async function answersAnew(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ASKING_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    return (error as DatabaseError).severity !== undefined || isExpiredCertificate(error);
  } finally {
    void client.end().catch(() => {});
  }
}
