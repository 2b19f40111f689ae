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
    /** The contact's name in the channel: a UUID here, an address or a phone number elsewhere. */
    sourceId: p.string(),
    hmacVerified: flag().default(false),
    createdAt: moment(),
    updatedAt: moment(),
  },
});

/** A contact as known in one inbox. */
export class ContactInbox extends ContactInboxSchema.class {}
ContactInboxSchema.setClass(ContactInbox);
export { ContactInboxSchema };
