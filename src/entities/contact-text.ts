import { defineEntity, p } from '@mikro-orm/core';
import { text } from './columns.ts';

const ContactTextSchema = defineEntity({
  name: 'ContactText',
  tableName: 'contact_texts',
  properties: {
    // No foreign key: the row is deleted together with the contact's entry in the search index.
    contactId: p.integer().primary().autoincrement(false),
    /** Name, e-mail, phone number and identifier in lower case, with U+001F between them. */
    text: text(),
  },
});

/** The text that a search compares for the contacts that the index has found. */
export class ContactText extends ContactTextSchema.class {}
ContactTextSchema.setClass(ContactText);
export { ContactTextSchema };
