import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { recordConversationUpdated, recordStatusChanged } from '../../events/record-conversation.ts';
import { iso } from '../../time.ts';
import { changesBetween } from '../../wire/changes.ts';
import { recordStatus } from '../reporting/record-status.ts';
import { askAfterEnd } from '../assignment/ask-to-assign.ts';
import { countConversation } from '../count-conversation.ts';

/**
 * Counts the locked conversation under its new status, which is written already, and records the events of the change.
 * Where the status is the same, as for another end of a snooze, only the update is recorded.
 */
export async function recordMove(
  tx: Tx,
  before: ConversationRecord,
  after: ConversationRecord,
  now: Date,
): Promise<void> {
  const changes = changesBetween(shownOf(before), shownOf(after));
  if (before.status === after.status) return recordConversationUpdated(tx, after, changes, now);

  const counted = { accountId: before.account.id, inboxId: before.inbox.id, assigneeId: before.assignee?.id ?? null };
  await countConversation(tx, { ...counted, status: before.status }, -1);
  await countConversation(tx, { ...counted, status: after.status }, +1);
  if (before.status === 'open' && before.assignee) await askAfterEnd(tx, before.inbox, now);
  await recordStatus(tx, after, now);
  await recordStatusChanged(tx, after, before.status, changes, now);
}

function shownOf({ status, snoozedUntil, waitingSince }: ConversationRecord) {
  return { status, snoozed_until: iso(snoozedUntil), waiting_since: iso(waitingSince) };
}
