import { defineEntity, p } from '@mikro-orm/core';
import { flag, id, moment } from './columns.ts';
import { Contact } from './contact.ts';
import { Inbox } from './inbox.ts';

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
    createdAt: moment(),
    updatedAt: moment(),
  },
});
