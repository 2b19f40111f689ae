import { existsSync } from 'node:fs';
import { sqliteTemplate } from '../database.ts';
import { makeTables, useOwnFolder } from './test-run.ts';

/** Prepares a run of suites on SQLite, and of those that run once: a migrated file for them to copy. */
export default async function setUp(): Promise<void> {
  useOwnFolder();
  if (!existsSync(sqliteTemplate())) await makeTables({ file: sqliteTemplate() });
}
