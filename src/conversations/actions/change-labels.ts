import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { changeLabels } from '../set-labels.ts';
import { type ActionContext, actionKind } from './action-kind.ts';
import { texts } from './params.ts';

/** Adds labels to those that the conversation has. */
export const addLabel = actionKind<string[]>({
  read: texts,
  run: (tx, id, added, context) => change(tx, id, (labels) => [...labels, ...added], context),
});

/** Removes labels from the conversation; missing labels are ignored. */
export const removeLabel = actionKind<string[]>({
  read: texts,
  run: (tx, id, removed, context) =>
    change(tx, id, (labels) => labels.filter((label) => !removed.includes(label)), context),
});

function change(tx: Tx, id: number, to: (labels: string[]) => string[], { actor, now }: ActionContext) {
  return inTransaction(tx, async (tx) => {
    const before = await lockConversation(tx, id);
    return changeLabels(tx, before, { labels: to(before.labels), actor }, now);
  });
}
