import type { Tx } from '../../db/tx.ts';
import type { BulkTask } from '../../entities/bulk-action.ts';
import { invalidField } from '../../errors.ts';
import type { Actor } from '../../records/actor.ts';
import { inZone } from '../../filters/zone.ts';
import { countMatching } from './matching.ts';
import type { BulkActionBody } from './schema.ts';

/** The items of a bulk action as its task stores them, and their number. */
export type ItemsInRequest = {
  named: Pick<BulkTask, 'ids' | 'conditions' | 'conversationType' | 'lastKey'>;
  total: number;
};

/**
 * The items of a request: each id once, or the items visible to `actor` that meet the conditions now.
 * @throws AppError `invalid` when it names nothing, and for conditions as `countMatching`
 */
export async function itemsIn(
  tx: Tx,
  accountId: number,
  { type, ids, payload, timezone, conversation_type: conversationType }: BulkActionBody,
  actor: Actor,
  now: Date,
): Promise<ItemsInRequest> {
  if (ids?.length) {
    const distinct = [...new Set(ids)];
    return { named: { ids: distinct, conditions: [], lastKey: 0 }, total: distinct.length };
  }
  if (!payload?.length) throw invalidField('ids', 'or payload must be given, and not empty');
  const conditions = inZone(payload, timezone);
  const limit = conversationType && { conversationType };
  const { count, lastKey } = await countMatching(tx, { accountId, type, conditions, ...limit, actor }, now);
  return { named: { ids: null, conditions, ...limit, lastKey }, total: count };
}
