import { Command } from 'commander';
import { VERSION, commit } from '../version.ts';
import { answer } from './answer.ts';

const EXAMPLES = `
The schema is the newest migration that this version has; "parley migrate --status" lists those that the database has.

Examples:
  $ parley version
  $ parley version --json`;

export const version = new Command('version')
  .description('Print the version, the commit that it was built from, and the schema of its database.')
  .addHelpText('after', EXAMPLES)
  .action(async (_options: object, command: Command) => {
    const document = { version: VERSION, commit: commit(), schema: await schema(), node: process.versions.node };
    const from = document.commit ? `commit ${document.commit.slice(0, 12)}` : 'of an unknown commit';
    answer(command, document, `parley ${VERSION}, ${from}, schema ${document.schema}`);
  });

/** The newest migration, on either kind of database. */
async function schema(): Promise<string | undefined> {
  const { sqliteMigrations } = await import('../db/migrations/sqlite/all.ts');
  const { postgresMigrations } = await import('../db/migrations/postgresql/all.ts');
  const names = [...sqliteMigrations, ...postgresMigrations].map(({ name }) => name);
  return names.toSorted().at(-1);
}
