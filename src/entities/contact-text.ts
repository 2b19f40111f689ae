import { defineEntity, p } from '@mikro-orm/core';
import { text } from './columns.ts';

const ContactTextSchema = defineEntity({
  name: 'ContactText',
  tableName: 'contact_texts',
  properties: {
    // No foreign key: the row goes with the contact's words in the search index.
    contactId: p.integer().primary().autoincrement(false),
    /** Name, e-mail, phone number and identifier in lower case, with U+001F between them. */
    text: text(),
  },
});

/** What a search among contacts looks at, once the index has said which contacts it may be. */
export class ContactText extends ContactTextSchema.class {}
ContactTextSchema.setClass(ContactText);
export { ContactTextSchema };
