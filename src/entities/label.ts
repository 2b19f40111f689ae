import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { flag, id, moment, text } from './columns.ts';

/** The most labels that a conversation or a contact is given; the system may add its own to a conversation. */
export const MOST_LABELS = 100;

/** A label that conversations and contacts of the account can have. */
export const Label = defineEntity({
  name: 'Label',
  tableName: 'labels',
  uniques: [{ properties: ['account', 'title'] }],
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(false),
    /** Lower-cased; unique in the account. Conversations and contacts store this text. */
    title: p.string(),
    description: text().nullable(),
    color: p.string().default('#1f93ff'),
    showOnSidebar: flag().default(true),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
