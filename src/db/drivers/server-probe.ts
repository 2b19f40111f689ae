import pg from 'pg';
import type { DatabaseError, PoolClient } from 'pg';

/** How long a statement may go unanswered before it is asked whether PostgreSQL is there, and how long that may take. */
const SILENCE_MS = 2500;
const ASKING_MS = 1500;

/**
 * Ends connections on which nothing comes any more because PostgreSQL, or the way to it, is gone without a word: whoever
 * sent a statement on one would wait until the system gives it up, after a quarter of an hour. A statement that takes
 * long, on a server that answers others, is left alone.
 */
export class ServerProbe {
  readonly #url: string;
  #asking: Promise<boolean> | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  /** Gives what `answer` gives, or has it fail by ending the connection of `client`. */
  async guard<Answer>(client: PoolClient, answer: Promise<Answer>): Promise<Answer> {
    let isOver = false;
    let timer: NodeJS.Timeout;
    const look = async () => {
      const isThere = await this.#isThere();
      if (isOver) return;
      if (isThere) timer = setTimeout(look, SILENCE_MS);
      // With a statement under way, this ends the connection at once.
      else await client.end().catch(() => {});
    };
    timer = setTimeout(look, SILENCE_MS);
    try {
      return await answer;
    } finally {
      isOver = true;
      clearTimeout(timer);
    }
  }

  /** Asked once for all who want to know. */
  #isThere(): Promise<boolean> {
    return (this.#asking ??= ask(this.#url).finally(() => (this.#asking = null)));
  }
}

/** Whether PostgreSQL answers anything at all on a new connection: a refusal is an answer. */
async function ask(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ASKING_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    return (error as DatabaseError).severity !== undefined;
  } finally {
    void client.end().catch(() => {});
  }
}
