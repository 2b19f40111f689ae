import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../records/actor.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ConversationStatus } from '../../entities/conversation.ts';
import { invalidField } from '../../errors.ts';
import { continueChain } from '../../events/continue-chain.ts';
import { type BotOutcome, recordBotOutcome } from '../../events/record-conversation.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { recordForReports } from '../reporting/record-event.ts';
import { moveConversation } from './move-conversation.ts';
import { notifyOfConversation } from '../notifications/notify-of-conversation.ts';
import { assignUser } from '../assignment/assign-conversation.ts';

export type StatusChange = {
  status: ConversationStatus;
  /** Counts only for snoozed, where it must lie ahead. */
  snoozedUntil: Date | null;
  /** Whether a snooze may have no end: it lasts until the contact writes. */
  isOpenEnded?: boolean;
  /** Null = the system. */
  actor: Actor | null;
};

const VERBS: Record<ConversationStatus, string> = {
  open: 'reopened',
  resolved: 'resolved',
  pending: 'marked as pending',
  snoozed: 'snoozed',
};

/**
 * Moves the conversation with this row key to another status; the present status is no change, except for a snooze until
 * another time. An agent who opens it becomes its assignee; an administrator does not. A bot that opens a pending conversation
 * hands it over: the contact waits from then on. Handovers and resolutions by bots are separate events.
 * @throws AppError `invalid` when snoozing without a time that lies ahead
 * @throws AppError `not_found` when the conversation has been deleted; LoopStopped as `continueChain` does
 */
export function changeStatus(tx: Tx, id: number, input: StatusChange, now: Date): Promise<ConversationRecord> {
  if (input.status === 'snoozed') checkSnooze(input, now);

  return inTransaction(tx, async (tx) => {
    const before = await lockConversation(tx, id);
    const sameSnooze = before.snoozedUntil?.getTime() === input.snoozedUntil?.getTime();
    const isChange = before.status !== input.status || (input.status === 'snoozed' && !sameSnooze);
    if (!isChange) return before;
    const chain = await continueChain(tx, before, input.actor, now);

    const outcome = outcomeOf(before.status, input);
    const activity = input.actor && `Conversation was ${VERBS[input.status]} by ${input.actor.name}`;
    const isTaken = input.status === 'open' && input.actor?.role === 'agent';
    const move = {
      status: input.status,
      snoozedUntil: input.snoozedUntil,
      activity,
      isTaken,
      isHandover: isHandover(before, input),
      chain,
      ...(outcome === 'conversation_bot_handoff' && { waitingSince: now }),
    };
    const after = await moveConversation(tx, before, move, now);
    if (outcome !== null) {
      const userId = after.assignee?.id ?? null;
      await recordForReports(tx, after, { name: outcome, userId, start: after.createdAt }, now);
      await recordBotOutcome(tx, after, outcome, now);
    }
    if (outcome === 'conversation_bot_handoff') await notifyOfConversation(tx, after, input.actor, now);
    if (!isTaken || input.actor === null) return after;
    return assignUser(tx, after, { assigneeId: input.actor.id, actor: input.actor }, now);
  });
}

/** The bot event of the change; null = none. */
function outcomeOf(before: ConversationStatus, { status, actor }: StatusChange): BotOutcome | null {
  if (actor?.role !== 'agent_bot' || before === status) return null;
  if (status === 'resolved') return 'conversation_bot_resolved';
  return before === 'pending' && status === 'open' ? 'conversation_bot_handoff' : null;
}

/** Whether a bot, a rule or the system leaves to people what the inbox's bot had. */
function isHandover({ status, inbox }: ConversationRecord, { status: to, actor }: StatusChange): boolean {
  return status === 'pending' && to === 'open' && inbox.agentBotId !== null && actor?.type !== 'User';
}

function checkSnooze({ snoozedUntil: until, isOpenEnded }: StatusChange, now: Date): void {
  if (until === null && isOpenEnded) return;
  if (until === null) throw invalidField('snoozed_until', 'is missing: snoozing needs the time when it ends');
  if (until <= now) throw invalidField('snoozed_until', 'must lie in the future');
}
