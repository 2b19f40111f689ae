import type { ContactInboxRecord } from '../contact-inbox.ts';
import type { ContactRecord } from '../contact.ts';

/**
 * The address for a conversation's mails: the address given by the contact in its inbox, even if another contact has it, or
 * else the contact's own; null = there is none.
 */
export function mailAddressOf(conversation: {
  contact: Pick<ContactRecord, 'email'>;
  contactInbox: Pick<ContactInboxRecord, 'claims'>;
}): string | null {
  return conversation.contactInbox.claims.email ?? conversation.contact.email;
}
