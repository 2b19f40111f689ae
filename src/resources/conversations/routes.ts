import { found } from '../../errors.ts';
import { findConversation } from '../../events/read-conversations.ts';
import type { ConversationRow } from '../../events/select-conversations.ts';
import { idOf } from '../../http/find.ts';
import { pageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, publicUrl, router } from '../../http/state.ts';
import { storeUploads } from '../../http/upload.ts';
import { validate, validateQuery } from '../../http/validate.ts';
import { newMessage } from '../messages/new-message.ts';
import { changePriority } from './change-priority.ts';
import { changeStatus } from './change-status.ts';
import { createConversation } from './create-conversation.ts';
import { deleteConversation } from './delete-conversation.ts';
import { conversationFilter } from './filter.ts';
import { markSeen } from './mark-seen.ts';
import { markUnread } from './mark-unread.ts';
import { presentConversation, presentCounts, presentStatus } from './presenter.ts';
import { countConversations, listConversations, withMessages } from './queries.ts';
import {
  createConversationBody,
  customAttributesBody,
  listQuery,
  togglePriorityBody,
  toggleStatusBody,
  updateConversationBody,
} from './schema.ts';
import { setCustomAttributes } from './set-custom-attributes.ts';
import { setMuted } from './set-muted.ts';

/** /conversations */
export const conversations = router();

conversations.get('/', allow('conversation:list'), async (ctx) => {
  const { em, caller, account, now } = ctx.state;
  const { filter, assignment, sort } = conversationFilter(validateQuery(listQuery, ctx), account, caller);
  const page = pageOf(ctx);
  const counts = await countConversations(em, filter, assignment.userId);
  const listed = await listConversations(em, filter, assignment, sort, page);
  ctx.body = {
    data: {
      meta: presentCounts(counts, assignment.type, page.number),
      payload: listed.map((row) => presentConversation(row, now, publicUrl(ctx))),
    },
  };
});

conversations.get('/meta', allow('conversation:list'), async (ctx) => {
  const { em, caller, account } = ctx.state;
  const { filter, assignment } = conversationFilter(validateQuery(listQuery, ctx), account, caller);
  const counts = await countConversations(em, filter, assignment.userId);
  ctx.body = { meta: presentCounts(counts, assignment.type, pageOf(ctx).number) };
});

conversations.post('/', allow('conversation:create'), async (ctx) => {
  const { em, account, caller, now } = ctx.state;
  const body = validate(createConversationBody, ctx, 'conversation');
  const files = body.message ? await storeUploads(ctx, 'message[attachments]', 'attachments') : [];
  const input = {
    contactId: body.contact_id ?? null,
    inboxId: body.inbox_id ?? null,
    sourceId: body.source_id || null,
    hmacVerified: body.hmac_verified ?? false,
    status: body.status ?? null,
    assigneeId: body.assignee_id ?? null,
    customAttributes: body.custom_attributes ?? {},
    additionalAttributes: body.additional_attributes ?? {},
    message: body.message ? newMessage(body.message, files, caller) : null,
  };
  ctx.status = 201;
  await show(ctx, await createConversation(em, account, input, now));
});

conversations.get('/:id', allow('conversation:read'), async (ctx) => {
  await show(ctx, await conversationOf(ctx));
});

conversations.patch('/:id', allow('conversation:write'), async (ctx) => {
  const { em, caller, now } = ctx.state;
  const conversation = await conversationOf(ctx);
  const { priority } = validate(updateConversationBody, ctx, 'conversation');
  await show(ctx, await changePriority(em, conversation, { priority, actor: caller }, now));
});

conversations.delete('/:id', allow('conversation:delete'), async (ctx) => {
  const files = await deleteConversation(ctx.state.em, await conversationOf(ctx));
  ctx.state.droppedFiles.push(...files);
  ctx.body = '';
});

conversations.post('/:id/toggle_status', allow('conversation:write'), async (ctx) => {
  const { em, caller, now } = ctx.state;
  const conversation = await conversationOf(ctx);
  const body = validate(toggleStatusBody, ctx);
  const input = { status: body.status, snoozedUntil: body.snoozed_until ?? null, actor: caller };
  ctx.body = presentStatus(await changeStatus(em, conversation, input, now));
});

conversations.post('/:id/toggle_priority', allow('conversation:write'), async (ctx) => {
  const { em, caller, now } = ctx.state;
  const conversation = await conversationOf(ctx);
  const { priority = null } = validate(togglePriorityBody, ctx);
  const changed = await changePriority(em, conversation, { priority, actor: caller }, now);
  ctx.body = { priority: changed.priority };
});

conversations.post('/:id/mute', allow('conversation:handle'), async (ctx) => {
  const { em, caller, now } = ctx.state;
  await show(ctx, await setMuted(em, await conversationOf(ctx), { muted: true, actor: caller }, now));
});

conversations.post('/:id/unmute', allow('conversation:handle'), async (ctx) => {
  const { em, caller, now } = ctx.state;
  await show(ctx, await setMuted(em, await conversationOf(ctx), { muted: false, actor: caller }, now));
});

conversations.post('/:id/unread', allow('conversation:handle'), async (ctx) => {
  await show(ctx, await markUnread(ctx.state.em, await conversationOf(ctx)));
});

conversations.post('/:id/update_last_seen', allow('conversation:handle'), async (ctx) => {
  const { em, caller, now } = ctx.state;
  await show(ctx, await markSeen(em, await conversationOf(ctx), caller, now));
});

conversations.post('/:id/custom_attributes', allow('conversation:write'), async (ctx) => {
  const { em, now } = ctx.state;
  const conversation = await conversationOf(ctx);
  const body = validate(customAttributesBody, ctx);
  const input = { customAttributes: body.custom_attributes, merge: body.merge ?? false };
  const changed = await setCustomAttributes(em, conversation, input, now);
  ctx.body = { custom_attributes: changed.customAttributes };
});

async function conversationOf(ctx: Ctx): Promise<ConversationRow> {
  return found(await findConversation(ctx.state.em, ctx.state.account.id, idOf(ctx, 'Conversation')), 'Conversation');
}

async function show(ctx: Ctx, conversation: ConversationRow): Promise<void> {
  const [listed] = await withMessages(ctx.state.em, [conversation]);
  ctx.body = presentConversation(found(listed, 'Conversation'), ctx.state.now, publicUrl(ctx));
}
