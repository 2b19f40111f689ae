import { ok } from '../../http/routes/answer.ts';
import { USUAL_PAGE } from '../../http/routes/page.ts';
import { routes } from '../../http/routes/route.ts';
import { filteredShape } from './answers.ts';
import { readFilteredPage } from './lists/listed-page.ts';
import { filterConversationsBody } from './schema.ts';
import { showConversations } from './show-conversation.ts';

export const conversationFilters = routes('/conversations/filter');

conversationFilters.post(
  '/',
  {
    permission: 'conversation:list',
    summary: 'Filter conversations',
    description: 'Lists those that meet the conditions, what was active last first.',
    page: USUAL_PAGE,
    body: filterConversationsBody,
    example: {
      payload: [
        { attribute_key: 'status', filter_operator: 'equal_to', values: ['open'], query_operator: 'AND' },
        { attribute_key: 'priority', filter_operator: 'equal_to', values: ['urgent'] },
      ],
    },
    answer: ok(filteredShape),
    isNotRepeated: true,
  },
  async ({ page, body, ...asked }) => {
    const { list, meta } = await readFilteredPage(asked, body, page);
    return { meta, payload: await showConversations(asked, list) };
  },
);
