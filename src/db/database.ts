import type { InferKyselyDB } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { entities } from '../entities/all.ts';
import type { OwnDialect } from './drivers/transaction-driver.ts';
import type { Installation } from './installation.ts';

/** The tables in Kysely's types, derived from the entities. */
export type Tables = InferKyselyDB<(typeof entities)[number]>;
export type Db = Kysely<Tables>;

/** The open database. */
export type Database = {
  dialect: OwnDialect;
  /** Kysely outside of any transaction. */
  db: Db;
  installation: Installation;
  /** False on SQLite. */
  isPostgres: boolean;
  /** Called after each commit. */
  onCommit(): void;
};
