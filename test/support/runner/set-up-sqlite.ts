import { existsSync } from 'node:fs';
import { sqliteTemplate } from '../database.ts';
import { makeTables, useOwnFolder } from './test-run.ts';

/** What suites need that run on SQLite, as those do that run once whatever they need of a database. */
export default async function setUp(): Promise<void> {
  useOwnFolder();
  if (!existsSync(sqliteTemplate())) await makeTables({ file: sqliteTemplate() });
}
