import { defineEntity, p } from '@mikro-orm/core';
import { id, text } from './columns.ts';
import { ContactInbox } from './contact-inbox.ts';

/** Another id that a contact has in the channel of an inbox, besides the source id, to which answers go. */
export const ContactKey = defineEntity({
  name: 'ContactKey',
  tableName: 'contact_keys',
  uniques: [{ properties: ['inboxId', 'key'] }],
  properties: {
    id: id(),
    inboxId: p.integer(),
    key: text(),
    contactInbox: p.manyToOne(ContactInbox).deleteRule('cascade').index(),
  },
});
