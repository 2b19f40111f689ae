import type { Tx } from '../../db/tx.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';
import type { Member } from '../../records/user.ts';

export type BulkActionRow = Awaited<ReturnType<typeof readBulkAction>>;

/** A page of the user's bulk actions, newest first, and their number. */
export async function listBulkActions(
  tx: Tx,
  asker: Member,
  page: Rows,
): Promise<{ rows: BulkActionRow[]; count: number }> {
  const [rows, counted] = await tx.together((tx) => [
    paged(ofUser(tx, asker).orderBy('id', 'desc'), page).execute(),
    tx.db
      .selectFrom('bulk_actions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('account_id', '=', asker.accountId)
      .where('user_id', '=', asker.userId)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, count: Number(counted.count) };
}

/** The bulk action with this id that the user asked for; undefined when there is none. */
export function findBulkAction(tx: Tx, asker: Member, id: number): Promise<BulkActionRow | undefined> {
  return ofUser(tx, asker).where('id', '=', id).executeTakeFirst();
}

/** The bulk action with this id, which must exist. */
export function readBulkAction(tx: Tx, id: number) {
  return selectBulkActions(tx).where('id', '=', id).executeTakeFirstOrThrow();
}

function ofUser(tx: Tx, { accountId, userId }: Member) {
  return selectBulkActions(tx).where('account_id', '=', accountId).where('user_id', '=', userId);
}

/** Without the task, which may have thousands of ids. */
function selectBulkActions(tx: Tx) {
  return tx.db
    .selectFrom('bulk_actions')
    .select([
      'id',
      'type',
      'status',
      'total',
      'done_count as doneCount',
      'failed_count as failedCount',
      'errors',
      'created_at as createdAt',
      'finished_at as finishedAt',
    ]);
}
