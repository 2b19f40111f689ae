import type { ContactRecord } from './contact.ts';

/** What is told of a contact (`p`) that is read with something else. */
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

/** What these columns give. */
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

/** The contact of such a row. */
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
