import type { ConversationRow } from '../../events/select-conversations.ts';

/** Whether the system keeps silent: a muted conversation sends the contact no mails by itself (contract.md section 2). */
export function isMutedMail({ muted, inbox }: ConversationRow): boolean {
  return muted && inbox.channelType === 'email';
}
