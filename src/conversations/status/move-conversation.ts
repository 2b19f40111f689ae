import type { Tx } from '../../db/tx.ts';
import type { Chain, ConversationRecord } from '../../records/conversation.ts';
import type { ConversationStatus } from '../../entities/conversation.ts';
import { autoAssign } from '../assignment/auto-assign.ts';
import { writeActivity } from '../messages/write-activity.ts';
import { askForRating } from '../replies/ask-for-rating.ts';
import { replyToHandover } from '../replies/send-automatic-replies.ts';
import { lockSendingsEarly, sendingsOf } from '../sending/plan-sending.ts';
import { updateConversation } from '../update-conversation.ts';
import { recordMove } from './record-move.ts';

/** A change of the status, and what the team reads about it. */
export type Move = {
  status: ConversationStatus;
  /** Only with `snoozed`: when it opens by itself. */
  snoozedUntil?: Date | null;
  /** Since when the contact waits, unless the conversation says so already. */
  waitingSince?: Date;
  /** Text of the activity message; null = none. */
  activity: string | null;
  /** Whether the opening agent becomes its assignee, or its bot keeps it, so that it is not assigned automatically. */
  isTaken?: boolean;
  /** Whether a bot leaves it to people, or the system does so for the bot. */
  isHandover?: boolean;
  /** The chain with this change; as it is unless given. */
  chain?: Chain;
};

/**
 * Gives the locked conversation `before` another status, with its counts, activity message and events. Resolving ends the
 * waiting and may ask for a rating; opening may assign it, and handing it over may tell that the inbox is closed. Returns the conversation as it is then.
 */
export async function moveConversation(
  tx: Tx,
  before: ConversationRecord,
  move: Move,
  now: Date,
): Promise<ConversationRecord> {
  // The survey and the out-of-office message are sent after the conversation has been counted.
  if (move.status === 'resolved' || move.isHandover) await lockSendingsEarly(tx, sendingsOf(before));
  const activity = move.activity === null ? {} : await writeActivity(tx, before, move.activity, now);
  const after = await updateConversation(tx, before, { ...changesByMove(before, move), updatedAt: now, ...activity });
  await recordMove(tx, before, after, now);
  if (after.status === 'resolved' && before.status !== 'resolved') return askForRating(tx, after, now);
  const assigned = before.status === 'open' || move.isTaken ? after : await autoAssign(tx, after, now);
  return move.isHandover ? replyToHandover(tx, assigned, now) : assigned;
}

function changesByMove(before: ConversationRecord, { status, snoozedUntil, waitingSince, chain }: Move) {
  return {
    status,
    snoozedUntil: status === 'snoozed' ? (snoozedUntil ?? null) : null,
    waitingSince: status === 'resolved' ? null : (before.waitingSince ?? waitingSince ?? null),
    chain: chain ?? before.chain,
  };
}
