import { findUnreadByContact } from '../../conversations/mark-seen-by-contact.ts';
import type { Tx } from '../../db/tx.ts';
import type { ContactCaller } from '../../records/public/contact-caller.ts';
import type { WidgetInbox } from '../../records/public/widget-inbox.ts';
import { findCurrentConversation } from '../widget/conversation/current-conversation.ts';

/** How many messages of the team the visitor has not seen, at most 100. */
export async function countUnread(tx: Tx, inbox: WidgetInbox, visitor: ContactCaller, now: Date): Promise<number> {
  const conversation = await findCurrentConversation(tx, inbox.id, visitor);
  if (!conversation) return 0;
  const unread = await findUnreadByContact(tx, conversation.id, conversation.contactLastSeenAt, now);
  return unread.length;
}
