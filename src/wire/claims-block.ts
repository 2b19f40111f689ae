import type { Claims } from '../entities/contact-inbox.ts';
import type { ContactRecord } from '../records/contact.ts';
import { attributes, named, nullable, type Shape, type Shown, text } from './shape.ts';

const claimsObject = named(
  'Claims',
  {},
  {
    identifier: text,
    email: text,
    phone_number: text,
    name: text,
    avatar_url: text,
    custom_attributes: attributes,
    additional_attributes: attributes,
  },
);

/** Null = the contact says nothing that is not known. */
export const claimsShape: Shape<Shown<typeof claimsObject> | null> = {
  ...nullable(claimsObject),
  description: 'Who the contact says to be in the inbox, without a proof, where it differs from what is known of them',
};

/** The unproved claims of a contact in an inbox, without values that the contact has by now; null = none. */
export function claimsBlock(claims: Claims, contact: ContactRecord): Shown<typeof claimsShape> {
  const known: Record<keyof Claims, unknown> = {
    identifier: contact.identifier,
    email: contact.email,
    phone_number: contact.phoneNumber,
    name: contact.name,
    avatar_url: undefined,
    custom_attributes: undefined,
    additional_attributes: undefined,
  };
  const open = Object.entries(claims).filter(([key, value]) => value !== known[key as keyof Claims]);
  return open.length === 0 ? null : Object.fromEntries(open);
}
