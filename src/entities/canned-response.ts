import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { id, moment, text } from './columns.ts';

/** A reply stored under a short code, which is unique in the account. */
export const CannedResponse = defineEntity({
  name: 'CannedResponse',
  tableName: 'canned_responses',
  uniques: [{ properties: ['account', 'shortCode'] }],
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(false),
    shortCode: p.string(),
    content: text(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
