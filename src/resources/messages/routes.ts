import { found } from '../../errors.ts';
import { openConversation } from '../../events/visible-inboxes.ts';
import { answers, mayAnswer, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { pageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, publicUrl, router } from '../../http/state.ts';
import { storeUploads } from '../../http/upload.ts';
import { validate, validateQuery } from '../../http/validate.ts';
import { createdMessageShape, messageShape, messagesShape, translationShape } from './answers.ts';
import { createMessage } from './create-message.ts';
import { deleteMessage } from './delete-message.ts';
import { newMessage } from './new-message.ts';
import { presentMessage, presentMessagesMeta } from './presenter.ts';
import { findMessage, listMessages } from './queries.ts';
import { messageRange } from './range.ts';
import { retryMessage } from './retry-message.ts';
import { createMessageBody, listMessagesQuery, translateMessageBody, updateMessageBody } from './schema.ts';
import { translateMessage } from './translate-message.ts';
import { updateMessageStatus } from './update-message-status.ts';

const PAGE_SIZE = 20;

/** /conversations/{conversation_id}/messages */
export const messages = router();

messages.get(
  '/',
  allow('message:read'),
  takes({ query: listMessagesQuery, page: true }),
  answers(messagesShape),
  async (ctx) => {
    const conversation = await conversationOf(ctx);
    const range = messageRange(validateQuery(listMessagesQuery, ctx), pageOf(ctx, PAGE_SIZE));
    const rows = await listMessages(ctx.state.em, conversation.id, range);
    ctx.body = {
      meta: presentMessagesMeta(conversation, ctx.state.now),
      payload: rows.map((row) => presentMessage(row, conversation, publicUrl(ctx))),
    };
  },
);

messages.post(
  '/',
  allow('message:create'),
  takes({ body: createMessageBody, name: 'message', files: ['attachments'] }),
  answers(createdMessageShape, 201),
  async (ctx) => {
    const before = await conversationOf(ctx);
    const body = validate(createMessageBody, ctx);
    const input = newMessage(body, await storeUploads(ctx, 'attachments', 'message[attachments]'), ctx.state.caller);
    const { message, conversation } = await createMessage(ctx.state.em, before, input, ctx.state.now);
    ctx.body = presentMessage(message, conversation, publicUrl(ctx), body.echo_id);
  },
);

messages.patch(
  '/:id',
  allow('message:write'),
  takes({ body: updateMessageBody, name: 'message' }),
  answers(messageShape),
  async (ctx) => {
    const { conversation, message } = await messageOf(ctx);
    const body = validate(updateMessageBody, ctx);
    const input = { status: body.status, externalError: body.external_error ?? null };
    const updated = await updateMessageStatus(ctx.state.em, conversation, message, input, ctx.state.now);
    ctx.body = presentMessage(updated, conversation, publicUrl(ctx));
  },
);

messages.delete('/:id', allow('message:write'), takes({}), answers(messageShape), async (ctx) => {
  const { conversation, message } = await messageOf(ctx);
  const deleted = await deleteMessage(ctx.state.em, conversation, message, ctx.state.now);
  ctx.state.droppedFiles.push(...deleted.files);
  ctx.body = presentMessage(deleted.message, conversation, publicUrl(ctx));
});

messages.post('/:id/retry', allow('message:write'), takes({}), answers(messageShape), mayAnswer(422), async (ctx) => {
  const { conversation, message } = await messageOf(ctx);
  const retried = await retryMessage(ctx.state.em, conversation, message, ctx.state.now);
  ctx.body = presentMessage(retried, conversation, publicUrl(ctx));
});

messages.post(
  '/:id/translate',
  // It waits for another server, which no transaction may.
  allow('message:write', { onlyReads: true }),
  takes({ body: translateMessageBody, name: 'message' }),
  answers(translationShape),
  mayAnswer(503),
  async (ctx) => {
    const { conversation, message } = await messageOf(ctx);
    const { target_language: language } = validate(translateMessageBody, ctx);
    ctx.body = { content: await translateMessage(ctx.state.app, ctx.state.em, conversation, message, language) };
  },
);

async function conversationOf(ctx: Ctx) {
  const displayId = idOf(ctx, 'Conversation', 'conversation_id');
  return openConversation(ctx.state.em, ctx.state.account.id, displayId, ctx.state.caller);
}

async function messageOf(ctx: Ctx) {
  const conversation = await conversationOf(ctx);
  const message = found(await findMessage(ctx.state.em, conversation.id, idOf(ctx, 'Message')), 'Message');
  return { conversation, message };
}
