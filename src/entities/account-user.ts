import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { choice, flag, id, moment } from './columns.ts';
import { User } from './user.ts';

export const ROLES = ['administrator', 'agent'] as const;
export type Role = (typeof ROLES)[number];

export const AVAILABILITIES = ['online', 'busy', 'offline'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

const AccountUserSchema = defineEntity({
  name: 'AccountUser',
  tableName: 'account_users',
  uniques: [{ properties: ['account', 'user'] }],
  properties: {
    id: id(),
    account: () => p.manyToOne(Account).lazyRef().deleteRule('cascade').index(false),
    user: () => p.manyToOne(User).lazyRef().deleteRule('cascade').index(),
    role: choice(ROLES),
    /** What the person chose; whether they are reachable also depends on presence. */
    availability: choice(AVAILABILITIES).default('online'),
    autoOffline: flag().default(true),
    inviterId: p.integer().nullable(),
    /** What the person is called in this account; null = by their own name. */
    shownName: p.string().nullable(),
    /** The address at which they were asked in, which is all that the account knows of them; null = they have accepted. */
    invitedEmail: p.string().nullable(),
    /** When the person last worked in this account; null = never. */
    activeAt: moment().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});

/** A user's membership in an account: what they may do there, and whether they are at their desk. */
export class AccountUser extends AccountUserSchema.class {}
AccountUserSchema.setClass(AccountUser);
export { AccountUserSchema };
