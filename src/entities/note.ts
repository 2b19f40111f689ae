import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { id, moment, text } from './columns.ts';
import { Contact } from './contact.ts';
import { User } from './user.ts';

/** A note of the team about a contact. */
export const Note = defineEntity({
  name: 'Note',
  tableName: 'notes',
  indexes: [{ properties: ['contact', 'createdAt', 'id'] }],
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(),
    contact: p.manyToOne(Contact).deleteRule('cascade').index(false),
    /** The author; null = a deleted user. */
    user: p.manyToOne(User).nullable().deleteRule('set null').index(),
    content: text(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
