/**
 * Writes the migrations that make the schema match the entities again, for both databases:
 *   npm run migration -- add-labels
 * Read the new files before you commit them, and add them to all.ts in their folders; then run `npm run schema`.
 */
import { writeFileSync } from 'node:fs';
import pg from 'pg';
import { entities } from '../../../src/entities/all.ts';
import { type DatabaseSettings, openOrm } from '../../../src/db/orm.ts';
import { EMPTY_INSTALLATION } from './empty-installation.ts';
import { startPostgres } from './postgres.ts';

const name = process.argv[2];
if (!name) throw new Error('give the migration a name: npm run migration -- add-labels');
const stamp = new Date().toISOString().slice(0, 16).replaceAll(/\D/g, '');
const postgres = await startPostgres();

try {
  await write('sqlite', { file: ':memory:' });
  await write('postgresql', { url: await freshDatabase(), poolSize: 1 });
} finally {
  await postgres.stop();
}

async function write(folder: string, settings: DatabaseSettings): Promise<void> {
  const orm = await openOrm(settings, EMPTY_INSTALLATION, { entities: [...entities] });
  await orm.migrator.up();
  const { up } = await orm.schema.getUpdateSchemaMigrationSQL({ wrap: false });
  await orm.close(true);

  const statements = up
    .split(/;\n+/)
    .map((statement) => statement.trim())
    .filter(Boolean)
    .map((statement) => `    this.addSql(${JSON.stringify(statement)});`);
  const path = `src/db/migrations/${folder}/${stamp}-${name}.ts`;
  const className = `Migration${stamp}`;
  writeFileSync(
    path,
    `import { Migration } from '@mikro-orm/migrations';\n\n/** ${name} */\nexport class ${className} extends Migration {\n  override up(): void {\n${statements.join('\n')}\n  }\n}\n`,
  );
  console.log(`${path}: ${statements.length} statements`);
}

async function freshDatabase(): Promise<string> {
  const client = new pg.Client(`${postgres.url}/postgres`);
  await client.connect();
  const database = `migration_${Date.now()}`;
  await client.query(`create database ${database}`);
  await client.end();
  return `${postgres.url}/${database}`;
}
