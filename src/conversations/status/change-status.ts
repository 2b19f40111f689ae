import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../records/actor.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ConversationStatus } from '../../entities/conversation.ts';
import { invalidField } from '../../errors.ts';
import { continueChain } from '../../events/continue-chain.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { moveConversation } from './move-conversation.ts';
import { assignUser } from '../assignment/assign-conversation.ts';

/** `snoozedUntil` counts only for snoozed, where it must lie ahead; `actor` null = the system. */
export type StatusChange = { status: ConversationStatus; snoozedUntil: Date | null; actor: Actor | null };

const VERBS: Record<ConversationStatus, string> = {
  open: 'reopened',
  resolved: 'resolved',
  pending: 'marked as pending',
  snoozed: 'snoozed',
};

/**
 * Moves the conversation with this row key to another status; the one it has is no change, except for a snooze until
 * another time. An agent who opens it gets it assigned; an administrator does not. A bot that opens a pending one hands
 * it over: a contact who was not waiting waits from then on.
 * @throws AppError `invalid` when snoozing without a time that lies ahead
 * @throws AppError `not_found` when the conversation has been deleted; LoopStopped as `continueChain` does
 */
export function changeStatus(tx: Tx, id: number, input: StatusChange, now: Date): Promise<ConversationRecord> {
  if (input.status === 'snoozed') checkSnooze(input.snoozedUntil, now);

  return inTransaction(tx, async (tx) => {
    const before = await lockConversation(tx, id);
    const sameSnooze = before.snoozedUntil?.getTime() === input.snoozedUntil?.getTime();
    const isChange = before.status !== input.status || (input.status === 'snoozed' && !sameSnooze);
    if (!isChange) return before;
    const chain = await continueChain(tx, before, input.actor, now);

    const isHandover = input.actor?.role === 'agent_bot' && before.status === 'pending' && input.status === 'open';
    const activity = input.actor && `Conversation was ${VERBS[input.status]} by ${input.actor.name}`;
    const isTaken = input.status === 'open' && input.actor?.role === 'agent';
    const move = {
      status: input.status,
      snoozedUntil: input.snoozedUntil,
      activity,
      isTaken,
      chain,
      ...(isHandover && { waitingSince: now }),
    };
    const after = await moveConversation(tx, before, move, now);
    if (!isTaken || input.actor === null) return after;
    return assignUser(tx, after, { assigneeId: input.actor.id, actor: input.actor }, now);
  });
}

function checkSnooze(until: Date | null, now: Date): void {
  if (until === null) throw invalidField('snoozed_until', 'is missing: snoozing needs the time when it ends');
  if (until <= now) throw invalidField('snoozed_until', 'must lie in the future');
}
