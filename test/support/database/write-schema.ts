/**
 * Writes the schema that an empty SQLite database gets, after migrations were added:
 *   npm run schema
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQLITE_SCHEMA } from '../../../src/db/migrations/sqlite/create-schema.ts';
import { describeSchema } from './describe-schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-schema-'));
try {
  const text = await describeSchema(join(folder, 'parley.db'));
  writeFileSync(SQLITE_SCHEMA, text);
  console.log(`${SQLITE_SCHEMA}: ${text.split('\n\n').length} statements`);
} finally {
  rmSync(folder, { recursive: true });
}
