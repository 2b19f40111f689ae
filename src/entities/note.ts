import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { id, moment, text } from './columns.ts';
import { Contact } from './contact.ts';
import { User } from './user.ts';

const NoteSchema = defineEntity({
  name: 'Note',
  tableName: 'notes',
  indexes: [{ properties: ['contact', 'createdAt', 'id'] }],
  properties: {
    id: id(),
    account: () => p.manyToOne(Account).lazyRef().deleteRule('cascade').index(),
    contact: () => p.manyToOne(Contact).lazyRef().deleteRule('cascade').index(false),
    /** The author; null = a deleted user. */
    user: () => p.manyToOne(User).lazyRef().nullable().deleteRule('set null').index(),
    content: text(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});

/** A note of the team about a contact. */
export class Note extends NoteSchema.class {}
NoteSchema.setClass(Note);
export { NoteSchema };
