import type { ConversationRecord } from '../../records/conversation.ts';

/** Whether the contact gets no automatic mails because the conversation is muted. */
export function isMutedMail({ muted, inbox }: ConversationRecord): boolean {
  return muted && inbox.channelType === 'email';
}
