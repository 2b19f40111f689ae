import type { ConversationRecord } from '../../records/conversation.ts';
import { isAutomaticAnswer, isAutoresponse } from '../../events/is-autoresponse.ts';
import { mailAddressOf } from '../../records/public/mail-address.ts';
import type { MessageRecord } from '../../records/message.ts';
import { isStopped, NO_CHAIN } from '../../events/chain.ts';
import { iso } from '../../time.ts';
import { change, type Changes } from '../../wire/changes.ts';
import { isMutedMail } from '../replies/muted-mail.ts';
import type { ConversationChanges } from '../update-conversation.ts';
import type { Attention, NewMessage } from './new-message.ts';

// What follows from a new message. Nothing is read or written here.

/** How much an incoming message asks of the team: as its channel says, else only a notice where a program answers by itself. */
export function attentionOf({ attention, contentAttributes }: NewMessage): Attention {
  return attention ?? (isAutomaticAnswer({ contentAttributes }) ? 'notice' : 'answer');
}

/** All changes of a conversation by a new message; with a status only if the message reopens it. */
export function changesByMessage(
  before: ConversationRecord,
  message: MessageRecord,
  input: NewMessage,
  now: Date,
): ConversationChanges {
  const { actor, reopens } = input;
  if (message.messageType === 'activity') return changesByActivity(message, now);
  const newest = changesByNewest(message, now);
  if (message.messageType === 'incoming') {
    const attention = attentionOf(input);
    const unreadCount = attention === 'none' ? before.unreadCount : before.unreadCount + 1;
    if (attention !== 'answer') return { ...newest, lastIncomingAt: now, unreadCount };
    return {
      ...newest,
      ...(mayBegin(before, actor, now) && { chain: NO_CHAIN }),
      lastIncomingAt: now,
      unreadCount,
      waitingSince: before.waitingSince ?? now,
      ...(reopens && !before.contact.blocked && reopeningOf(before)),
    };
  }
  const isByRule = actor?.type === 'AutomationRule';
  const isReply = message.messageType === 'outgoing' && !message.private && !isByRule && !isOfCampaign(message);
  const isFirstReply = isReplyOfPerson(message) && before.firstReplyCreatedAt === null;
  return {
    ...newest,
    // A message written in a browser is not an automatic change.
    ...(actor?.tokenId === null && !isByRule && { chain: NO_CHAIN }),
    ...(isReply && { waitingSince: null }),
    ...(isFirstReply && { firstReplyCreatedAt: now }),
  };
}

/**
 * Whether what the contact writes begins a new chain: not where a loop has been stopped, and a program says that the contact wrote.
 * It may be part of the loop, which would go on without end.
 */
function mayBegin({ chain }: ConversationRecord, actor: NewMessage['actor'], now: Date): boolean {
  return actor === null || actor.tokenId === null || !isStopped(chain, now);
}

/** Whether a person has written it to the contact; nobody has written what a campaign sends. */
export function isReplyOfPerson({ messageType, private: isPrivate, sender, additionalAttributes }: MessageRecord) {
  const isByPerson = sender?.type === 'User' && !isOfCampaign({ additionalAttributes });
  return messageType === 'outgoing' && !isPrivate && isByPerson;
}

const isOfCampaign = ({ additionalAttributes }: Pick<MessageRecord, 'additionalAttributes'>) =>
  additionalAttributes['campaign_id'] !== undefined;

/** The changes by every message except activities: the message is the newest. */
export function changesByNewest({ id }: MessageRecord, now: Date): ConversationChanges {
  return { lastMessageId: id, lastNonActivityMessageId: id, lastActivityAt: now, updatedAt: now };
}

/** The changes by an activity, which is not part of the dialogue. */
export function changesByActivity({ id }: { id: number }, now: Date): ConversationChanges {
  return { lastMessageId: id, lastActivityAt: now, updatedAt: now };
}

/** A resolved or snoozed conversation opens; a resolved one goes to the inbox's bot first, if there is one. */
function reopeningOf({ status, inbox }: ConversationRecord): ConversationChanges {
  if (status !== 'resolved' && status !== 'snoozed') return {};
  return { status: status === 'resolved' && inbox.agentBotId !== null ? 'pending' : 'open', snoozedUntil: null };
}

/** The changes for the event: since when the contact waits, and the time of the first reply by a person. */
export function waitingChanges(before: ConversationRecord, after: ConversationRecord): Changes {
  const { waitingSince, firstReplyCreatedAt } = after;
  return [
    ...(waitingSince === before.waitingSince
      ? []
      : [change('waiting_since', iso(before.waitingSince), iso(waitingSince))]),
    ...(firstReplyCreatedAt === before.firstReplyCreatedAt
      ? []
      : [change('first_reply_created_at', null, iso(firstReplyCreatedAt))]),
  ];
}

/** Automatic replies of an inbox: out of office, a greeting, and the question for an e-mail address. */
export type AutomaticReply = 'out of office' | 'greeting' | 'email question';

/** The automatic replies that a new message calls for, in their order; `conversation` is as the message has left it. */
export function repliesTo(
  message: MessageRecord,
  conversation: ConversationRecord,
  attention: Attention,
): AutomaticReply[] {
  if (attention !== 'answer') return [];
  const { inbox } = conversation;
  const isAsked = message.messageType === 'incoming';
  const lacksAddress =
    inbox.channelType === 'web_widget' && mailAddressOf(conversation) === null && message.messageType !== 'activity';
  const replies: AutomaticReply[] = [];
  const isForBot = conversation.status === 'pending' && inbox.agentBotId !== null;
  // A bot answers at any time; the text follows once it hands the conversation over.
  if (isAsked && inbox.workingHoursEnabled && !isForBot) replies.push('out of office');
  // A contact who has been answered by a person, also before this message, needs no greeting.
  if (isAsked && inbox.greetingEnabled && conversation.firstReplyCreatedAt === null) replies.push('greeting');
  if (lacksAddress && inbox.enableEmailCollect) replies.push('email question');

  if (replies.length === 0 || conversation.lastIncomingAt === null) return [];
  return isAutoresponse(message) || isMutedMail(conversation) ? [] : replies;
}
