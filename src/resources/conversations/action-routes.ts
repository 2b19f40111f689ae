import { answers, takes } from '../../http/describe.ts';
import { allow } from '../../http/permissions.ts';
import { router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { conversationShape, customAttributesShape, toggledPriorityShape, toggledStatusShape } from './answers.ts';
import { changePriority } from './change-priority.ts';
import { changeStatus } from './change-status.ts';
import { markSeen } from './mark-seen.ts';
import { markUnread } from './mark-unread.ts';
import { noteTyping } from './note-typing.ts';
import { presentStatus } from './presenter.ts';
import { requestTranscript } from './request-transcript.ts';
import { customAttributesBody, togglePriorityBody, toggleStatusBody, transcriptBody, typingBody } from './schema.ts';
import { setCustomAttributes } from './set-custom-attributes.ts';
import { setMuted } from './set-muted.ts';
import { conversationOf, show } from './show-routes.ts';

/** /conversations/{id}/... */
export const conversationActions = router();

conversationActions.post(
  '/:id/toggle_status',
  allow('conversation:write'),
  takes({ body: toggleStatusBody }),
  answers(toggledStatusShape),
  async (ctx) => {
    const { em, caller, now } = ctx.state;
    const conversation = await conversationOf(ctx);
    const body = validate(toggleStatusBody, ctx);
    const input = { status: body.status, snoozedUntil: body.snoozed_until ?? null, actor: caller };
    ctx.body = presentStatus(await changeStatus(em, conversation, input, now));
  },
);

conversationActions.post(
  '/:id/toggle_priority',
  allow('conversation:write'),
  takes({ body: togglePriorityBody }),
  answers(toggledPriorityShape),
  async (ctx) => {
    const { em, caller, now } = ctx.state;
    const conversation = await conversationOf(ctx);
    const { priority = null } = validate(togglePriorityBody, ctx);
    const changed = await changePriority(em, conversation, { priority, actor: caller }, now);
    ctx.body = { priority: changed.priority };
  },
);

conversationActions.post(
  '/:id/toggle_typing_status',
  allow('conversation:write'),
  takes({ body: typingBody }),
  answers(null),
  async (ctx) => {
    const { em, caller, now } = ctx.state;
    const conversation = await conversationOf(ctx);
    const body = validate(typingBody, ctx);
    const isTyping = body.typing_status === 'on';
    await noteTyping(em, conversation, { isTyping, isPrivate: body.is_private ?? false, actor: caller }, now);
    ctx.body = '';
  },
);

conversationActions.post(
  '/:id/mute',
  allow('conversation:handle'),
  takes({}),
  answers(conversationShape),
  async (ctx) => {
    const { em, caller, now } = ctx.state;
    await show(ctx, await setMuted(em, await conversationOf(ctx), { muted: true, actor: caller }, now));
  },
);

conversationActions.post(
  '/:id/unmute',
  allow('conversation:handle'),
  takes({}),
  answers(conversationShape),
  async (ctx) => {
    const { em, caller, now } = ctx.state;
    await show(ctx, await setMuted(em, await conversationOf(ctx), { muted: false, actor: caller }, now));
  },
);

conversationActions.post(
  '/:id/unread',
  allow('conversation:handle'),
  takes({}),
  answers(conversationShape),
  async (ctx) => {
    await show(ctx, await markUnread(ctx.state.em, await conversationOf(ctx)));
  },
);

conversationActions.post(
  '/:id/update_last_seen',
  allow('conversation:handle'),
  takes({}),
  answers(conversationShape),
  async (ctx) => {
    const { em, caller, now } = ctx.state;
    await show(ctx, await markSeen(em, await conversationOf(ctx), caller, now));
  },
);

conversationActions.post(
  '/:id/custom_attributes',
  allow('conversation:write'),
  takes({ body: customAttributesBody }),
  answers(customAttributesShape),
  async (ctx) => {
    const { em, caller, now } = ctx.state;
    const conversation = await conversationOf(ctx);
    const body = validate(customAttributesBody, ctx);
    const input = { customAttributes: body.custom_attributes, merge: body.merge ?? false, actor: caller };
    const changed = await setCustomAttributes(em, conversation, input, now);
    ctx.body = { custom_attributes: changed.customAttributes };
  },
);

conversationActions.post(
  '/:id/transcript',
  allow('conversation:handle'),
  takes({ body: transcriptBody }),
  answers(null),
  async (ctx) => {
    const { em, app, now } = ctx.state;
    const conversation = await conversationOf(ctx);
    const { email } = validate(transcriptBody, ctx);
    const perHour = app.config.rate_limit.transcripts_per_hour;
    await requestTranscript(em, conversation, { email, perHour }, now);
    ctx.body = '';
  },
);
