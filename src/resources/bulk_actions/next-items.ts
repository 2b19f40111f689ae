import type { Tx } from '../../db/tx.ts';
import { matchingKeys } from './matching.ts';
import type { Actor } from '../../records/actor.ts';
import type { RunningBulkAction } from './running.ts';

/** A conversation or contact of a bulk action. */
export type Item = {
  /** Its place: in the list of ids, from 1, or its row key. */
  place: number;
  /** The place of the one before it; 0 = it is the first. */
  previous: number;
  /** The number of the conversation, or the id of the contact. */
  id: number;
  /** How many actions on it have been done. */
  step: number;
};

/** Items that are read at once. */
const BATCH = 100;

/** The next items, at most `BATCH`, beginning with the one that was interrupted; none = all are done. */
export async function nextItems(tx: Tx, bulk: RunningBulkAction, actor: Actor): Promise<Item[]> {
  const { position, step, task } = bulk;
  const interrupted = step === 0 ? [] : await itemAt(tx, bulk);
  const following = task.ids === null ? await matching(tx, bulk, actor) : listed(task.ids, position);
  const items = [...interrupted, ...following.map((item) => ({ ...item, step: 0 }))];
  return items.map((item, index) => ({ ...item, previous: items[index - 1]?.place ?? (step === 0 ? position : 0) }));
}

function listed(ids: number[], position: number) {
  return ids.slice(position, position + BATCH).map((id, index) => ({ id, place: position + index + 1 }));
}

async function matching(tx: Tx, { accountId, type, task, position, createdAt }: RunningBulkAction, actor: Actor) {
  const match = { accountId, type, conditions: task.conditions, conversationType: task.conversationType, actor };
  const part = { after: position, last: task.lastKey, limit: BATCH };
  const keys = await matchingKeys(tx, match, part, createdAt);
  return keys.map(({ key, id }) => ({ id, place: key }));
}

/** The item on which some actions have been done; it may not meet the conditions any more. */
async function itemAt(tx: Tx, { task, type, position, step }: RunningBulkAction) {
  if (task.ids !== null) return [{ id: task.ids[position - 1] ?? 0, place: position, step }];
  if (type === 'Contact') return [{ id: position, place: position, step }];
  const conversation = await tx.db
    .selectFrom('conversations')
    .select('display_id as id')
    .where('id', '=', position)
    .executeTakeFirst();
  return [{ id: conversation?.id ?? 0, place: position, step }];
}
