import { answers, takes } from '../../http/describe.ts';
import { pageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { publicUrl, router } from '../../http/state.ts';
import { storeUploads } from '../../http/upload.ts';
import { validate, validateQuery } from '../../http/validate.ts';
import { shape } from '../../shapes.ts';
import { newMessage } from '../messages/new-message.ts';
import { conversationListShape, conversationShape, countsShape } from './answers.ts';
import { changePriority } from './change-priority.ts';
import { createConversation } from './create-conversation.ts';
import { deleteConversation } from './delete-conversation.ts';
import { conversationFilter } from './filter.ts';
import { presentConversation, presentCounts } from './presenter.ts';
import { countConversations, listConversations } from './queries.ts';
import { createConversationBody, listQuery, updateConversationBody } from './schema.ts';
import { conversationOf, show } from './show-routes.ts';

/** /conversations */
export const conversations = router();

conversations.get(
  '/',
  allow('conversation:list'),
  takes({ query: listQuery, page: true }),
  answers(conversationListShape),
  async (ctx) => {
    const { em, caller, account, now } = ctx.state;
    const { filter, assignment, sort } = await conversationFilter(em, validateQuery(listQuery, ctx), account, caller);
    const page = pageOf(ctx);
    const counts = await countConversations(em, filter);
    const listed = await listConversations(em, filter, assignment, sort, page);
    ctx.body = {
      data: {
        meta: presentCounts(counts, assignment, page.number),
        payload: listed.map((row) => presentConversation(row, caller, now, publicUrl(ctx))),
      },
    };
  },
);

conversations.get(
  '/meta',
  allow('conversation:list'),
  takes({ query: listQuery, page: true }),
  answers(shape({ meta: countsShape })),
  async (ctx) => {
    const { em, caller, account } = ctx.state;
    const { filter, assignment } = await conversationFilter(em, validateQuery(listQuery, ctx), account, caller);
    const counts = await countConversations(em, filter);
    ctx.body = { meta: presentCounts(counts, assignment, pageOf(ctx).number) };
  },
);

conversations.post(
  '/',
  allow('conversation:create'),
  takes({ body: createConversationBody, name: 'conversation', files: ['message[attachments]', 'attachments'] }),
  answers(conversationShape, 201),
  async (ctx) => {
    const { em, account, caller, now } = ctx.state;
    const body = validate(createConversationBody, ctx);
    const files = body.message ? await storeUploads(ctx, 'message[attachments]', 'attachments') : [];
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
      message: body.message ? newMessage(body.message, files, caller) : null,
      actor: caller,
    };
    await show(ctx, await createConversation(em, account, input, now));
  },
);

conversations.get('/:id', allow('conversation:read'), takes({}), answers(conversationShape), async (ctx) => {
  await show(ctx, await conversationOf(ctx));
});

conversations.patch(
  '/:id',
  allow('conversation:write'),
  takes({ body: updateConversationBody, name: 'conversation' }),
  answers(conversationShape),
  async (ctx) => {
    const { em, caller, now } = ctx.state;
    const conversation = await conversationOf(ctx);
    const { priority } = validate(updateConversationBody, ctx);
    await show(ctx, await changePriority(em, conversation, { priority, actor: caller }, now));
  },
);

conversations.delete('/:id', allow('conversation:delete'), takes({}), answers(null), async (ctx) => {
  const files = await deleteConversation(ctx.state.em, await conversationOf(ctx));
  ctx.state.droppedFiles.push(...files);
  ctx.body = '';
});
