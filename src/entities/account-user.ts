import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { AgentCapacityPolicy } from './agent-capacity-policy.ts';
import { choice, flag, id, json, moment } from './columns.ts';
import type { NotificationType } from './notification.ts';
import { User } from './user.ts';

export const ROLES = ['administrator', 'agent'] as const;
export type Role = (typeof ROLES)[number];

export const AVAILABILITIES = ['online', 'busy', 'offline'] as const;
export type Availability = (typeof AVAILABILITIES)[number];

/** A user's membership in an account, with role and availability. */
export const AccountUser = defineEntity({
  name: 'AccountUser',
  tableName: 'account_users',
  uniques: [{ properties: ['account', 'user'] }],
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(false),
    user: p.manyToOne(User).deleteRule('cascade').index(),
    role: choice(ROLES),
    /** The availability that the person chose; what others see also depends on presence. */
    availability: choice(AVAILABILITIES).default('online'),
    autoOffline: flag().default(true),
    inviterId: p.integer().nullable(),
    /** The person's name in this account; null = their own name. */
    shownName: p.string().nullable(),
    /** The address that was invited, which is all that the account sees of the person; null = they have accepted. */
    invitedEmail: p.string().nullable(),
    /** When the person last worked in this account; null = never. */
    activeAt: moment().nullable(),
    /** What the person gets mails about, and what push messages (`DEFAULT_FLAGS` until they say otherwise). */
    emailFlags: json<NotificationType[]>().default('["conversation_assignment"]'),
    pushFlags: json<NotificationType[]>().default('["conversation_assignment"]'),
    /** How many conversations the person gets; null = any number. */
    agentCapacityPolicy: p.manyToOne(AgentCapacityPolicy).nullable().deleteRule('set null').index(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
