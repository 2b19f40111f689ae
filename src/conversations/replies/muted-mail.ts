import type { ConversationRecord } from '../../records/conversation.ts';

/** Whether the system keeps silent: a muted conversation sends the contact no mails by itself. */
export function isMutedMail({ muted, inbox }: ConversationRecord): boolean {
  return muted && inbox.channelType === 'email';
}
