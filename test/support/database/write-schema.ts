/**
 * Writes the schema that an empty SQLite database gets, after migrations were added:
 *   npm run schema
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCHEMA } from '../../../src/db/migrations/create-schema.ts';
import { describeSchema } from './describe-schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-schema-'));
try {
  writeFileSync(SCHEMA, await describeSchema(join(folder, 'parley.db')));
} finally {
  rmSync(folder, { recursive: true });
}
