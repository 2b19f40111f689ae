import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { attributes, choice, id, moment } from './columns.ts';
import { User } from './user.ts';

export const FILTER_TYPES = ['conversation', 'contact', 'report'] as const;
export type FilterType = (typeof FILTER_TYPES)[number];

/** A list filter that a user has saved for themselves. */
export const CustomFilter = defineEntity({
  name: 'CustomFilter',
  tableName: 'custom_filters',
  indexes: [{ properties: ['account', 'user', 'filterType'] }],
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(false),
    user: p.manyToOne(User).deleteRule('cascade').index(),
    name: p.string(),
    filterType: choice(FILTER_TYPES).default('conversation'),
    /** The conditions as the client wrote them: `{ payload: [...] }`. */
    query: attributes(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
