import { defineEntity, p } from '@mikro-orm/core';
import { type Attributes, flag, id, json, moment } from './columns.ts';
import { Contact } from './contact.ts';
import { Inbox } from './inbox.ts';

/**
 * Who a contact says to be in an inbox, without a proof, as far as it was not written to the contact: the values belong to
 * another contact, or the contact did not come with them.
 */
export type Claims = {
  identifier?: string;
  email?: string;
  phone_number?: string;
  name?: string;
  avatar_url?: string;
  custom_attributes?: Attributes;
  additional_attributes?: Attributes;
};

/** A contact in one inbox. */
export const ContactInbox = defineEntity({
  name: 'ContactInbox',
  tableName: 'contact_inboxes',
  uniques: [{ properties: ['inbox', 'sourceId'] }],
  properties: {
    id: id(),
    contact: p.manyToOne(Contact).deleteRule('cascade').index(),
    inbox: p.manyToOne(Inbox).deleteRule('cascade').index(false),
    /** The contact's id in the channel: a UUID, an e-mail address or a phone number. */
    sourceId: p.string(),
    /** By which the contact listens to the socket: unguessable, and never changed; '' = there is none. */
    pubsubToken: p.string().default('').index(),
    hmacVerified: flag().default(false),
    /** Whether the contact was added together with it; not true of one who was known already, or was merged. */
    madeContact: flag().default(false),
    claims: json<Claims>().default('{}'),
    /** The address from which the contact has answered mails of its conversations, and so has proved it; null = none. */
    provedEmail: p.string().nullable().index(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
