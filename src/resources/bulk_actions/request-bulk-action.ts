import type { Tx } from '../../db/tx.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { BulkTask, BulkType } from '../../entities/bulk-action.ts';
import { enqueue } from '../../queue.ts';
import type { Actor } from '../../records/actor.ts';
import { type BulkActionRow, readBulkAction } from './queries.ts';

/** A task without what the request itself says. */
export type NewBulkAction = {
  type: BulkType;
  task: Omit<BulkTask, 'tokenId' | 'answeredDeliveryId'>;
  /** How many there are to do. */
  total: number;
};

/** Writes down what `actor`, a user, asks for, and queues the job that does it. */
export function requestBulkAction(
  tx: Tx,
  accountId: number,
  { type, task, total }: NewBulkAction,
  actor: Actor,
  now: Date,
): Promise<BulkActionRow> {
  const { tokenId, answeredDeliveryId } = actor;
  return inTransaction(tx, async (tx) => {
    const { id } = await tx.db
      .insertInto('bulk_actions')
      .values({
        account_id: accountId,
        user_id: actor.id,
        type,
        task: json({ ...task, tokenId, answeredDeliveryId }),
        total,
        errors: json([]),
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await enqueue(tx, { kind: 'run_bulk_action', accountId, payload: { bulk_action_id: id } }, now);
    return readBulkAction(tx, id);
  });
}
