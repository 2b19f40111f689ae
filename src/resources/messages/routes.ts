import type { Tx } from '../../db/tx.ts';
import { found } from '../../errors.ts';
import { findShownConversation } from '../../records/shown/find-shown-conversation.ts';
import { findToLock, findVisibleConversation, findVisibleKey } from '../../records/visible-inboxes.ts';
import { created, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { createdMessageShape, messageShape, messagesShape, translationShape } from './answers.ts';
import { createMessage } from '../../conversations/messages/create-message.ts';
import { deleteMessage } from '../../conversations/messages/delete-message.ts';
import { checkContent, messageInput } from './message-input.ts';
import { presentMessage } from './presenter.ts';
import { findMessage } from '../../conversations/messages/queries.ts';
import { messageRange } from './message-range.ts';
import { retryMessage } from '../../conversations/messages/retry-message.ts';
import {
  createMessageBody,
  listMessagesQuery,
  translateMessageBody,
  updateMessageBody,
  withTypeOfPerson,
} from './schema.ts';
import { showMessagesPage, USUAL_MESSAGES } from './show-messages.ts';
import { translateMessage } from './translate-message.ts';
import { updateMessageStatus } from '../../conversations/messages/update-message-status.ts';

export const messages = routes('/conversations/:conversation_id/messages');

messages.get(
  '/',
  {
    permission: 'message:read',
    summary: 'List the messages of a conversation',
    description:
      'Oldest first within a page; page 1 has the newest. `before` and `after` are ids of messages: `before` pages through older ones, `after` gives up to 100 newer ones, and both together give up to 1,000 from `after`, itself included, to `before`. With `after`, `page` and `per_page` change nothing.',
    find: shownConversationOf,
    query: listMessagesQuery,
    page: USUAL_MESSAGES,
    answer: ok(messagesShape),
  },
  ({ found: conversation, query, page, ...asked }) =>
    showMessagesPage(asked, asked.params.conversation_id, conversation, messageRange(query, page)),
);

messages.post(
  '/',
  {
    permission: 'message:create',
    summary: 'Create a message',
    description:
      'Files are sent as `attachments[]` of a multipart form, or named by the signed ids of files that have been uploaded. ' +
      'People who have signed in may leave `message_type` out, and send an outgoing message then; programs with a token say it.',
    findEarly: conversationKeyOf,
    body: createMessageBody,
    complete: withTypeOfPerson,
    name: 'message',
    files: ['attachments[]'],
    takesBlobs: true,
    chooseFiles(files, body, differences) {
      checkContent(body, files, differences);
      return files;
    },
    example: { content: 'Let me look.', message_type: 'outgoing' },
    answer: created(createdMessageShape),
  },
  async ({ body, files, ...asked }) => {
    const input = messageInput(body, files, asked.caller);
    const find = (tx: Tx) => findToLock(tx, asked.account.id, asked.params.conversation_id, asked.caller);
    const { message, conversation } = await createMessage(asked.tx, find, input, asked.now);
    return presentMessage(message, conversation.displayId, asked.publicUrl, body.echo_id);
  },
);

messages.patch(
  '/:id',
  {
    permission: 'message:write',
    summary: 'Change the status of a message',
    find: messageOf,
    body: updateMessageBody,
    name: 'message',
    example: { status: 'read' },
    answer: ok(messageShape),
  },
  async ({ tx, found: { conversation, message }, body, now, publicUrl }) => {
    const input = { status: body.status, externalError: body.external_error ?? null };
    const updated = await updateMessageStatus(tx, conversation.id, message.id, input, now);
    return presentMessage(updated, conversation.displayId, publicUrl);
  },
);

messages.delete(
  '/:id',
  { permission: 'message:write', summary: 'Delete a message', find: messageOf, answer: ok(messageShape) },
  async ({ tx, found: { conversation, message }, now, publicUrl }) =>
    presentMessage(await deleteMessage(tx, conversation.id, message.id, now), conversation.displayId, publicUrl),
);

messages.post(
  '/:id/retry',
  {
    permission: 'message:write',
    summary: 'Send a failed message again',
    find: messageOf,
    answer: ok(messageShape),
    mayAnswer: [422],
  },
  async ({ tx, found: { conversation, message }, now, publicUrl }) =>
    presentMessage(await retryMessage(tx, conversation.id, message.id, now), conversation.displayId, publicUrl),
);

messages.post(
  '/:id/translate',
  {
    permission: 'message:write',
    summary: 'Translate a message',
    find: messageOf,
    body: translateMessageBody,
    name: 'message',
    example: { target_language: 'en' },
    answer: ok(translationShape),
    mayAnswer: [503],
    // It waits for another server, which must not happen inside a transaction.
    isNotRepeated: true,
  },
  async ({ app, tx, found: { conversation, message }, body }) => ({
    content: await translateMessage(app, tx, conversation, message, body.target_language),
  }),
);

type InConversation = Asked<'/conversations/:conversation_id'>;

/** As in resources/conversations/show-conversation.ts, which cannot be imported here, because it imports this folder. */
function parentConversationOf({ tx, account, caller, params }: InConversation) {
  return findVisibleConversation(tx, account.id, params.conversation_id, caller);
}

function shownConversationOf({ tx, account, caller, params }: InConversation) {
  return findShownConversation(tx, account.id, params.conversation_id, caller);
}

function conversationKeyOf({ tx, account, caller, params }: InConversation) {
  return findVisibleKey(tx, account.id, params.conversation_id, caller);
}

async function messageOf(asked: InConversation & Asked<'/:id'>) {
  const conversation = await parentConversationOf(asked);
  const message = found(await findMessage(asked.tx, conversation.id, asked.params.id), 'Message');
  return { conversation, message };
}
