import { indexBeforeSearch } from '../../db/search/index-changes.ts';
import type { Rows } from '../../db/pages/paged.ts';
import { ok } from '../../http/routes/answer.ts';
import { USUAL_PAGE } from '../../http/routes/page.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { shape } from '../../wire/shape.ts';
import { listContacts } from '../contacts/queries.ts';
import { foundShapes } from './answers.ts';
import {
  presentFoundArticle,
  presentFoundContact,
  presentFoundConversation,
  presentFoundMessage,
} from './presenter.ts';
import { type Scope, scopeOf } from './scope.ts';
import { searchConversationsQuery, searchMessagesQuery, searchQuery } from './schema.ts';
import { searchArticles } from './search-articles.ts';
import { searchConversations } from './search-conversations.ts';
import { type Author, searchMessages } from './search-messages.ts';

/** Searches. Results from conversations are limited to the caller's inboxes. */
export const search = routes('/search');

search.get(
  '/',
  {
    permission: 'search:read',
    summary: 'Search everything',
    description:
      'A page of each kind. Conversations are found by their contacts, messages and articles by their words.',
    query: searchQuery,
    page: USUAL_PAGE,
    answer: ok(shape({ payload: shape(foundShapes) })),
  },
  async ({ query, page, ...asked }) => {
    await indexBeforeSearch(asked.tx);
    const text = query.q.trim();
    const scope = await scopeOf(asked);
    return {
      payload: {
        conversations: await conversationsWith(asked, scope, text, page),
        contacts: await contactsWith(asked, text, page),
        messages: await messagesWith(asked, scope, { text, author: null }, page),
        articles: await articlesWith(asked, text, page),
      },
    };
  },
);

search.get(
  '/conversations',
  {
    permission: 'search:read',
    summary: 'Search conversations by their contacts',
    description:
      'Those with the number `q`, or whose contact has it in name, e-mail address, phone number or identifier.',
    query: searchConversationsQuery,
    page: USUAL_PAGE,
    answer: ok(shape({ payload: shape({ conversations: foundShapes.conversations }) })),
  },
  async ({ query, page, ...asked }) => {
    await indexBeforeSearch(asked.tx);
    const conversations = await conversationsWith(asked, await scopeOf(asked, query), query.q.trim(), page);
    return { payload: { conversations } };
  },
);

search.get(
  '/messages',
  {
    permission: 'search:read',
    summary: 'Search messages',
    description: 'Those with all words of `q`, the newest first.',
    query: searchMessagesQuery,
    page: USUAL_PAGE,
    answer: ok(shape({ payload: shape({ messages: foundShapes.messages }) })),
  },
  async ({ query, page, ...asked }) => {
    await indexBeforeSearch(asked.tx);
    const wanted = { text: query.q.trim(), author: authorIn(query.from) };
    return { payload: { messages: await messagesWith(asked, await scopeOf(asked, query), wanted, page) } };
  },
);

search.get(
  '/contacts',
  {
    permission: 'search:read',
    summary: 'Search contacts, those who were active last first',
    query: searchQuery,
    page: USUAL_PAGE,
    answer: ok(shape({ payload: shape({ contacts: foundShapes.contacts }) })),
  },
  async ({ query, page, ...asked }) => ({
    payload: { contacts: await contactsWith(asked, query.q.trim(), page) },
  }),
);

search.get(
  '/articles',
  {
    permission: 'search:read',
    summary: 'Search articles',
    description: 'Those with all words of `q`, drafts too; the latest changed first.',
    query: searchQuery,
    page: USUAL_PAGE,
    answer: ok(shape({ payload: shape({ articles: foundShapes.articles }) })),
  },
  async ({ query, page, ...asked }) => ({ payload: { articles: await articlesWith(asked, query.q.trim(), page) } }),
);

type Searching = Pick<Asked, 'tx' | 'account' | 'caller' | 'publicUrl'>;

async function conversationsWith({ tx, publicUrl }: Searching, scope: Scope, text: string, page: Rows) {
  const found = await searchConversations(tx, scope, text, page);
  return found.map((one) => presentFoundConversation(one, publicUrl));
}

async function messagesWith(
  { tx, publicUrl }: Searching,
  scope: Scope,
  wanted: { text: string; author: Author },
  page: Rows,
) {
  const found = await searchMessages(tx, scope, wanted, page);
  return found.map((one) => presentFoundMessage(one, publicUrl));
}

async function contactsWith({ tx, account }: Searching, text: string, page: Rows) {
  const filter = { accountId: account.id, labels: null, text };
  const { list } = await listContacts(tx, filter, { column: 'last_activity_at', descending: true }, page);
  return (await list.items()).map(presentFoundContact);
}

async function articlesWith({ tx, account }: Searching, text: string, page: Rows) {
  const found = await searchArticles(tx, account.id, text, page);
  return found.map(presentFoundArticle);
}

function authorIn(from: string | undefined): Author {
  if (!from) return null;
  const [kind, id] = from.split(':');
  return { type: kind === 'contact' ? 'Contact' : 'User', id: Number(id) };
}
