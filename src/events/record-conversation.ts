import type { Tx } from '../db/tx.ts';
import type { Actor } from '../records/actor.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import type { MessageRecord } from '../records/message.ts';
import type { ConversationStatus } from '../entities/conversation.ts';
import { lengthAt } from './chain.ts';
import type { Changes } from '../wire/changes.ts';
import {
  conversationPayload,
  conversationStatusChangedPayload,
  conversationUpdatedPayload,
  messagePayload,
  messageUpdatedPayload,
  typingPayload,
} from '../wire/payloads.ts';
import { isLeftToProgram } from './is-autoresponse.ts';
import { isPublic } from '../records/public/public-messages.ts';
import { readNewestPublicMessage } from '../records/newest-message.ts';
import { conversationLane, record } from './record.ts';
import { tell } from './tell.ts';
import { triggerRules } from './trigger-rules.ts';
import { triggerSlack } from './trigger-slack.ts';

/** Records that `conversation` was created, with the message `first`; null = without one. */
export async function recordConversationCreated(
  tx: Tx,
  conversation: ConversationRecord,
  first: MessageRecord | null,
  now: Date,
): Promise<void> {
  const shown = first !== null && isPublic(first) ? first : null;
  const payload = conversationPayload(conversation, shown, now, tx.installation.publicUrl);
  await record(tx, { type: 'conversation_created', ...whereOf(conversation, now), payload }, now);
  // A rule that greets would have two programs answer each other.
  if (first && isLeftToProgram(first)) return;
  await triggerRules(tx, conversation, 'conversation_created', {}, now);
}

/** Records `changes` of a conversation, given in its new state. */
export async function recordConversationUpdated(
  tx: Tx,
  conversation: ConversationRecord,
  changes: Changes,
  now: Date,
): Promise<void> {
  const { publicUrl } = tx.installation;
  const payload = conversationUpdatedPayload(
    conversation,
    await readNewestPublicMessage(tx, conversation),
    changes,
    now,
    publicUrl,
  );
  await record(tx, { type: 'conversation_updated', ...whereOf(conversation, now), payload }, now);
  await triggerRules(tx, conversation, 'conversation_updated', { changes }, now);
}

/**
 * Records a change of status, once as such and once as an update with all `changes`; for the conversation's bots, also
 * that it was opened or resolved. `conversation` is in its new state.
 */
export async function recordStatusChanged(
  tx: Tx,
  conversation: ConversationRecord,
  previousStatus: ConversationStatus,
  changes: Changes,
  now: Date,
): Promise<void> {
  const { publicUrl } = tx.installation;
  const newest = await readNewestPublicMessage(tx, conversation);
  const changed = conversationStatusChangedPayload(conversation, newest, previousStatus, now, publicUrl);
  const updated = conversationUpdatedPayload(conversation, newest, changes, now, publicUrl);
  await record(tx, { type: 'conversation_status_changed', ...whereOf(conversation, now), payload: changed }, now);
  await record(tx, { type: 'conversation_updated', ...whereOf(conversation, now), payload: updated }, now);
  await recordForBots(tx, conversation, newest, now);
  await triggerRules(tx, conversation, 'conversation_updated', { changes }, now);
  const moved = BOT_EVENTS[conversation.status];
  if (moved) await triggerRules(tx, conversation, moved, { changes }, now);
}

/** Bots get events of their own for opening and resolving. */
async function recordForBots(
  tx: Tx,
  conversation: ConversationRecord,
  newest: MessageRecord | null,
  now: Date,
): Promise<void> {
  const type = BOT_EVENTS[conversation.status];
  const where = whereOf(conversation, now);
  if (type === undefined || where.botIds.length === 0) return;
  const payload = conversationPayload(conversation, newest, now, tx.installation.publicUrl);
  await record(tx, { type, ...where, toInbox: false, payload }, now);
}

const BOT_EVENTS: { [S in ConversationStatus]?: 'conversation_opened' | 'conversation_resolved' } = {
  open: 'conversation_opened',
  resolved: 'conversation_resolved',
};

/** The end of a bot's work on a conversation: a handover to people, or a resolution. */
export type BotOutcome = 'conversation_bot_handoff' | 'conversation_bot_resolved';

/** Records what a bot did with `conversation`, given in its new state, after the change of status itself. */
export async function recordBotOutcome(
  tx: Tx,
  conversation: ConversationRecord,
  type: BotOutcome,
  now: Date,
): Promise<void> {
  const newest = await readNewestPublicMessage(tx, conversation);
  const payload = conversationPayload(conversation, newest, now, tx.installation.publicUrl);
  await record(tx, { type, ...whereOf(conversation, now), toInbox: false, payload }, now);
}

/**
 * Records that `message` was created in `conversation`; rules run for it unless `runsRules` is false. Activities have no
 * such event, and are told to sockets alone.
 */
export async function recordMessageCreated(
  tx: Tx,
  conversation: ConversationRecord,
  message: MessageRecord,
  now: Date,
  { runsRules = true } = {},
): Promise<void> {
  if (message.messageType === 'activity') {
    const { accountId, id: messageId } = message;
    return tell(tx, { is: 'activity', accountId, conversationId: conversation.id, messageId });
  }
  const newest = message.private ? await readNewestPublicMessage(tx, conversation) : message;
  const payload = messagePayload(message, conversation, newest, now, tx.installation.publicUrl);
  const isForContact = message.messageType !== 'incoming' && !message.private;
  await record(
    tx,
    {
      type: 'message_created',
      ...whereOf(conversation, now),
      payload,
      ...(isForContact && { messageId: message.id }),
    },
    now,
  );
  if (runsRules) await triggerRules(tx, conversation, 'message_created', { message }, now);
  await triggerSlack(tx, conversation, message, now);
}

/** Records `changes` of a message, given in its new state. Activities have no such event. */
export async function recordMessageUpdated(
  tx: Tx,
  conversation: ConversationRecord,
  message: MessageRecord,
  changes: Changes,
  now: Date,
): Promise<void> {
  if (message.messageType === 'activity') return;
  const newest = await readNewestPublicMessage(tx, conversation);
  const { publicUrl } = tx.installation;
  const payload = messageUpdatedPayload(changes, message, conversation, newest, now, publicUrl);
  await record(tx, { type: 'message_updated', ...whereOf(conversation, now), payload }, now);
}

/** Records that somebody started or stopped typing in `conversation`. */
export async function recordTyping(
  tx: Tx,
  conversation: ConversationRecord,
  typing: { isTyping: boolean; isPrivate: boolean; actor: Actor },
  now: Date,
): Promise<void> {
  const newest = await readNewestPublicMessage(tx, conversation);
  const payload = typingPayload(conversation, newest, typing, now, tx.installation.publicUrl);
  const type = typing.isTyping ? 'conversation_typing_on' : 'conversation_typing_off';
  await record(tx, { type, ...whereOf(conversation, now), payload }, now);
}

/** The place and audience of a conversation's event, for `record`. */
export function whereOf(conversation: ConversationRecord, now: Date) {
  return {
    accountId: conversation.account.id,
    lane: conversationLane(conversation.id),
    inboxId: conversation.inbox.id,
    hasWebhooks: conversation.inbox.hasWebhooks,
    toInbox: conversation.inbox.webhookUrl !== null,
    botIds: botIdsOf(conversation),
    ...(conversation.chain.length > 0 && { chainLength: lengthAt(conversation.chain, now) }),
  };
}

/** The ids of the inbox's bot and of the bot that the conversation is assigned to, each once; none, one or two. */
export function botIdsOf({ inbox, assigneeBot }: ConversationRecord): number[] {
  return [...new Set([inbox.agentBotId, assigneeBot?.id ?? null])].filter((id) => id !== null);
}
