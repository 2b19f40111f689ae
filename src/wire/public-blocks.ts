import type { Attributes } from '../entities/columns.ts';
import { SENDING_ATTRIBUTES } from '../entities/message.ts';
import type { ContactRecord } from '../records/contact.ts';
import type { MessageRecord, SenderRecord } from '../records/message.ts';
import { attributes, either, integer, named, nullable, oneOf, type Shown, text } from './shape.ts';

// The blocks for contacts, without anything that is only for the team.

export const publicContactBlockShape = named('PublicContactBlock', {
  id: integer,
  name: text,
  email: nullable(text),
  phone_number: nullable(text),
  identifier: nullable(text),
  custom_attributes: attributes,
});

/** The contact's own values. */
export function publicContactBlock(contact: ContactRecord): Shown<typeof publicContactBlockShape> {
  return {
    id: contact.id,
    name: contact.name,
    email: contact.email,
    phone_number: contact.phoneNumber,
    identifier: contact.identifier,
    custom_attributes: contact.customAttributes,
  };
}

const senderProperties = { id: integer, name: text, avatar_url: text, thumbnail: text };

export const publicSenderShape = either(
  named('PublicUserSender', { ...senderProperties, type: oneOf(['User']), available_name: text }),
  named('PublicSender', { ...senderProperties, type: oneOf(['Contact', 'AgentBot']) }),
);

/** The sender of a message, without addresses. Users have the name that they show to contacts. */
export function publicSender(sender: SenderRecord): Shown<typeof publicSenderShape> {
  const avatarUrl = sender.avatarUrl ?? '';
  const pictures = { avatar_url: avatarUrl, thumbnail: avatarUrl };
  if (sender.type !== 'User') return { id: sender.id, name: sender.name, type: sender.type, ...pictures };
  const name = sender.displayName || sender.name;
  return { id: sender.id, name, available_name: name, type: 'User', ...pictures };
}

/** Attributes of messages that say how they are sent, or what only the team reads. */
const INTERNAL: readonly string[] = [
  'bcc_emails',
  'cc_emails',
  'to_emails',
  'email',
  'translations',
  ...SENDING_ATTRIBUTES,
];

/** The message's content attributes that its contact may see. */
export function publicAttributes({ contentAttributes }: MessageRecord): Attributes {
  return Object.fromEntries(Object.entries(contentAttributes).filter(([name]) => !INTERNAL.includes(name)));
}
