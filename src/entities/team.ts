import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { flag, id, moment, text } from './columns.ts';

/** A team of users of the account, to which conversations can be assigned. */
export const Team = defineEntity({
  name: 'Team',
  tableName: 'teams',
  uniques: [{ properties: ['account', 'name'] }],
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(false),
    /** Lower-cased; unique in the account. */
    name: p.string(),
    description: text().nullable(),
    /** Whether a conversation assigned to the team is also assigned to one of its online members. */
    allowAutoAssign: flag().default(true),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
