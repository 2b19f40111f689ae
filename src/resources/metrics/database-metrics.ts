import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import { databaseFile } from '../../app.ts';
import type { Tx } from '../../db/tx.ts';
import { SECOND } from '../../time.ts';
import { type Metric, single } from './metrics-text.ts';
import { readWork, type Waiting, type Work } from './read-work.ts';

/** How long the database may take: the metrics of the process are wanted above all when it is slow. */
const MOST_MS = 2 * SECOND;

/** The metrics of the database; only its failure to answer, after two seconds. */
export async function databaseMetrics(app: App, now: Date): Promise<Metric[]> {
  const help = 'Whether the database answers.';
  try {
    const [bytes, work] = await inTime(Promise.all([sizeOf(app), readWork(app.tx(), now)]));
    return [
      single('gauge', 'parley_database_up', help, 1),
      single('gauge', 'parley_database_size_bytes', 'The database on its disk.', bytes),
      ...workMetrics(work, now),
    ];
  } catch (error) {
    app.log.warn({ error: String(error) }, 'metrics lack those of the database');
    return [single('gauge', 'parley_database_up', help, 0)];
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database does not answer')), MOST_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function sizeOf(app: App): Promise<number> {
  if (app.config.database.url) return postgresSize(app.tx());
  const file = databaseFile(app.config);
  const sizes = await Promise.all([file, `${file}-wal`].map((path) => stat(path).catch(() => null)));
  return sizes.reduce((sum, found) => sum + (found?.size ?? 0), 0);
}

async function postgresSize(tx: Tx): Promise<number> {
  const { rows } = await sql<{ bytes: number | string }>`
    select pg_database_size(current_database()) as bytes`.execute(tx.db);
  return Number(rows[0]?.bytes ?? 0);
}

function workMetrics({ jobs, deliveries, sendings, received, failingMailboxes }: Work, now: Date): Metric[] {
  const age = ({ oldest }: Waiting) => (oldest ? Math.max(0, now.getTime() - oldest.getTime()) / SECOND : 0);
  const byState = (states: Record<string, number>) =>
    Object.entries(states).map(([state, value]) => ({ labels: { state }, value }));
  const due = 'due = waits to be done, running, later = waits for its time';
  return [
    {
      name: 'parley_jobs',
      help: `Jobs: ${due}, dead = given up. Of each kind, 1,000 stands for more.`,
      type: 'gauge',
      samples: byState({ due: jobs.due.count, running: jobs.running, later: jobs.later, dead: jobs.dead }),
    },
    single('gauge', 'parley_jobs_oldest_due_seconds', 'For how long a job has been due.', age(jobs.due)),
    {
      name: 'parley_deliveries',
      help: `Conversations and contacts with an event to deliver to a receiver: ${due}. 1,000 in all stand for more.`,
      type: 'gauge',
      samples: byState({ due: deliveries.due.count, running: deliveries.running, later: deliveries.later }),
    },
    single(
      'gauge',
      'parley_deliveries_oldest_due_seconds',
      'For how long a delivery has been due.',
      age(deliveries.due),
    ),
    single(
      'gauge',
      'parley_sendings_queued',
      'Messages that wait for their provider; 1,000 stands for more.',
      sendings.count,
    ),
    single(
      'gauge',
      'parley_sendings_oldest_seconds',
      'For how long a message has waited for its provider.',
      age(sendings),
    ),
    single(
      'gauge',
      'parley_received_waiting',
      'What providers told and is not handled yet; 1,000 stands for more.',
      received.count,
    ),
    single('gauge', 'parley_received_oldest_seconds', 'For how long it has waited.', age(received)),
    single(
      'gauge',
      'parley_mailboxes_failing',
      'Mailboxes that could not be read at the last attempt.',
      failingMailboxes,
    ),
  ];
}
