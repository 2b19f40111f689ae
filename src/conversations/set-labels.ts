import type { Tx } from '../db/tx.ts';
import type { Actor } from '../records/actor.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import { inTransaction } from '../db/transaction.ts';
import { checkNumberOfLabels } from './check-number-of-labels.ts';
import { continueChain } from '../events/continue-chain.ts';
import { change } from '../wire/changes.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { recordConversationUpdated } from '../events/record-conversation.ts';
import { writeActivity } from './messages/write-activity.ts';
import { type ConversationChanges, updateConversation } from './update-conversation.ts';

/** The new labels of a conversation; `actor` null = the system. */
type Labelling = { labels: string[]; actor: Actor | null };

/**
 * Replaces the labels of the conversation with this row key; each is trimmed and kept once.
 * @throws AppError `invalid` for more labels than it may have; `not_found` when it has been deleted; LoopStopped as
 *   `continueChain` does
 */
export function setLabels(tx: Tx, id: number, input: Labelling, now: Date): Promise<ConversationRecord> {
  return inTransaction(tx, async (tx) => changeLabels(tx, await lockConversation(tx, id), input, now));
}

/**
 * As `setLabels`, for the locked conversation `before`.
 * @throws AppError `invalid` and LoopStopped as `setLabels` does
 */
export async function changeLabels(
  tx: Tx,
  before: ConversationRecord,
  { labels: given, actor }: Labelling,
  now: Date,
): Promise<ConversationRecord> {
  const labels = [...new Set(given.map((label) => label.trim()))];
  const added = labels.filter((label) => !before.labels.includes(label));
  const removed = before.labels.filter((label) => !labels.includes(label));
  if (added.length === 0 && removed.length === 0) return before;
  if (actor !== null && added.length > 0) checkNumberOfLabels(labels);
  const chain = await continueChain(tx, before, actor, now);

  let changesByActivity: ConversationChanges = {};
  for (const content of activities(actor, added, removed)) {
    changesByActivity = await writeActivity(tx, before, content, now);
  }
  const after = await updateConversation(tx, before, { labels, chain, ...changesByActivity });
  await recordConversationUpdated(tx, after, [change('label_list', before.labels, labels)], now);
  return after;
}

function activities(actor: Actor | null, added: string[], removed: string[]): string[] {
  const who = actor?.name ?? 'The system';
  return [
    ...(added.length > 0 ? [`${who} added the ${named(added)}`] : []),
    ...(removed.length > 0 ? [`${who} removed the ${named(removed)}`] : []),
  ];
}

function named(labels: string[]): string {
  return `${labels.length === 1 ? 'label' : 'labels'} ${labels.join(', ')}`;
}
