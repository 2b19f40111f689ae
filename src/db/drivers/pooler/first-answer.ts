import type { Client, ClientBase } from 'pg';
import { waitedTooLong } from '../../faults.ts';

/**
 * Waits until PostgreSQL has answered on a new connection: a pooler such as PgBouncer accepts more connections than it
 * has itself, and lets their first statement wait for minutes.
 * @throws ConnectionError `busy` after `waitMs` milliseconds without an answer; the connection is ended
 */
export async function firstAnswer(client: ClientBase, waitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(waitedTooLong());
      // Not `end`, which waits for the answer.
      (client as Client).connection.stream.destroy();
    }, waitMs);
  });
  const answer = client.query('select 1');
  try {
    await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => {});
  }
}
