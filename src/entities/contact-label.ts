import { defineEntity, p } from '@mikro-orm/core';

/** The contacts of a label: a copy of the column `labels`, maintained by triggers. */
export const ContactLabel = defineEntity({
  name: 'ContactLabel',
  tableName: 'contact_labels',
  properties: {
    accountId: p.integer().primary(),
    label: p.string().primary(),
    contactId: p.integer().primary(),
  },
});
