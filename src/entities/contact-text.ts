import { defineEntity, p } from '@mikro-orm/core';
import { text } from './columns.ts';

/** The text that a search compares for the contacts that the index has found. */
export const ContactText = defineEntity({
  name: 'ContactText',
  tableName: 'contact_texts',
  properties: {
    // No foreign key: the row is deleted together with the contact's entry in the search index.
    contactId: p.integer().primary().autoincrement(false),
    /** Name, e-mail, phone number and identifier in lower case, with U+001F between them. */
    text: text(),
  },
});
