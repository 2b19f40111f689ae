import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Orm } from '../db/orm.ts';
import { openTx } from '../db/tx.ts';
import { MINUTE, SECOND } from '../time.ts';

/** The PostgreSQL channel on which processes tell each other of new events. */
export const EVENTS_CHANNEL = 'parley_events';
/** Idle time after which TCP keep-alive probes the server's machine; the system gives up ten seconds later. */
const SILENCE_MS = 5 * SECOND;
/** Pause before a broken connection is made again. */
const RECONNECT_MS = SECOND;
/** How long the server may take to connect, and to listen. */
const CONNECT_MS = 5 * SECOND;
/** How often this process notifies itself, and how long the notification may take. */
const TEST_EVERY_MS = MINUTE;
const TEST_MS = 2 * SECOND;
/** Begins the notifications to itself. */
const TEST = 'test ';

/** Called with what a connection to PostgreSQL receives. */
type Listeners = {
  /** A notification of any process. */
  hear(text: string): void;
  /** Notifications may have been lost. */
  miss(): void;
  /** Notifications do not arrive, or arrive again. */
  receiving(isReceiving: boolean): void;
};

export type PostgresListener = { readonly isReceiving: boolean; close(): Promise<void> };

/**
 * Listens at `url` on a connection of its own. When the connection breaks, it is made again. At the start, after each
 * connection and once a minute, the process notifies itself through the connections of `orm`: a pooler that gives each transaction
 * another connection answers LISTEN, and passes no notification on.
 * @throws Error when PostgreSQL cannot be reached at `url`
 */
export async function listenToPostgres(orm: Orm, url: string, listeners: Listeners): Promise<PostgresListener> {
  const { default: pg } = await import('pg');
  let client: InstanceType<typeof pg.Client>;
  let closed = false;
  let isReceiving = true;
  let test: { text: string; arrived(): void } | null = null;

  function receive(text: string): void {
    if (text === test?.text) test.arrived();
    else if (isReceiving && !text.startsWith(TEST)) listeners.hear(text);
  }

  async function connect(): Promise<void> {
    client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
      // It sends nothing, and would not see that the server's machine is gone.
      keepAlive: true,
      keepAliveInitialDelayMillis: SILENCE_MS,
    });
    client.on('notification', ({ payload = '' }) => receive(payload));
    // Every error ends the connection, and "end" is heard below.
    client.on('error', () => {});
    client.on('end', () => void again());
    await client.connect();
    await client.query(`listen ${EVENTS_CHANNEL}`);
  }

  async function again(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS).unref());
    if (closed) return;
    try {
      await connect();
    } catch {
      // A client that connected and does not receive is ended, which starts another attempt.
      return void client.end().catch(() => {});
    }
    listeners.miss();
    await notifyItself();
  }

  /** Tests whether notifications arrive; an unreachable database leaves the result open. */
  async function notifyItself(): Promise<void> {
    if (test !== null || closed) return;
    let timer: NodeJS.Timeout | undefined;
    const text = TEST + randomUUID();
    const arrival = new Promise<boolean>((resolve) => {
      test = { text, arrived: () => resolve(true) };
      timer = setTimeout(() => resolve(false), TEST_MS);
    });
    const on = client;
    try {
      await sql`select pg_notify(${EVENTS_CHANNEL}, ${text})`.execute(openTx(orm).db);
      const arrives = await arrival;
      if (!closed && client === on && arrives !== isReceiving) {
        isReceiving = arrives;
        listeners.receiving(isReceiving);
      }
    } catch {
      // It is tried again in a minute.
    } finally {
      clearTimeout(timer);
      test = null;
    }
  }

  async function close(): Promise<void> {
    closed = true;
    clearInterval(testing);
    await client.end();
  }

  const testing = setInterval(() => void notifyItself(), TEST_EVERY_MS).unref();
  try {
    await connect();
  } catch (error) {
    await close();
    throw error;
  }
  await notifyItself();
  return {
    get isReceiving() {
      return isReceiving;
    },
    close,
  };
}
