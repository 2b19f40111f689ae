import type { Tx } from '../../db/tx.ts';
import { readAssignees } from '../../records/read-agents.ts';
import { userBlock } from '../../wire/conversation-blocks.ts';
import type { Announcement } from './announcement.ts';
import type { Heard } from './heard.ts';

/** Events with the present state of the conversation, which others may have changed since. */
const AS_IT_IS_NOW = [
  'assignee.changed',
  'conversation.read',
  'conversation.status_changed',
  'conversation.updated',
  'team.changed',
];

/** Gives the function that tells the team who performed what was heard. */
export async function readPerformers(tx: Tx, accountId: number, heard: Heard[], now: Date) {
  const ids = new Set(heard.flatMap(({ performerId }) => performerId ?? []));
  const users = ids.size > 0 ? await readAssignees(tx, [...ids], accountId) : [];
  const blocks = new Map(users.map((user) => [user.id, userBlock(user, now)]));
  return ({ performerId }: Heard, announcement: Announcement): Announcement => {
    const performer = blocks.get(performerId ?? 0);
    const { team, event } = announcement;
    if (!performer || !team || AS_IT_IS_NOW.includes(event)) return announcement;
    return { ...announcement, team: { ...team, data: { ...team.data, performer } } };
  };
}
