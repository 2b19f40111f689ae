import { Argument, Command, Option } from 'commander';
import type { JobRow } from '../jobs/queue/list-jobs.ts';
import { answer } from './answer.ts';
import { Failure, misuse } from './failure.ts';
import { withApp } from './open.ts';
import { recordId } from './options.ts';

const EXAMPLES = `
Examples:
  $ parley jobs list --status dead
  $ parley jobs retry 17
  $ parley jobs run auto-resolve`;

type ListOptions = { status?: 'pending' | 'done' | 'dead'; kind?: string; limit: number };

const list = new Command('list')
  .description('List slow work that is queued, under way, done or given up, the newest first.')
  .addOption(new Option('--status <status>', 'only jobs that are').choices(['pending', 'done', 'dead']))
  .option('--kind <kind>', 'only jobs of this kind, such as conversation_transcript')
  .option('--limit <number>', 'how many at most', recordId, 50)
  .addHelpText('after', '\nDone jobs are kept for a week, dead ones for a month.')
  .addHelpText('after', '\nExample:\n  $ parley jobs list --status dead --json')
  .action(async ({ limit, ...filter }: ListOptions, command: Command) => {
    await withApp(command, async (app) => {
      const { listJobs } = await import('../jobs/queue/list-jobs.ts');
      const jobs = await listJobs(app.tx(), filter, limit);
      const { iso } = await import('../time.ts');
      const documents = jobs.map((job) => document(job, iso));
      answer(command, documents, jobs.map((job) => inWords(job, iso)).join('\n') || 'There is no such job.');
    });
  });

const retry = new Command('retry')
  .description('Have jobs done now that were given up, or that wait for their next attempt.')
  .argument('[id...]', 'the numbers that the list shows', (id: string, ids: number[] = []) => [...ids, recordId(id)])
  .option('--all-dead', 'every job that was given up')
  .addHelpText('after', '\nExamples:\n  $ parley jobs retry 17 18\n  $ parley jobs retry --all-dead')
  .action(async (ids: number[], options: { allDead?: boolean }, command: Command) => {
    if ((ids.length === 0) === !options.allDead) {
      throw new Failure('name the jobs to retry by their numbers, or all that were given up with --all-dead', {
        exitCode: 2,
      });
    }
    await withApp(command, async (app) => {
      const { retryJobs } = await import('../jobs/queue/retry-jobs.ts');
      const retried = await retryJobs(app.tx(), options.allDead ? 'all dead' : ids, app.now());
      if (retried === 0 && !options.allDead) {
        throw new Failure(`no job ${ids.join(', ')} is to be done: "parley jobs list" shows which there are`);
      }
      answer(command, { retried }, `${retried} due now; the running server takes them up.`);
    });
  });

const run = new Command('run')
  .description('Do now, in this process, what the timetable does by itself.')
  .addArgument(new Argument('<name>', 'the name in the timetable'))
  .addHelpText('after', '\nExample:\n  $ parley jobs run auto-resolve')
  .action(async (name: string, _options: object, command: Command) => {
    const { timetable } = await import('../jobs/timetable.ts');
    const entry = Object.hasOwn(timetable, name) ? timetable[name] : undefined;
    if (!entry) {
      const names = Object.keys(timetable).join(', ');
      throw misuse(`there is no "${name}" in the timetable, which has ${names}`);
    }
    await withApp(
      command,
      async (app) => {
        await entry.run(app, app.now());
        answer(command, { name, done: true }, `${name} is done.`);
      },
      { audited: false },
    );
  });

export const jobs = new Command('jobs')
  .description('Look after slow work: mails, imports, exports, and what the timetable does.')
  .addHelpText('after', EXAMPLES)
  .addCommand(list)
  .addCommand(retry)
  .addCommand(run);

type Iso = (time: Date | null) => string | null;

function document(job: JobRow, iso: Iso) {
  return {
    id: job.id,
    kind: job.kind,
    account_id: job.accountId,
    status: job.status,
    attempts: job.attemptsCount,
    due_at: iso(job.dueAt),
    under_way_until: iso(job.leasedUntil),
    last_error: job.lastError,
    created_at: iso(job.createdAt),
    finished_at: iso(job.finishedAt),
  };
}

function inWords(job: JobRow, iso: Iso): string {
  const when =
    job.status === 'pending'
      ? job.leasedUntil
        ? 'under way'
        : `due ${iso(job.dueAt)}`
      : `${job.status} ${iso(job.finishedAt)}`;
  const tries = job.attemptsCount > 1 ? `, attempt ${job.attemptsCount}` : '';
  const error = job.lastError && job.status !== 'done' ? `: ${job.lastError.split('\n', 1)[0]}` : '';
  const account = job.accountId === null ? '' : ` (account ${job.accountId})`;
  return `${job.id}  ${job.kind}${account}  ${when}${tries}${error}`;
}
