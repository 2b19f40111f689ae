import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { inTransaction } from '../../db/transaction.ts';
import { canReply } from '../../wire/conversation-blocks.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { type IdleRule, idleSince } from './idle-rule.ts';
import { createTemplateMessage } from '../messages/create-template-message.ts';
import { isMutedMail } from '../replies/muted-mail.ts';
import { moveConversation } from './move-conversation.ts';
import { writeActivity } from '../messages/write-activity.ts';
import { changeLabels } from '../set-labels.ts';
import { updateConversation } from '../update-conversation.ts';

/**
 * Resolves the conversation with this row key if it is still idle by the rule of its account, after sending the rule's
 * message and adding its label.
 * @throws AppError `not_found` when it has been deleted
 */
export function resolveIdle(tx: Tx, id: number, rule: IdleRule, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const idle = await lockConversation(tx, id);
    if (!isIdle(idle, rule, now)) return;

    const told = await sendFarewell(tx, idle, rule, now);
    const labelled = rule.label === null ? told : await addLabel(tx, told, rule.label, now);
    const length = rule.days === 1 ? 'a day' : `${rule.days} days`;
    const activity = `Conversation was resolved by the system after ${length} without activity`;
    await moveConversation(tx, labelled, { status: 'resolved', activity }, now);
  });
}

function isIdle(conversation: ConversationRecord, rule: IdleRule, now: Date): boolean {
  const applies = rule.statuses.some((status) => status === conversation.status);
  const isLeftAlone = rule.ignoresWaiting && conversation.waitingSince !== null;
  return applies && !isLeftAlone && conversation.lastActivityAt <= idleSince(rule, now);
}

function addLabel(tx: Tx, conversation: ConversationRecord, label: string, now: Date): Promise<ConversationRecord> {
  return changeLabels(tx, conversation, { labels: [...conversation.labels, label], actor: null }, now);
}

/** The rule's message to the contact; where no answer is delivered any more, the team reads why it was not sent. */
async function sendFarewell(tx: Tx, conversation: ConversationRecord, rule: IdleRule, now: Date) {
  if (rule.message === null || isMutedMail(conversation)) return conversation;
  if (canReply(conversation, now)) {
    return createTemplateMessage(tx, conversation, { content: rule.message }, now);
  }
  const why = 'The message about resolving was not sent: the channel no longer delivers answers to this contact';
  return updateConversation(tx, conversation, await writeActivity(tx, conversation, why, now));
}
