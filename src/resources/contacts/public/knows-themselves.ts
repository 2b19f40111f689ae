import type { Tx } from '../../../db/tx.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import { isOwnContact } from './is-own-contact.ts';

/**
 * Whether the visitor may see what is known of their contact: it came with them, or they have proved who they are. Of
 * others it may be somebody else's.
 */
export async function knowsThemselves(tx: Tx, visitor: ContactCaller): Promise<boolean> {
  return visitor.contactInbox.hmacVerified || isOwnContact(tx, visitor);
}
