import { claimsBlock } from '../../wire/claims-block.ts';
import type { ContactRecord } from '../../records/contact.ts';
import { isOnline } from '../../records/availability.ts';
import { slimInboxBlock } from '../../wire/inbox-blocks.ts';
import type { Shown } from '../../wire/shape.ts';
import { unixSeconds } from '../../time.ts';
import type {
  contactableInboxShape,
  contactInboxShape,
  contactShape,
  createdContactShape,
  shownContactShape,
} from './answers.ts';
import type { ContactableInbox } from './contact-inboxes/contactable-inboxes.ts';
import type { ContactInboxRow } from './find-contact.ts';

const NO_CONTACT_INBOX = { id: null, inbox_id: null, source_id: null, claims: null, inbox: null };

/**
 * A contact, who is online until `onlineUntil` (null = has never been). `contactInboxes` may contain those of other contacts, which are not shown; null leaves the key out.
 */
export function presentContact(
  contact: ContactRecord,
  onlineUntil: Date | null,
  contactInboxes: ContactInboxRow[] | null,
  now: Date,
): Shown<typeof contactShape> {
  return {
    id: contact.id,
    name: contact.name,
    email: contact.email,
    phone_number: contact.phoneNumber,
    identifier: contact.identifier,
    thumbnail: contact.avatarUrl ?? '',
    blocked: contact.blocked,
    availability_status: isOnline(onlineUntil, now) ? 'online' : 'offline',
    additional_attributes: contact.additionalAttributes,
    custom_attributes: contact.customAttributes,
    last_activity_at: contact.lastActivityAt && unixSeconds(contact.lastActivityAt),
    created_at: unixSeconds(contact.createdAt),
    ...(contactInboxes && {
      contact_inboxes: contactInboxes
        .filter(({ contactId }) => contactId === contact.id)
        .map((contactInbox) => presentContactInbox(contactInbox, contact)),
    }),
  };
}

/** A contact as an answer of its own, repeated where Chatwoot's clients look for it. */
export function presentShownContact(
  contact: ContactRecord,
  onlineUntil: Date | null,
  contactInboxes: ContactInboxRow[] | null,
  now: Date,
): Shown<typeof shownContactShape> {
  const shown = presentContact(contact, onlineUntil, contactInboxes, now);
  return { ...shown, payload: shown };
}

/** The answer to creating a contact; `contactInboxId` is its new contact inbox, null = none. */
export function presentCreatedContact(
  contact: ContactRecord,
  contactInboxes: ContactInboxRow[],
  contactInboxId: number | null,
  now: Date,
): Shown<typeof createdContactShape> {
  const shown = presentContact(contact, null, contactInboxes, now);
  const entered = contactInboxes.find(({ id }) => id === contactInboxId);
  return {
    ...shown,
    payload: { contact: shown, contact_inbox: entered ? presentContactInbox(entered, contact) : NO_CONTACT_INBOX },
  };
}

/** A contact inbox of the contact. */
export function presentContactInbox(
  contactInbox: ContactInboxRow,
  contact: ContactRecord,
): Shown<typeof contactInboxShape> {
  return {
    id: contactInbox.id,
    inbox_id: contactInbox.inbox.id,
    source_id: contactInbox.sourceId,
    claims: claimsBlock(contactInbox.claims, contact),
    inbox: slimInboxBlock(contactInbox.inbox),
  };
}

export function presentContactableInbox({ inbox, sourceId }: ContactableInbox): Shown<typeof contactableInboxShape> {
  return { inbox: slimInboxBlock(inbox), source_id: sourceId };
}
