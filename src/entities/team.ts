import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { flag, id, moment, text } from './columns.ts';

const TeamSchema = defineEntity({
  name: 'Team',
  tableName: 'teams',
  uniques: [{ properties: ['account', 'name'] }],
  properties: {
    id: id(),
    account: () => p.manyToOne(Account).lazyRef().deleteRule('cascade').index(false),
    /** Lower-cased; unique in the account. */
    name: p.string(),
    description: text().nullable(),
    /** Whether a conversation given to the team goes on to one of its members who is online. */
    allowAutoAssign: flag().default(true),
    createdAt: moment(),
    updatedAt: moment(),
  },
});

/** People of the account who share work: conversations are given to them together. */
export class Team extends TeamSchema.class {}
TeamSchema.setClass(Team);
export { TeamSchema };
