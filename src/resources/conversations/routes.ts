import { created, empty, ok } from '../../http/routes/answer.ts';
import { USUAL_PAGE } from '../../http/routes/page.ts';
import { routes } from '../../http/routes/route.ts';
import { shape } from '../../wire/shape.ts';
import { checkContent, messageInput } from '../messages/message-input.ts';
import { conversationActions } from './action-routes.ts';
import { conversationListShape, conversationShape, countsShape } from './answers.ts';
import { assignments } from './assignment-routes.ts';
import { conversationAttachments } from './attachment-routes.ts';
import { changePriority } from '../../conversations/change-priority.ts';
import { conversationsOfContact } from './contact-routes.ts';
import { createConversation } from '../../conversations/create-conversation.ts';
import { deleteConversation } from '../../conversations/delete-conversation.ts';
import { conversationFilters } from './filter-routes.ts';
import { conversationLabels } from './label-routes.ts';
import { countListed, readListedPage } from './lists/listed-page.ts';
import { participants } from './participant-routes.ts';
import { createConversationBody, listConversationsQuery, updateConversationBody } from './schema.ts';
import { conversationSearch } from './search-routes.ts';
import {
  conversationOf,
  showChangedConversation,
  showConversation,
  showConversations,
  shownConversationOf,
} from './show-conversation.ts';
import { unreadCounts } from './unread/routes.ts';

export const conversations = routes('/conversations');

conversations.get(
  '/',
  {
    permission: 'conversation:list',
    summary: 'List conversations',
    description: 'Open ones, unless the query says otherwise or looks for text.',
    query: listConversationsQuery,
    page: USUAL_PAGE,
    answer: ok(conversationListShape),
  },
  async ({ query, page, ...asked }) => {
    const { list, meta } = await readListedPage(asked, query, page);
    return { data: { meta, payload: await showConversations(asked, list) } };
  },
);

conversations.get(
  '/meta',
  {
    permission: 'conversation:list',
    summary: 'Count conversations',
    description:
      'As the list does, without the conversations. `page` only comes back as `current_page`, and `per_page` changes nothing.',
    query: listConversationsQuery,
    page: USUAL_PAGE,
    answer: ok(shape({ meta: countsShape })),
  },
  async ({ query, page, ...asked }) => ({ meta: await countListed(asked, query, page) }),
);

conversations.post(
  '/',
  {
    permission: 'conversation:create',
    summary: 'Create a conversation',
    description: 'With its first message, if `message` is given; its files are sent as a multipart form.',
    body: createConversationBody,
    name: 'conversation',
    files: ['message[attachments][]', 'attachments[]'],
    takesBlobs: true,
    chooseFiles(files, { message }, differences) {
      if (!message) return [];
      checkContent(message, files, differences);
      return files;
    },
    example: { inbox_id: 1, contact_id: 1, message: { content: 'Hello, how can we help?' } },
    answer: created(conversationShape),
  },
  async ({ body, files, ...asked }) => {
    const { tx, account, caller, now } = asked;
    const input = {
      contactId: body.contact_id ?? null,
      inboxId: body.inbox_id ?? null,
      sourceId: body.source_id || null,
      hmacVerified: body.hmac_verified ?? false,
      status: body.status ?? null,
      assigneeId: body.assignee_id ?? null,
      teamId: body.team_id ?? null,
      customAttributes: body.custom_attributes ?? {},
      additionalAttributes: body.additional_attributes ?? {},
      message: body.message ? messageInput(body.message, files, caller) : null,
      actor: caller,
    };
    return showChangedConversation(asked, await createConversation(tx, account, input, now));
  },
);

conversations.get(
  '/:id',
  {
    permission: 'conversation:read',
    summary: 'Show a conversation',
    find: shownConversationOf,
    answer: ok(conversationShape),
  },
  ({ found: conversation, ...asked }) => showConversation(asked, conversation),
);

conversations.patch(
  '/:id',
  {
    permission: 'conversation:write',
    summary: 'Change a conversation',
    find: conversationOf,
    body: updateConversationBody,
    name: 'conversation',
    example: { priority: 'high' },
    answer: ok(conversationShape),
  },
  async ({ found: conversation, body: { priority }, ...asked }) =>
    showChangedConversation(
      asked,
      await changePriority(asked.tx, conversation.id, { priority, actor: asked.caller }, asked.now),
    ),
);

conversations.delete(
  '/:id',
  { permission: 'conversation:delete', summary: 'Delete a conversation', find: conversationOf, answer: empty },
  ({ tx, found: conversation, now }) => deleteConversation(tx, conversation.id, now),
);

conversations.include(
  conversationSearch,
  unreadCounts,
  conversationFilters,
  conversationActions,
  assignments,
  conversationAttachments,
  conversationLabels,
  participants,
  conversationsOfContact,
);
