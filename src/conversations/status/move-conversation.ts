import type { ConversationRecord } from '../../records/conversation.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import type { ConversationStatus } from '../../entities/conversation.ts';
import { changesBetween } from '../../wire/payloads.ts';
import { recordConversationUpdated, recordStatusChanged } from '../../events/record-conversation.ts';
import { iso } from '../../time.ts';
import { askForRating } from '../replies/ask-for-rating.ts';
import { autoAssign } from '../assignment/auto-assign.ts';
import { countConversation } from '../count-conversation.ts';
import { noteActivity } from '../messages/note-activity.ts';

/** Where a conversation goes, and what the team reads about it. */
export type Move = {
  status: ConversationStatus;
  /** Only with `snoozed`: when it opens by itself. */
  snoozedUntil?: Date | null;
  /** Since when the contact waits, if nothing is known about it yet. */
  waitingSince?: Date;
  /** Text of the activity message; null = none. */
  activity: string | null;
  /** Whether somebody takes it next, so that nobody else is to get it. */
  isTaken?: boolean;
};

/**
 * Gives the conversation another status, with all that belongs to it: its counts, the activity message, the events.
 * Resolving ends the waiting and may ask for a rating, and opening gives it to somebody. To be called with the
 * conversation locked; returns it as it is then.
 */
export async function moveConversation(
  em: EntityManager,
  before: ConversationRecord,
  move: Move,
  now: Date,
): Promise<ConversationRecord> {
  const snoozedUntil = move.status === 'snoozed' ? (move.snoozedUntil ?? null) : null;
  const waitingSince = move.status === 'resolved' ? null : (before.waitingSince ?? move.waitingSince ?? null);
  await db(em)
    .updateTable('conversations')
    .set({ status: move.status, snoozed_until: snoozedUntil, waiting_since: waitingSince, updated_at: now })
    .where('id', '=', before.id)
    .execute();

  const moved = { ...before, status: move.status, snoozedUntil, waitingSince, updatedAt: now };
  const counted = { accountId: before.account.id, inboxId: before.inbox.id, assigneeId: before.assignee?.id ?? null };
  await countConversation(em, { ...counted, status: before.status }, -1);
  await countConversation(em, { ...counted, status: move.status }, +1);

  const after = move.activity === null ? moved : await noteActivity(em, moved, move.activity, now);
  const changes = changesBetween(changeable(before), changeable(after));
  if (before.status === after.status) await recordConversationUpdated(em, after, changes, now);
  else await recordStatusChanged(em, after, before.status, changes, now);
  if (after.status === 'resolved' && before.status !== 'resolved') return askForRating(em, after, now);
  return before.status === 'open' || move.isTaken ? after : autoAssign(em, after, now);
}

function changeable(conversation: ConversationRecord) {
  return {
    status: conversation.status,
    snoozed_until: iso(conversation.snoozedUntil),
    waiting_since: iso(conversation.waitingSince),
  };
}
