import type { ContactRecord } from './contact.ts';

/** The columns of a `ContactRecord`; the contact is `c`. */
export const CONTACT_COLUMNS = [
  'c.id',
  'c.name',
  'c.email',
  'c.phone_number as phoneNumber',
  'c.identifier',
  'c.blocked',
  'c.avatar_url as avatarUrl',
  'c.custom_attributes as customAttributes',
  'c.additional_attributes as additionalAttributes',
  'c.last_activity_at as lastActivityAt',
  'c.seen_at as seenAt',
  'c.created_at as createdAt',
] as const;

/** The same where the contact is joined to something else, as `p`; `joinedContact` makes the record. */
export const JOINED_CONTACT_COLUMNS = [
  'p.id as contactId',
  'p.name as contactName',
  'p.email as contactEmail',
  'p.phone_number as contactPhoneNumber',
  'p.identifier as contactIdentifier',
  'p.blocked as contactBlocked',
  'p.avatar_url as contactAvatarUrl',
  'p.custom_attributes as contactCustomAttributes',
  'p.additional_attributes as contactAdditionalAttributes',
  'p.last_activity_at as contactLastActivityAt',
  'p.seen_at as contactSeenAt',
  'p.created_at as contactCreatedAt',
] as const;

type JoinedContact = {
  contactId: ContactRecord['id'];
  contactName: ContactRecord['name'];
  contactEmail: ContactRecord['email'];
  contactPhoneNumber: ContactRecord['phoneNumber'];
  contactIdentifier: ContactRecord['identifier'];
  contactBlocked: ContactRecord['blocked'];
  contactAvatarUrl: ContactRecord['avatarUrl'];
  contactCustomAttributes: ContactRecord['customAttributes'];
  contactAdditionalAttributes: ContactRecord['additionalAttributes'];
  contactLastActivityAt: ContactRecord['lastActivityAt'];
  contactSeenAt: ContactRecord['seenAt'];
  contactCreatedAt: ContactRecord['createdAt'];
};

/** The contact of a row that was read with `JOINED_CONTACT_COLUMNS`. */
export function joinedContact(row: JoinedContact): ContactRecord {
  return {
    id: row.contactId,
    name: row.contactName,
    email: row.contactEmail,
    phoneNumber: row.contactPhoneNumber,
    identifier: row.contactIdentifier,
    blocked: row.contactBlocked,
    avatarUrl: row.contactAvatarUrl,
    customAttributes: row.contactCustomAttributes,
    additionalAttributes: row.contactAdditionalAttributes,
    lastActivityAt: row.contactLastActivityAt,
    seenAt: row.contactSeenAt,
    createdAt: row.contactCreatedAt,
  };
}
