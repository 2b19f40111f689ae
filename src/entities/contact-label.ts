import { defineEntity, p } from '@mikro-orm/core';

const ContactLabelSchema = defineEntity({
  name: 'ContactLabel',
  tableName: 'contact_labels',
  properties: {
    accountId: p.integer().primary(),
    label: p.string().primary(),
    contactId: p.integer().primary(),
  },
});

/** The contacts of a label: a copy of the column `labels`, maintained by triggers. */
export class ContactLabel extends ContactLabelSchema.class {}
ContactLabelSchema.setClass(ContactLabel);
export { ContactLabelSchema };
