import { Command } from 'commander';
import type { App } from '../app.ts';
import { answer } from './answer.ts';
import { runWithApp, quietLog } from './open.ts';
import { configOf } from './options.ts';

const EXAMPLES = `
"parley serve" does this at its start; several servers on one PostgreSQL may. A database with data is first copied to the folder
"backups" of the data directory, and the last seven copies are kept there; "parley restore" takes them back.

Examples:
  $ parley migrate --status
  $ parley migrate --dry-run --json
  $ parley migrate`;

/** Migrations by name, in the order of application. */
type Outcome = { applied: string[]; pending: string[]; copy?: string };

type Options = { status?: boolean; dryRun?: boolean; copy: boolean };

export const migrate = new Command('migrate')
  .description("Bring the database's schema up to date.")
  .option('--status', 'list the migrations that the database has and lacks; change nothing')
  .option('--dry-run', 'list the migrations that would be applied; change nothing')
  .option('--no-copy', 'make no copy of the database first, where there is a backup of it')
  .addHelpText('after', EXAMPLES)
  .action(async (options: Options, command: Command) => {
    const config = await configOf(command);
    const outcome = await runWithApp(config, await quietLog(), (app) =>
      options.status || options.dryRun ? look(app, options) : apply(app, options),
    );
    answer(command, outcome, inWords(outcome, options));
  });

async function look({ orm }: App, { status }: Options): Promise<Outcome> {
  const { migrationState, refuseNewer } = await import('../db/migrate.ts');
  const state = await migrationState(orm);
  refuseNewer(state);
  return { applied: status ? state.applied : [], pending: state.pending };
}

async function apply(app: App, { copy: wantsCopy }: Options): Promise<Outcome> {
  const { migrateWithCopy } = await import('../backup/migrate-with-copy.ts');
  const { refuseOrphanedFiles } = await import('./refuse-orphaned-files.ts');
  const beforeFirst = () => refuseOrphanedFiles(app.config.data_dir);
  const { applied, copy } = await migrateWithCopy(app, new Date(), { wantsCopy, beforeFirst });
  return { applied, pending: [], ...(copy !== null && { copy }) };
}

function inWords({ applied, pending, copy }: Outcome, { status, dryRun }: Options): string {
  if (status) {
    return [...applied.map((name) => `applied  ${name}`), ...pending.map((name) => `pending  ${name}`)].join('\n');
  }
  if (applied.length === 0 && pending.length === 0 && !copy) return 'Nothing to do: the schema is up to date.';
  const lines = (dryRun ? pending : applied).map((name) => `${dryRun ? 'would apply' : 'applied'} ${name}`);
  return [...(copy ? [`copied the database to ${copy}`] : []), ...lines].join('\n');
}
