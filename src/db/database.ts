import type { InferKyselyDB } from '@mikro-orm/sql';
import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { entities } from '../entities/all.ts';
import type { OwnDialect } from './drivers/transaction-driver.ts';
import type { KeptRows } from './kept/kept-rows.ts';
import type { KeptTexts } from './kept/kept-texts.ts';
import type { VersionedTexts } from './kept/versioned-texts.ts';
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
  /** Runs one statement outside of any transaction. */
  execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>>;
  /** The same for a read that may take long, without keeping others waiting; the same function where there is no need. */
  executeAside<Row>(query: CompiledQuery): Promise<QueryResult<Row>>;
  /** The texts that lists are made of on SQLite; null = none are kept. */
  texts: KeptTexts | null;
  /** The same on PostgreSQL. */
  versioned: VersionedTexts | null;
  /** What queries gave whose rows are remembered; null = none are. */
  rows: KeptRows | null;
  /** Called after each commit. */
  onCommit(): void;
};
