import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type SqlBool } from 'kysely';
import type { App } from '../../app.ts';
import type { Tx } from '../../db/tx.ts';
import { deleteAccount } from '../../jobs/deletions/delete-account.ts';
import { startJobRunner } from '../../jobs/queue/run-jobs.ts';
import { removeFiles } from '../../jobs/remove-files.ts';
import { SECOND } from '../../time.ts';
import { Failure } from '../failure.ts';

const LOOK_EVERY_MS = SECOND / 10;

/** The kinds of jobs that remove an account's data. */
const HANDLERS = { delete_account: deleteAccount, remove_files: removeFiles };

/**
 * Removes the data of an account that was deleted at `begun`, and waits until its rows and files are gone. A running server may
 * do some of the jobs.
 * @throws Failure when the data cannot be removed now
 */
export async function awaitRemoval(app: App, accountId: number, begun: Date): Promise<void> {
  const runner = startJobRunner(app, HANDLERS);
  try {
    for (;;) {
      const left = await jobsLeft(app.tx(), accountId, begun);
      const stopped = left.find(({ error }) => error !== null);
      if (stopped) throw stays(accountId, stopped);
      if (left.length === 0) return;
      runner.wake();
      await sleep(LOOK_EVERY_MS);
    }
  } finally {
    await runner.stop();
  }
}

/** The jobs that are not done, of those that removing the account has queued since `begun`. */
function jobsLeft(tx: Tx, accountId: number, begun: Date) {
  return tx.db
    .selectFrom('jobs')
    .select(['kind', 'last_error as error'])
    .where('kind', 'in', Object.keys(HANDLERS))
    .where('status', '!=', 'done')
    .where('created_at', '>=', begun)
    .where(sql<SqlBool>`cast(payload ->> 'account_id' as integer) = ${accountId}`)
    .execute();
}

function stays(accountId: number, { error }: { error: string | null }): Failure {
  return new Failure(
    `nobody has access to account ${accountId} any more, but not all of it could be removed (${error}): ` +
      'the server tries again, and "parley jobs list" shows how it goes',
  );
}
