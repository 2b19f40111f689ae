import { findChannel } from '../../channels/find-channel.ts';
import { visibleInboxIds } from '../../records/visible-inboxes.ts';
import { created, ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { checkAvatar } from '../files/check-avatar.ts';
import { inboxListShape, inboxShape, confirmationShape } from './answers.ts';
import { addressesOfInboxes } from './addresses/routes.ts';
import { inboxBot } from './bot-routes.ts';
import { createInbox } from './create-inbox.ts';
import { deleteInbox } from './delete-inbox.ts';
import { inboxInput } from './inbox-input.ts';
import { inboxOf } from './inbox-of.ts';
import { listInboxes } from './queries.ts';
import { removeInboxAvatar } from './remove-inbox-avatar.ts';
import { resetInboxSecret } from './reset-inbox-secret.ts';
import { createInboxBody, updateInboxBody } from './schema.ts';
import { showInbox } from './show-inbox.ts';
import { surveyTemplates } from './surveys/routes.ts';
import { updateInbox } from './update-inbox.ts';
import { whatsappInboxes } from './whatsapp/routes.ts';

export const inboxes = routes('/inboxes');

inboxes.get(
  '/',
  {
    permission: 'inbox:read',
    summary: 'List inboxes',
    description: 'Agents see those that they are members of.',
    page: 'optional',
    answer: ok(inboxListShape),
  },
  async ({ account, page, ...asked }) => {
    const visible = await visibleInboxIds(asked.tx, account.id, asked.caller);
    const rows = await listInboxes(asked.tx, account.id, visible, page);
    return { payload: rows.map((inbox) => showInbox(asked, inbox)) };
  },
);

inboxes.post(
  '/',
  {
    permission: 'inbox:write',
    summary: 'Create an inbox',
    description: 'What `channel` takes depends on its `type`. A picture is sent as `avatar` of a multipart form.',
    body: createInboxBody,
    name: 'inbox',
    files: ['avatar'],
    chooseFiles: checkAvatar,
    example: { name: 'Website', channel: { type: 'web_widget', website_url: 'https://example.com' } },
    answer: created(inboxShape),
    mayAnswer: [402],
  },
  async ({ tx, account, caller, body, files, now, publicUrl }) => {
    const input = { ...inboxInput(body, files[0] ?? null), name: body.name };
    const inbox = await createInbox(tx, account, findChannel(body.channel.type), input, now);
    return showInbox({ tx, caller, publicUrl }, inbox);
  },
);

inboxes.get(
  '/:id',
  { permission: 'inbox:read', summary: 'Show an inbox', find: inboxOf, answer: ok(inboxShape) },
  ({ found: inbox, ...asked }) => showInbox(asked, inbox),
);

inboxes.patch(
  '/:id',
  {
    permission: 'inbox:write',
    summary: 'Change an inbox',
    description: 'What `channel` takes depends on the type of the channel, which cannot be changed.',
    find: inboxOf,
    body: updateInboxBody,
    name: 'inbox',
    files: ['avatar'],
    chooseFiles: checkAvatar,
    example: { greeting_enabled: true, greeting_message: 'Hello! How can we help?' },
    answer: ok(inboxShape),
  },
  async ({ tx, account, caller, found, body, files, now, publicUrl }) => {
    const input = inboxInput(body, files[0] ?? null);
    const inbox = await updateInbox(tx, account, found.id, input, now);
    return showInbox({ tx, caller, publicUrl }, inbox);
  },
);

inboxes.delete(
  '/:id',
  {
    permission: 'inbox:write',
    summary: 'Delete an inbox',
    description: 'Its conversations are deleted with it; where there are many, they follow in the background.',
    find: inboxOf,
    answer: ok(confirmationShape),
  },
  async ({ tx, account, found: inbox, now }) => {
    const { isDone } = await deleteInbox(tx, account, inbox, now);
    const conversations = isDone ? 'with all its conversations' : 'and its conversations are being removed';
    return { message: `The inbox is deleted, ${conversations}.` };
  },
);

inboxes.delete(
  '/:id/avatar',
  {
    permission: 'inbox:write',
    summary: 'Remove the picture of an inbox',
    find: inboxOf,
    answer: ok(inboxShape),
  },
  async ({ tx, account, caller, found, now, publicUrl }) => {
    const inbox = await removeInboxAvatar(tx, account, found.id, now);
    return showInbox({ tx, caller, publicUrl }, inbox);
  },
);

inboxes.post(
  '/:id/reset_secret',
  {
    permission: 'inbox:write',
    summary: 'Give an inbox a new signing secret',
    description: 'Only inboxes of an API channel have one. The old secret is worth nothing from then on.',
    find: inboxOf,
    answer: ok(inboxShape),
  },
  async ({ tx, account, caller, found, now, publicUrl }) => {
    const inbox = await resetInboxSecret(tx, account, found.id, now);
    return showInbox({ tx, caller, publicUrl }, inbox);
  },
);

inboxes.include(inboxBot, addressesOfInboxes, whatsappInboxes, surveyTemplates);
