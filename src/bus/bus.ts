import { AsyncLocalStorage } from 'node:async_hooks';
import type { Orm } from '../db/orm.ts';
import { openTx } from '../db/tx.ts';
import { listenToPostgres, type PostgresListener } from './listen-to-postgres.ts';

/** Commits within this time are notified of together. */
const COALESCE_MS = 20;

/** A listener of `onTold`. */
type ToldListener = {
  /** Texts told by commits, each once, in the order of the commits and, in a transaction, in the order of telling. */
  hear(texts: readonly string[]): void;
  /** Something may have been told that could not be heard. */
  miss(): void;
};

/** Signals possible commits. Listeners look up the changes themselves, or get them as told texts. */
export type Bus = {
  /** Signals a possible commit, with the texts `told` about it. */
  notify(told?: readonly string[]): void;
  /**
   * Signals a commit of this process with its texts (`Tx.tellAfterCommit`), unless PostgreSQL's notifications do the same.
   */
  noteCommit(told: readonly string[]): void;
  /** Calls `listener` 20 ms after `notify`, once for all calls in that time. Returns a function that ends it. */
  onNotify(listener: () => void): () => void;
  /** Calls the listener at once with what is told, in any process on the same PostgreSQL. Returns a function that ends it. */
  onTold(listener: ToldListener): () => void;
  /**
   * Notifies also of the commits of other processes on the same PostgreSQL, until `close`; SQLite has one process. `url` is
   * the address to listen at.
   * @throws Error when PostgreSQL cannot be reached there
   */
  listen(orm: Orm, url: string): Promise<void>;
  /**
   * False = PostgreSQL has answered `listen`, and notifications do not arrive, as behind a pooler that gives each transaction
   * another connection. `onTold` then tells of the transactions of this process alone, without their events.
   */
  readonly isReceiving: boolean;
  /** Calls the listener each time that `isReceiving` changes. Returns a function that ends it. */
  onReceiving(listener: (isReceiving: boolean) => void): () => void;
  /** Forgets the listeners, and closes the connection of `listen`. */
  close(): Promise<void>;
};

export function openBus(): Bus {
  const listeners = new Set<() => void>();
  const toldListeners = new Set<ToldListener>();
  const receivingListeners = new Set<(isReceiving: boolean) => void>();
  let timer: NodeJS.Timeout | undefined;
  /** Null = on SQLite, or before `listen`: commits of this process are told by themselves. */
  let postgres: PostgresListener | null = null;
  // `notify` is called in the async context of a transaction. Listeners run outside of it: otherwise each run would keep
  // the context of the one before it in memory.
  const outside = AsyncLocalStorage.snapshot();

  const hear = (told: readonly string[]) => outside(() => toldListeners.forEach((listener) => listener.hear(told)));

  return {
    notify(told = []) {
      if (told.length > 0) hear(told);
      if (listeners.size === 0) return;
      timer ??= outside(() =>
        setTimeout(() => {
          timer = undefined;
          for (const listener of listeners) listener();
        }, COALESCE_MS),
      );
    },
    noteCommit(told) {
      this.notify(postgres?.isReceiving === true ? [] : told);
    },
    onNotify(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onTold(listener) {
      toldListeners.add(listener);
      return () => toldListeners.delete(listener);
    },
    async listen(orm, url) {
      if (!openTx(orm).isPostgres) return;
      postgres = await listenToPostgres(orm, url, {
        hear: (text) => {
          hear([text]);
          this.notify();
        },
        miss: () => {
          toldListeners.forEach((listener) => listener.miss());
          this.notify();
        },
        receiving: (isReceiving) => receivingListeners.forEach((listener) => listener(isReceiving)),
      });
    },
    get isReceiving() {
      return postgres?.isReceiving !== false;
    },
    onReceiving(listener) {
      receivingListeners.add(listener);
      return () => receivingListeners.delete(listener);
    },
    async close() {
      clearTimeout(timer);
      listeners.clear();
      toldListeners.clear();
      receivingListeners.clear();
      await postgres?.close();
    },
  };
}
