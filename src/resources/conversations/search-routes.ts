import { answers, takes } from '../../http/describe.ts';
import { pageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { router } from '../../http/state.ts';
import { validateQuery } from '../../http/validate.ts';
import { foundConversationsShape } from './answers.ts';
import { conversationFilter } from './filter.ts';
import { presentCounts } from './presenter.ts';
import { presentFoundConversation } from './present-found-conversation.ts';
import { countConversations, listConversations } from './queries.ts';
import { messagesFound } from './messages-found.ts';
import { searchQuery } from './schema.ts';

/** /conversations/search */
export const conversationSearch = router();

conversationSearch.get(
  '/search',
  allow('conversation:list'),
  takes({ query: searchQuery, page: true }),
  answers(foundConversationsShape),
  async (ctx) => {
    const { em, account, caller } = ctx.state;
    const query = validateQuery(searchQuery, ctx);
    const { filter, assignment, sort } = await conversationFilter(em, query, account, caller);
    const page = pageOf(ctx);
    const counts = await countConversations(em, filter);
    const listed = await listConversations(em, filter, assignment, sort, page);
    const messages = await messagesFound(em, account.id, listed, query.q);
    ctx.body = {
      meta: presentCounts(counts, assignment, page.number),
      payload: listed.map(({ conversation }) => presentFoundConversation(conversation, messages)),
    };
  },
);
