import type { InferKyselyTable } from '@mikro-orm/sql';
import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { entities } from '../entities/all.ts';
import type { OwnDialect } from './drivers/transaction-driver.ts';
import type { LastingFault } from './faults.ts';
import type { KeptRows } from './kept/kept-rows.ts';
import type { VersionedTexts } from './kept/versioned-texts.ts';
import type { WatchedTexts } from './kept/watched-texts.ts';
import type { Installation } from './installation.ts';

/**
 * The tables in Kysely's types, derived from the entities: one by one, because `InferKyselyDB` looks through all of them for
 * each, which is more than TypeScript does for so many.
 */
export type Tables = { [E in (typeof entities)[number] as E['tableName']]: InferKyselyTable<E> };
/** Kysely without methods that need their own connection, which `Tx` has instead. */
export type Db = Omit<Kysely<Tables>, 'connection' | 'startTransaction' | 'transaction'>;

/** Runs one statement. */
export type Execute = <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>;

/** The open database. */
export type Database = {
  dialect: OwnDialect;
  installation: Installation;
  /** False on SQLite. */
  isPostgres: boolean;
  /** Runs one statement outside of any transaction. */
  execute: Execute;
  /** The same for a statement that may take long, without keeping others waiting; the same function where there is no need. */
  executeAside: Execute;
  /** The texts that lists are made of, on SQLite or on PostgreSQL; null = none are kept. */
  texts: WatchedTexts | VersionedTexts | null;
  /** What queries gave whose rows are remembered; null = none are. */
  rows: KeptRows | null;
  /** Why this process may not write any more, as `Standing` has found; null = it may. */
  refusal: { fault: LastingFault | null };
  /** Called after each commit, with what is told of it (`Tx.tellAfterCommit`). */
  onCommit(told: readonly string[]): void;
};
