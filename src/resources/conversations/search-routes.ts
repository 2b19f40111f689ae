import { ok } from '../../http/routes/answer.ts';
import { USUAL_PAGE } from '../../http/routes/page.ts';
import { routes } from '../../http/routes/route.ts';
import { foundConversationsShape } from './answers.ts';
import { findMatchingMessages } from './find-matching-messages.ts';
import { listFilter } from './list-filter.ts';
import { presentFoundConversation } from './present-found-conversation.ts';
import { presentCounts } from './presenter.ts';
import { listConversations } from './queries.ts';
import { searchConversationsQuery } from './schema.ts';

export const conversationSearch = routes('/conversations/search');

conversationSearch.get(
  '/',
  {
    permission: 'conversation:list',
    summary: 'Search conversations',
    description: 'Lists those with a message that has all words of `q`, each with such messages.',
    query: searchConversationsQuery,
    page: USUAL_PAGE,
    answer: ok(foundConversationsShape),
  },
  async ({ tx, account, caller, query, page }) => {
    const { filter, assignment, sort } = await listFilter(tx, query, account, caller);
    const { list, counts } = await listConversations(tx, filter, assignment, sort, page);
    const rows = await list.items();
    const messages = await findMatchingMessages(tx, account.id, rows, query.q);
    return {
      meta: presentCounts(counts, assignment, page.number),
      payload: rows.map(({ conversation }) => presentFoundConversation(conversation, messages)),
    };
  },
);
