import { sqliteTemplate } from '../database.ts';
import { makeTables, useOwnFolder } from './test-run.ts';

/** What suites need that run on SQLite. */
export default async function setUp(): Promise<void> {
  useOwnFolder();
  await makeTables({ file: sqliteTemplate() });
}
