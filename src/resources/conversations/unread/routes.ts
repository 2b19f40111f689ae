import { ok } from '../../../http/routes/answer.ts';
import { routes } from '../../../http/routes/route.ts';
import { visibleInboxIds } from '../../../records/visible-inboxes.ts';
import { shape } from '../../../wire/shape.ts';
import { unreadCountsShape } from './answers.ts';
import { countUnreadConversations } from './count-unread-conversations.ts';
import { presentUnreadCounts } from './presenter.ts';

export const unreadCounts = routes('/conversations/unread_counts');

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
    return { payload: presentUnreadCounts(await countUnreadConversations(tx, account.id, inboxIds)) };
  },
);
