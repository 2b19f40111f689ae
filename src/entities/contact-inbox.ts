import { defineEntity, p } from '@mikro-orm/core';
import { flag, id, moment } from './columns.ts';
import { Contact } from './contact.ts';
import { Inbox } from './inbox.ts';

const ContactInboxSchema = defineEntity({
  name: 'ContactInbox',
  tableName: 'contact_inboxes',
  uniques: [{ properties: ['inbox', 'sourceId'] }],
  properties: {
    id: id(),
    contact: () => p.manyToOne(Contact).lazyRef().deleteRule('cascade').index(),
    inbox: () => p.manyToOne(Inbox).lazyRef().deleteRule('cascade').index(false),
    /** The contact's id in the channel: a UUID, an e-mail address or a phone number. */
    sourceId: p.string(),
    hmacVerified: flag().default(false),
    createdAt: moment(),
    updatedAt: moment(),
  },
});

/** A contact in one inbox. */
export class ContactInbox extends ContactInboxSchema.class {}
ContactInboxSchema.setClass(ContactInbox);
export { ContactInboxSchema };
