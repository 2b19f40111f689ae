import { defineEntity, p } from '@mikro-orm/core';
import { id, moment } from './columns.ts';
import { Inbox } from './inbox.ts';
import { User } from './user.ts';

/** A user's membership in an inbox: agents see only the inboxes that they are members of. */
export const InboxMember = defineEntity({
  name: 'InboxMember',
  tableName: 'inbox_members',
  uniques: [{ properties: ['inbox', 'user'] }],
  properties: {
    id: id(),
    inbox: p.manyToOne(Inbox).deleteRule('cascade').index(false),
    user: p.manyToOne(User).deleteRule('cascade').index(),
    /** When auto assignment last chose this member; the one chosen longest ago is next. Null = never. */
    lastAssignedAt: moment().nullable(),
    createdAt: moment(),
  },
});
