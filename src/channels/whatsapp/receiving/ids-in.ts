import type { Attributes } from '../../../entities/columns.ts';
import { objectAt, textAt } from '../../receiving/json-parts.ts';
import type { ReceivedContact } from '../../receiving/receiver.ts';
import { contactBy, type WhatsappIds } from '../user-ids.ts';

/** Where a message or a status names the contact: their number, their id at this business, and at all of its group. */
export const SENDER = { number: 'from', userId: 'from_user_id', parentId: 'from_parent_user_id' };
export const RECEIVER = { number: 'to', userId: 'to_user_id', parentId: 'to_parent_user_id' };
export const RECIPIENT = { number: 'recipient_id', userId: 'recipient_user_id', parentId: 'recipient_parent_user_id' };
const CONTACT = { number: 'wa_id', userId: 'user_id', parentId: 'parent_user_id' };
const ID_NAMES = [SENDER, RECEIVER, RECIPIENT].flatMap((names) => Object.values(names));

/** The contact who wrote the message, or got it; {} = the callback does not say who that is. */
export function contactIn(contacts: Attributes[], message: Attributes): Attributes {
  const ids = ID_NAMES.map((name) => textAt(message, name)).filter((id) => id !== '');
  const isTheirs = (contact: Attributes) => Object.values(CONTACT).some((name) => ids.includes(textAt(contact, name)));
  return contacts.find(isTheirs) ?? {};
}

/** The ids of the contact in a part of a callback, and in their entry of `contacts`. */
export function idsIn(part: Attributes, names: Record<keyof WhatsappIds, string>, contact: Attributes): WhatsappIds {
  const idOf = (kind: keyof WhatsappIds) => textAt(part, names[kind]) || textAt(contact, CONTACT[kind]);
  return { number: idOf('number'), userId: idOf('userId'), parentId: idOf('parentId') };
}

/** Null = the message does not say who they are. */
export function contactOf(contact: Attributes, part: Attributes, names: typeof SENDER): ReceivedContact | null {
  const ids = idsIn(part, names, contact);
  const known = contactBy(ids);
  if (!known) return null;
  const profile = objectAt(contact, 'profile');
  const username = textAt(profile, 'username');
  return {
    ...known,
    name: textAt(profile, 'name') || username || null,
    additionalAttributes: {
      ...(username !== '' && { username }),
      ...(ids.userId !== '' && { whatsapp_user_id: ids.userId }),
    },
  };
}
