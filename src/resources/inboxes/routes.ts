import { findChannel } from '../../channels/find-channel.ts';
import { openSecrets } from '../../channels/secrets.ts';
import { found } from '../../errors.ts';
import { idOf } from '../../http/find.ts';
import { optionalPageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, publicUrl, router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { createInbox } from './create-inbox.ts';
import { deleteInbox } from './delete-inbox.ts';
import { inboxInput } from './inbox-input.ts';
import { presentInbox } from './presenter.ts';
import { findInbox, type InboxRow, listInboxes } from './queries.ts';
import { createInboxBody, newChannelBody, updateInboxBody } from './schema.ts';
import { updateInbox } from './update-inbox.ts';

/** /inboxes */
export const inboxes = router();

inboxes.get('/', allow('inbox:read'), async (ctx) => {
  const rows = await listInboxes(ctx.state.em, ctx.state.account.id, optionalPageOf(ctx));
  ctx.body = { payload: rows.map((inbox) => present(ctx, inbox)) };
});

inboxes.get('/:id', allow('inbox:read'), async (ctx) => {
  ctx.body = present(ctx, await inboxOf(ctx));
});

inboxes.post('/', allow('inbox:write'), async (ctx) => {
  const { em, account, now } = ctx.state;
  const channel = findChannel(validate(newChannelBody, ctx, 'inbox').channel.type);
  const body = validate(createInboxBody(channel), ctx, 'inbox');
  ctx.body = present(ctx, await createInbox(em, account, channel, { ...inboxInput(body), name: body.name }, now));
  ctx.status = 201;
});

inboxes.patch('/:id', allow('inbox:write'), async (ctx) => {
  const { em, account, now } = ctx.state;
  const inbox = await inboxOf(ctx);
  const body = validate(updateInboxBody(findChannel(inbox.channel.type)), ctx, 'inbox');
  ctx.body = present(ctx, await updateInbox(em, account, inbox.id, inboxInput(body), now));
});

inboxes.delete('/:id', allow('inbox:write'), async (ctx) => {
  const { em, account, now } = ctx.state;
  const files = await deleteInbox(em, account, await inboxOf(ctx), now);
  ctx.state.droppedFiles.push(...files);
  ctx.body = { message: 'The inbox is deleted, with all its conversations.' };
});

async function inboxOf(ctx: Ctx): Promise<InboxRow> {
  return found(await findInbox(ctx.state.em, ctx.state.account.id, idOf(ctx, 'Inbox')), 'Inbox');
}

/** Only administrators see the channel's secrets. */
function present(ctx: Ctx, inbox: InboxRow) {
  const { em, caller } = ctx.state;
  const secrets = caller.role === 'administrator' ? openSecrets(em, inbox.sealedSecrets) : null;
  return presentInbox(inbox, secrets, publicUrl(ctx));
}
