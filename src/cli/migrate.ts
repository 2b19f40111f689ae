import { Command } from 'commander';
import type { App } from '../app.ts';
import { copiesFolder } from '../backup/folders.ts';
import { answer } from './answer.ts';
import { runWithApp, quietLog } from './open.ts';
import { configOf } from './options.ts';

const EXAMPLES = `
"parley serve" does this at its start; several servers on one PostgreSQL may. A SQLite file with data is first copied to the folder
"backups" of the data directory.

Examples:
  $ parley migrate --status
  $ parley migrate --dry-run --json
  $ parley migrate`;

/** Migrations by name, in the order of application. */
type Outcome = { applied: string[]; pending: string[] };

export const migrate = new Command('migrate')
  .description("Bring the database's schema up to date.")
  .option('--status', 'list the migrations that the database has and lacks; change nothing')
  .option('--dry-run', 'list the migrations that would be applied; change nothing')
  .addHelpText('after', EXAMPLES)
  .action(async (options: { status?: boolean; dryRun?: boolean }, command: Command) => {
    const config = await configOf(command);
    const outcome = await runWithApp(config, await quietLog(), (app) =>
      options.status || options.dryRun ? look(app, options) : apply(app),
    );
    answer(command, outcome, inWords(outcome, options));
  });

async function look({ orm }: App, { status }: { status?: boolean }): Promise<Outcome> {
  const { migrationState, refuseNewer } = await import('../db/migrate.ts');
  const state = await migrationState(orm);
  refuseNewer(state);
  return { applied: status ? state.applied : [], pending: state.pending };
}

async function apply({ config, orm }: App): Promise<Outcome> {
  const { migrate } = await import('../db/migrate.ts');
  return { applied: await migrate(orm, copiesFolder(config.data_dir), new Date()), pending: [] };
}

function inWords({ applied, pending }: Outcome, { status, dryRun }: { status?: boolean; dryRun?: boolean }): string {
  if (status) {
    return [...applied.map((name) => `applied  ${name}`), ...pending.map((name) => `pending  ${name}`)].join('\n');
  }
  if (applied.length === 0 && pending.length === 0) return 'Nothing to do: the schema is up to date.';
  return (dryRun ? pending : applied).map((name) => `${dryRun ? 'would apply' : 'applied'} ${name}`).join('\n');
}
