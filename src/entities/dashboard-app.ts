import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { id, json, moment } from './columns.ts';
import { User } from './user.ts';

/** One page that the app shows. */
export type DashboardFrame = { type: 'frame'; url: string };

/** A web page of another program that agents see beside a conversation. */
export const DashboardApp = defineEntity({
  name: 'DashboardApp',
  tableName: 'dashboard_apps',
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(),
    /** The creator; null = a deleted user. */
    user: p.manyToOne(User).nullable().deleteRule('set null').index(),
    title: p.string(),
    content: json<DashboardFrame[]>(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
