import type { InferType } from 'yup';
import type { AccountLimits } from '../../entities/account.ts';
import { created, empty, json, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { failure, list } from '../../wire/shape.ts';
import { checkPermitted } from '../platform_tokens/permissions.ts';
import { platformAccountShape } from './answers.ts';
import { createPlatformAccount } from './create-platform-account.ts';
import { deleteAccount } from './delete-account.ts';
import { presentPlatformAccount } from './presenter.ts';
import { listPermittedAccounts, readAccount } from './queries.ts';
import { refuseMailboxes } from './refuse-mailboxes.ts';
import { createPlatformAccountBody, migrateMailboxesBody, updatePlatformAccountBody } from './platform-schema.ts';
import { updatePlatformAccount } from './update-platform-account.ts';

export const platformAccounts = routes('/accounts');

platformAccounts.get(
  '/',
  {
    permission: 'platform_account:read',
    summary: 'List accounts',
    description: 'Those that this program has made or was granted.',
    page: 'optional',
    answer: ok(list(platformAccountShape)),
  },
  async ({ tx, caller, page }) => {
    const accounts = await listPermittedAccounts(tx, caller.id, page);
    return accounts.map(presentPlatformAccount);
  },
);

platformAccounts.post(
  '/',
  {
    permission: 'platform_account:write',
    summary: 'Create an account',
    description: 'It has no members yet.',
    body: createPlatformAccountBody,
    name: 'account',
    example: { name: 'Acme', locale: 'en', limits: { agents: 10 }, features: { help_center: true } },
    answer: created(platformAccountShape),
  },
  async ({ tx, caller, body, now }) => {
    const { name, locale = 'en', domain = null, supportEmail = null, status = 'active', ...given } = inputOf(body);
    const { features = {}, limits = {}, customAttributes = {} } = given;
    const input = { name: name ?? '', locale, domain, supportEmail, status, features, limits, customAttributes };
    return presentPlatformAccount(await createPlatformAccount(tx, caller.id, input, now));
  },
);

platformAccounts.get(
  '/:id',
  { permission: 'platform_account:read', summary: 'Show an account', find: idOf, answer: ok(platformAccountShape) },
  async ({ tx, found: id }) => presentPlatformAccount(await readAccount(tx, id)),
);

platformAccounts.patch(
  '/:id',
  {
    permission: 'platform_account:write',
    summary: 'Change an account',
    description:
      'Features that are left out stay as they are; `limits` and `custom_attributes` replace what was there. Of the limits, ' +
      '`agents` and `inboxes` are kept to, and others are stored. A suspended account refuses its members.',
    find: idOf,
    body: updatePlatformAccountBody,
    name: 'account',
    example: { status: 'active', limits: { agents: 25, inboxes: 5 } },
    answer: ok(platformAccountShape),
  },
  async ({ tx, found: id, body, now }) =>
    presentPlatformAccount(await updatePlatformAccount(tx, id, inputOf(body), now)),
);

platformAccounts.delete(
  '/:id',
  {
    permission: 'platform_account:write',
    summary: 'Delete an account',
    description: 'Access ends at once; what is in it is removed soon after. Users stay.',
    find: idOf,
    answer: empty,
  },
  ({ tx, found: id, now }) => deleteAccount(tx, id, now),
);

platformAccounts.post(
  '/:id/email_channel_migrations',
  {
    permission: 'platform_account:write',
    summary: 'Move mailboxes of Google and Microsoft into an account',
    description:
      'Always refused with 403: create e-mail inboxes instead, or have members connect their mailboxes. The other answer is for clients of Chatwoot.',
    find: idOf,
    body: migrateMailboxesBody,
    example: { migrations: [{ email: 'support@example.com', provider: 'google' }] },
    answer: json(403, failure),
    mayAnswer: [empty],
  },
  () => refuseMailboxes(),
);

/** The id of the account in the path, if the program may manage it. */
async function idOf({ tx, caller, params }: Asked<'/:id'>): Promise<number> {
  await checkPermitted(tx, caller.id, { type: 'Account', id: params.id });
  return params.id;
}

function inputOf(body: InferType<typeof updatePlatformAccountBody>) {
  return {
    name: body.name,
    locale: body.locale,
    domain: body.domain,
    supportEmail: body.support_email,
    status: body.status,
    features: body.features as { [name: string]: boolean } | undefined,
    limits: body.limits as AccountLimits | undefined,
    customAttributes: body.custom_attributes,
  };
}
