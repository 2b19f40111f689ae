import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { id, moment } from './columns.ts';
import { Contact } from './contact.ts';
import { User } from './user.ts';

/** Until when a user or a contact is online in an account; a row for each person who has ever been. */
export const Presence = defineEntity({
  name: 'Presence',
  tableName: 'presences',
  uniques: [{ properties: ['account', 'user'] }, { properties: ['contact'] }],
  // For listing those who are online.
  indexes: [{ properties: ['account', 'onlineUntil'] }],
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(false),
    /** Null = a contact. */
    user: p.manyToOne(User).nullable().deleteRule('cascade').index(),
    /** Null = a user. */
    contact: p.manyToOne(Contact).nullable().deleteRule('cascade').index(false),
    /** Moved on while one of the person's sockets is open. */
    onlineUntil: moment(),
  },
});
