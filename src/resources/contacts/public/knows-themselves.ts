import type { Tx } from '../../../db/tx.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import { isOwnContact } from './is-own-contact.ts';

/**
 * Whether the visitor may see the values of their contact: the contact was created for them, or they proved their
 * identity. Otherwise the values may be another person's.
 */
export async function knowsThemselves(tx: Tx, visitor: ContactCaller): Promise<boolean> {
  return visitor.contactInbox.hmacVerified || isOwnContact(tx, visitor);
}
