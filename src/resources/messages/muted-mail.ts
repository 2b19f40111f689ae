import type { ConversationRow } from '../../events/select-conversations.ts';

/** Whether the system keeps silent: a muted conversation sends the contact no mails by itself. */
export function isMutedMail({ muted, inbox }: ConversationRow): boolean {
  return muted && inbox.channelType === 'email';
}
