import pg from 'pg';
import { isOfNames } from './named-statements.ts';

const NAME = 'parley_name_check';
/** How long each step may take: a pooler may have a single connection. */
const STEP_MS = 2000;

/**
 * Whether statements that were prepared by name at `url` are known later. Behind a pooler that gives each transaction
 * another connection, the name is used after another client has begun a transaction, on the connection that was free.
 * @throws Error when PostgreSQL cannot be reached
 */
export async function knowsNames(url: string): Promise<boolean> {
  const [client, other] = [clientOf(url), clientOf(url)];
  try {
    await client.connect();
    await other.connect();
    await client.query({ name: NAME, text: 'select 1' });
    await other.query('begin').catch(() => {});
    await client.query({ name: NAME, text: 'select 1' });
    return true;
  } catch (error) {
    if (isOfNames(error)) return false;
    throw error;
  } finally {
    await Promise.allSettled([client.end(), other.end()]);
  }
}

function clientOf(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: STEP_MS, query_timeout: STEP_MS });
  client.on('error', () => {});
  return client;
}
