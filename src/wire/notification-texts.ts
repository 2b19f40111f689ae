import type { NotificationType } from '../entities/notification.ts';
import type { WholeNotification } from '../records/notifications/notification.ts';

/** Most characters of a message that are shown. */
const SHOWN_LENGTH = 250;
/** [@Gus](mention://user/5/Gus), of which only the first part is for people. */
const MENTION = /\[([^\]]{0,300})\]\(mention:\/\/[^)]{0,3000}\)/g;

const TITLES: Record<NotificationType, (of: { number: number; inbox: string }) => string> = {
  conversation_creation: ({ number, inbox }) => `New conversation #${number} in ${inbox}`,
  conversation_assignment: ({ number }) => `Conversation #${number} was assigned to you`,
  assigned_conversation_new_message: ({ number }) => `New message in conversation #${number}, which is assigned to you`,
  conversation_mention: ({ number }) => `You were mentioned in conversation #${number}`,
  participating_conversation_new_message: ({ number }) => `New message in conversation #${number}`,
  sla_missed_first_response: ({ number }) => `Conversation #${number} was not answered in time`,
  sla_missed_next_response: ({ number }) => `A message in conversation #${number} was not answered in time`,
  sla_missed_resolution: ({ number }) => `Conversation #${number} was not resolved in time`,
};

const REASONS: Record<NotificationType, string> = {
  conversation_creation: 'you are a member of its inbox',
  conversation_assignment: 'the conversation is assigned to you',
  assigned_conversation_new_message: 'the conversation is assigned to you',
  conversation_mention: 'somebody mentioned you',
  participating_conversation_new_message: 'you take part in the conversation',
  sla_missed_first_response: 'you take part in the conversation',
  sla_missed_next_response: 'you take part in the conversation',
  sla_missed_resolution: 'you take part in the conversation',
};

/** Why the member is told of it, to go on after "because". */
export const notificationReason = ({ type }: WholeNotification): string => REASONS[type];

/** What has happened, in one line. */
export function notificationTitle({ type, conversation }: WholeNotification): string {
  return TITLES[type]({ number: conversation.displayId, inbox: conversation.inbox.name });
}

/**
 * The author's name and the text of the notification's message, or else of the conversation's newest public message; '' = there
 * is none.
 */
export function notificationBody({ message, newest }: WholeNotification): string {
  const shown = message ?? newest;
  if (shown === null) return '';
  const text = (shown.content ?? '').slice(0, 4000).replaceAll(MENTION, '$1').trim();
  const cut = text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH).trimEnd().toWellFormed()}…` : text;
  const said = cut || (shown.attachments.length > 0 ? 'sent a file' : '');
  const { sender } = shown;
  return sender === null ? said : `${sender.displayName || sender.name}: ${said}`;
}
