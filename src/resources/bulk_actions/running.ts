import type { Tx } from '../../db/tx.ts';
import { json, withRowLock } from '../../db/dialect.ts';
import type { BulkError } from '../../entities/bulk-action.ts';
import { DAY } from '../../time.ts';

/** How long bulk actions are kept after their end. */
const KEPT_MS = 30 * DAY;
/** Most errors stored with a bulk action. */
const MOST_ERRORS = 100;

export type RunningBulkAction = NonNullable<Awaited<ReturnType<typeof findRunning>>>;

/** The bulk action with this id, with its task and how far it is; undefined = it has ended, or does not exist. */
export function findRunning(tx: Tx, id: number) {
  return tx.db
    .selectFrom('bulk_actions')
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .select([
      'id',
      'account_id as accountId',
      'user_id as userId',
      'type',
      'task',
      'position',
      'step',
      'created_at as createdAt',
    ])
    .executeTakeFirst();
}

type State = NonNullable<Awaited<ReturnType<typeof lockRunning>>>;

/** How far the bulk action is, locked until the end of the transaction: without its task, which may be long. */
export function lockRunning(tx: Tx, id: number) {
  const query = tx.db
    .selectFrom('bulk_actions')
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .select([
      'id',
      'position',
      'step',
      'has_failed as hasFailed',
      'done_count as doneCount',
      'failed_count as failedCount',
      'errors',
    ]);
  return withRowLock(tx, query).executeTakeFirst();
}

/** How far the locked bulk action is after a step. */
export type Progress = { place: number; step: number; isDone: boolean; error: BulkError | null };

/** Writes down how far it is. */
export async function noteProgress(tx: Tx, bulk: State, { place, step, isDone, error }: Progress): Promise<void> {
  const hasFailed = error !== null || (bulk.step > 0 && bulk.hasFailed);
  const errors = error === null || bulk.errors.length >= MOST_ERRORS ? bulk.errors : [...bulk.errors, error];
  await tx.db
    .updateTable('bulk_actions')
    .set({
      status: 'running',
      position: place,
      step: isDone ? 0 : step,
      has_failed: isDone ? false : hasFailed,
      done_count: bulk.doneCount + (isDone ? 1 : 0),
      failed_count: bulk.failedCount + (isDone && hasFailed ? 1 : 0),
      errors: json(errors),
    })
    .where('id', '=', bulk.id)
    .execute();
}

/** Ends it: all is done, or `stoppedBy` keeps the rest from being done. */
export async function endBulkAction(tx: Tx, id: number, stoppedBy: BulkError | null, now: Date): Promise<void> {
  const bulk = await lockRunning(tx, id);
  if (!bulk) return;
  const errors = stoppedBy === null ? bulk.errors : [...bulk.errors, stoppedBy];
  await tx.db
    .updateTable('bulk_actions')
    .set({ status: stoppedBy === null ? 'done' : 'stopped', finished_at: now, errors: json(errors) })
    .where('id', '=', id)
    .execute();
}

/** Deletes those that ended a month before `now`. */
export async function deleteOldBulkActions(tx: Tx, now: Date): Promise<void> {
  await tx.db
    .deleteFrom('bulk_actions')
    .where('finished_at', '<', new Date(now.getTime() - KEPT_MS))
    .execute();
}
