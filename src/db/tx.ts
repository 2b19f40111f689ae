import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Installation } from './installation.ts';
import type { Db, Orm } from './orm.ts';

/**
 * What commands and queries work with: the database, inside of a transaction or outside of any, and what there is to know
 * of the installation that it belongs to.
 */
export class Tx {
  readonly installation: Installation;
  /** False on SQLite. */
  readonly isPostgres: boolean;
  readonly #em: SqlEntityManager;

  constructor(em: SqlEntityManager, installation: Installation) {
    this.#em = em;
    this.installation = installation;
    this.isPostgres = em.getPlatform().supportsSchemas();
  }

  /** Kysely on this connection. */
  get db(): Db {
    return this.#em.getKysely() as unknown as Db;
  }

  get isInTransaction(): boolean {
    return this.#em.isInTransaction();
  }

  /** Runs `work` once in a transaction, or in a savepoint of this one; `inTransaction` also repeats it after conflicts. */
  transactional<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#em.transactional((em) => work(new Tx(em, this.installation)));
  }

  /** The same database outside of this transaction. On SQLite nobody gets to it before the transaction has ended. */
  fork(): Tx {
    return new Tx(this.#em.fork(), this.installation);
  }
}

/** The database outside of any transaction. */
export function openTx(orm: Orm): Tx {
  return new Tx(orm.em.fork(), orm.installation);
}
