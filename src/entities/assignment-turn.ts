import { defineEntity, p } from '@mikro-orm/core';
import { id, moment } from './columns.ts';
import { InboxMember } from './inbox-member.ts';

/**
 * That a member of an inbox with an assignment policy got a conversation automatically. Those that are older than the
 * policy's window are removed with the member's next turn.
 */
export const AssignmentTurn = defineEntity({
  name: 'AssignmentTurn',
  tableName: 'assignment_turns',
  indexes: [{ properties: ['inboxMember', 'assignedAt'] }],
  properties: {
    id: id(),
    inboxMember: p.manyToOne(InboxMember).deleteRule('cascade').index(false),
    assignedAt: moment(),
  },
});
