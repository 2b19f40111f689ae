import { ok } from '../../../http/routes/answer.ts';
import { routes } from '../../../http/routes/route.ts';
import { visibleInboxIds } from '../../../records/visible-inboxes.ts';
import { named, type Shape, shape } from '../../../wire/shape.ts';
import { countUnreadConversations, type UnreadCount } from './count-unread-conversations.ts';

export const unreadCounts = routes('/conversations/unread_counts');

const countsById: Shape<Record<string, number>> = {
  type: 'object',
  additionalProperties: { type: 'integer' },
  description: 'By id; those without any are left out',
};

const unreadCountsShape = named('UnreadCounts', { inboxes: countsById, labels: countsById, teams: countsById });

unreadCounts.get(
  '/',
  {
    permission: 'conversation:list',
    summary: 'Count conversations with unread messages',
    description: 'Open ones in the inboxes that the caller sees, by inbox, by label of the account, and by team.',
    answer: ok(shape({ payload: unreadCountsShape })),
  },
  async ({ tx, account, caller }) => {
    const inboxIds = await visibleInboxIds(tx, account.id, caller);
    const { inboxes, labels, teams } = await countUnreadConversations(tx, account.id, inboxIds);
    return { payload: { inboxes: byId(inboxes), labels: byId(labels), teams: byId(teams) } };
  },
);

const byId = (counts: UnreadCount[]) => Object.fromEntries(counts.map(({ id, count }) => [String(id), count]));
