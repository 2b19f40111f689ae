import { AsyncLocalStorage } from 'node:async_hooks';
import type { Orm } from './db/orm.ts';
import { isPostgres } from './db/dialect.ts';

/** The PostgreSQL channel on which processes tell each other of new events. */
export const EVENTS_CHANNEL = 'parley_events';
/** Commits that come together ring once. */
const COALESCE_MS = 20;
/** Pause before a broken connection is made again. */
const RECONNECT_MS = 1000;

/** Says that something may have been committed; what it was, each listener looks up for itself. */
export type Bus = {
  ring(): void;
  /** Calls `listener` soon after each ring. Returns what ends that. */
  onRing(listener: () => void): () => void;
  /** Rings also for the commits of other processes on the same PostgreSQL; on SQLite there are none to hear. */
  listen(orm: Orm): Promise<void>;
  close(): Promise<void>;
};

export function openBus(): Bus {
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let stopListening = async () => {};
  // Whoever rings does so from inside its transaction; what is rung for must not go on there, or each round would hold on
  // to the one before it, for ever.
  const outside = AsyncLocalStorage.snapshot();

  return {
    ring() {
      if (listeners.size === 0) return;
      timer ??= outside(() =>
        setTimeout(() => {
          timer = undefined;
          for (const listener of listeners) listener();
        }, COALESCE_MS),
      );
    },
    onRing(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async listen(orm) {
      if (isPostgres(orm.em)) stopListening = await hearPostgres(orm, () => this.ring());
    },
    async close() {
      clearTimeout(timer);
      listeners.clear();
      await stopListening();
    },
  };
}

/** One connection of its own, made again when it breaks; what was missed meanwhile is rung for at once. */
async function hearPostgres(orm: Orm, ring: () => void): Promise<() => Promise<void>> {
  const { default: pg } = await import('pg');
  let client: InstanceType<typeof pg.Client>;
  let closed = false;

  async function connect(): Promise<void> {
    client = new pg.Client({ connectionString: orm.config.get('clientUrl') });
    client.on('notification', ring);
    // Every error ends the connection, and "end" is heard below.
    client.on('error', () => {});
    client.on('end', () => void again());
    await client.connect();
    await client.query(`listen ${EVENTS_CHANNEL}`);
  }

  async function again(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS).unref());
    if (closed) return;
    await connect().then(ring, () => {});
  }

  await connect();
  return async () => {
    closed = true;
    await client.end();
  };
}
