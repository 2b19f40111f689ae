import { findChannel } from '../../channels/find-channel.ts';
import { openSecrets } from '../../channels/secrets.ts';
import { visibleInboxIds } from '../../events/visible-inboxes.ts';
import { answers, mayAnswer, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { optionalPageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, publicUrl, router } from '../../http/state.ts';
import { storeUploads } from '../../http/upload.ts';
import { validate } from '../../http/validate.ts';
import { checkAvatar } from '../files/check-avatar.ts';
import { inboxListShape, inboxShape, messageShape } from './answers.ts';
import { createInbox } from './create-inbox.ts';
import { deleteInbox } from './delete-inbox.ts';
import { inboxInput } from './inbox-input.ts';
import { openInbox } from './open-inbox.ts';
import { presentInbox } from './presenter.ts';
import { type InboxRow, listInboxes } from './queries.ts';
import { removeInboxAvatar } from './remove-inbox-avatar.ts';
import { resetInboxSecret } from './reset-inbox-secret.ts';
import {
  createInboxBodies,
  type InboxBody,
  type NewChannelBody,
  newChannelBody,
  type NewInboxBody,
  updateInboxBodies,
} from './schema.ts';
import { updateInbox } from './update-inbox.ts';

/** /inboxes */
export const inboxes = router();

inboxes.get('/', allow('inbox:read'), takes({ page: true }), answers(inboxListShape), async (ctx) => {
  const { em, account, caller } = ctx.state;
  const visible = await visibleInboxIds(em, account.id, caller);
  const rows = await listInboxes(em, account.id, visible, optionalPageOf(ctx));
  ctx.body = { payload: rows.map((inbox) => show(ctx, inbox)) };
});

inboxes.get('/:id', allow('inbox:read'), takes({}), answers(inboxShape), async (ctx) => {
  ctx.body = show(ctx, await inboxOf(ctx));
});

inboxes.post(
  '/',
  allow('inbox:write'),
  takes({ body: [newChannelBody, ...Object.values(createInboxBodies)], name: 'inbox', files: ['avatar'] }),
  answers(inboxShape, 201),
  mayAnswer(402),
  async (ctx) => {
    const { em, account, now } = ctx.state;
    const { channel: wanted }: NewChannelBody = validate(newChannelBody, ctx);
    const channel = findChannel(wanted.type);
    const body: NewInboxBody = validate(createInboxBodies[channel.type], ctx);
    const input = { ...inboxInput(body, await pictureOf(ctx)), name: body.name };
    ctx.body = show(ctx, await createInbox(em, account, channel, input, now));
  },
);

inboxes.patch(
  '/:id',
  allow('inbox:write'),
  takes({ body: Object.values(updateInboxBodies), name: 'inbox', files: ['avatar'] }),
  answers(inboxShape),
  async (ctx) => {
    const { em, account, now } = ctx.state;
    const { id, channel } = await inboxOf(ctx);
    const body: InboxBody = validate(updateInboxBodies[channel.type], ctx);
    const { inbox, dropped } = await updateInbox(em, account, id, inboxInput(body, await pictureOf(ctx)), now);
    ctx.state.droppedFiles.push(...dropped);
    ctx.body = show(ctx, inbox);
  },
);

inboxes.delete('/:id', allow('inbox:write'), takes({}), answers(messageShape), async (ctx) => {
  const { em, account, now } = ctx.state;
  const { files, isDone } = await deleteInbox(em, account, await inboxOf(ctx), now);
  ctx.state.droppedFiles.push(...files);
  const conversations = isDone ? 'with all its conversations' : 'and its conversations are being removed';
  ctx.body = { message: `The inbox is deleted, ${conversations}.` };
});

inboxes.delete('/:id/avatar', allow('inbox:write'), takes({}), answers(inboxShape), async (ctx) => {
  const { em, account, now } = ctx.state;
  const { inbox, dropped } = await removeInboxAvatar(em, account, (await inboxOf(ctx)).id, now);
  ctx.state.droppedFiles.push(...dropped);
  ctx.body = show(ctx, inbox);
});

inboxes.post('/:id/reset_secret', allow('inbox:write'), takes({}), answers(inboxShape), async (ctx) => {
  const { em, account, now } = ctx.state;
  ctx.body = show(ctx, await resetInboxSecret(em, account, (await inboxOf(ctx)).id, now));
});

function inboxOf(ctx: Ctx): Promise<InboxRow> {
  return openInbox(ctx.state.em, ctx.state.account.id, idOf(ctx, 'Inbox'), ctx.state.caller);
}

async function pictureOf(ctx: Ctx) {
  return checkAvatar(await storeUploads(ctx, 'avatar', 'inbox[avatar]'));
}

/** Only administrators see the channel's secrets. */
function show(ctx: Ctx, inbox: InboxRow) {
  const { em, caller } = ctx.state;
  const secrets = caller.role === 'administrator' ? openSecrets(em, inbox.sealedSecrets) : null;
  return presentInbox(inbox, secrets, publicUrl(ctx));
}
