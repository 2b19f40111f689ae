import type { ContactInboxRecord } from '../contact-inbox.ts';
import type { ContactRecord } from '../contact.ts';

/**
 * Where mails go that belong to a conversation: the address that the contact gave in its inbox, also where another contact
 * has it, or else that of the contact; null = there is none.
 */
export function mailAddressOf(conversation: {
  contact: Pick<ContactRecord, 'email'>;
  contactInbox: Pick<ContactInboxRecord, 'claims'>;
}): string | null {
  return conversation.contactInbox.claims.email ?? conversation.contact.email;
}
