import { openTx } from './db/tx.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Orm } from './db/orm.ts';

/** The PostgreSQL channel on which processes tell each other of new events. */
export const EVENTS_CHANNEL = 'parley_events';
/** Commits within this time are notified of together. */
const COALESCE_MS = 20;
/** Idle time after which TCP keep-alive probes the server's machine; the system gives up ten seconds later. */
const SILENCE_MS = 5000;
/** Pause before a broken connection is made again. */
const RECONNECT_MS = 1000;
/** How long the server may take to connect, and to listen. */
const CONNECT_MS = 5000;

/** What listeners of `onTold` get. */
type ToldListener = {
  /** What commits tell, each once, in the order of the commits and, in a transaction, in the order of telling. */
  hear(texts: readonly string[]): void;
  /** Something may have been told that could not be heard. */
  miss(): void;
};

/** Says that something may have been committed; each listener looks up what it was, unless it is told. */
export type Bus = {
  /** `told` is what a transaction of this process tells (`Tx.tellAfterCommit`). */
  notify(told?: readonly string[]): void;
  /** Calls `listener` 20 ms after `notify`, once for all calls in that time. Returns a function that ends it. */
  onNotify(listener: () => void): () => void;
  /** Calls the listener at once with what is told, in any process on the same PostgreSQL. Returns a function that ends it. */
  onTold(listener: ToldListener): () => void;
  /**
   * Notifies also of the commits of other processes on the same PostgreSQL, until `close`; SQLite has one process.
   * @throws Error when PostgreSQL cannot be reached
   */
  listen(orm: Orm): Promise<void>;
  /** Forgets the listeners, and closes the connection of `listen`. */
  close(): Promise<void>;
};

export function openBus(): Bus {
  const listeners = new Set<() => void>();
  const toldListeners = new Set<ToldListener>();
  let timer: NodeJS.Timeout | undefined;
  let stopListening = async () => {};
  // `notify` is called in the async context of a transaction. Listeners run outside of it: otherwise each run would keep
  // the context of the one before it in memory.
  const outside = AsyncLocalStorage.snapshot();

  return {
    notify(told = []) {
      if (told.length > 0) outside(() => toldListeners.forEach((listener) => listener.hear(told)));
      if (listeners.size === 0) return;
      timer ??= outside(() =>
        setTimeout(() => {
          timer = undefined;
          for (const listener of listeners) listener();
        }, COALESCE_MS),
      );
    },
    onNotify(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onTold(listener) {
      toldListeners.add(listener);
      return () => toldListeners.delete(listener);
    },
    async listen(orm) {
      if (!openTx(orm).isPostgres) return;
      const miss = () => {
        toldListeners.forEach((listener) => listener.miss());
        this.notify();
      };
      stopListening = await hearPostgres(orm, { hear: (text) => this.notify([text]), miss });
    },
    async close() {
      clearTimeout(timer);
      listeners.clear();
      toldListeners.clear();
      await stopListening();
    },
  };
}

/** Listens on a connection of its own. When it breaks, it is made again, and says at once that something may have been missed. */
async function hearPostgres(
  orm: Orm,
  { hear, miss }: { hear(text: string): void; miss(): void },
): Promise<() => Promise<void>> {
  const { default: pg } = await import('pg');
  let client: InstanceType<typeof pg.Client>;
  let closed = false;

  async function connect(): Promise<void> {
    client = new pg.Client({
      connectionString: orm.config.get('clientUrl'),
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
      // It sends nothing, and would not see that the server's machine is gone.
      keepAlive: true,
      keepAliveInitialDelayMillis: SILENCE_MS,
    });
    client.on('notification', ({ payload = '' }) => hear(payload));
    // Every error ends the connection, and "end" is heard below.
    client.on('error', () => {});
    client.on('end', () => void again());
    await client.connect();
    await client.query(`listen ${EVENTS_CHANNEL}`);
  }

  async function again(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS).unref());
    if (closed) return;
    // Where it has connected and does not hear, its end makes it try again.
    await connect().then(miss, () => client.end().catch(() => {}));
  }

  async function close(): Promise<void> {
    closed = true;
    await client.end();
  }

  try {
    await connect();
  } catch (error) {
    await close();
    throw error;
  }
  return close;
}
