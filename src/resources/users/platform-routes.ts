import { credentialName } from '../../credential-name.ts';
import { created, empty, ok } from '../../http/routes/answer.ts';
import { USUAL_PAGE } from '../../http/routes/page.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { hashPassword, pubsubToken } from '../../secrets.ts';
import { either, list } from '../../wire/shape.ts';
import { createLoginLink } from '../auth/login-link.ts';
import { checkPermitted } from '../platform_tokens/permissions.ts';
import { knownUserShape, loginLinkShape, platformUserShape, userTokenShape } from './answers.ts';
import { createUser } from './create-user.ts';
import { deletePlatformUser } from './delete-platform-user.ts';
import { giveToken } from './give-token.ts';
import { presentPlatformUser } from './presenter.ts';
import { listPlatformUsers, readPlatformUser } from './queries.ts';
import { createUserBody, updateUserBody } from './schema.ts';
import { updateUser } from './update-user.ts';

export const platformUsers = routes('/users');

platformUsers.get(
  '/',
  {
    permission: 'platform_user:read',
    summary: 'List users',
    description: 'Those that this program has made or was granted.',
    page: USUAL_PAGE,
    answer: ok(list(platformUserShape)),
  },
  async ({ tx, caller, page }) => {
    const users = await listPlatformUsers(tx, caller.id, page);
    return users.map((user) => presentPlatformUser(user));
  },
);

platformUsers.post(
  '/',
  {
    permission: 'platform_user:write',
    summary: 'Create a user',
    description:
      'A user who has the address already stays as they are. Unless this program has made them or was granted them, the ' +
      'answer has their `id` and `name` only, with which they can be invited to the accounts of this program.',
    body: createUserBody,
    name: 'user',
    example: {
      name: 'Grace Hopper',
      email: 'grace@example.com',
      password: 'Sunny-day-1',
      custom_attributes: { plan: 'pro' },
    },
    answer: created(either(platformUserShape, knownUserShape)),
  },
  async ({ tx, caller, body, now }) => {
    const input = {
      name: body.name ?? body.email.replace(/@.*/, ''),
      email: body.email,
      isProved: true,
      passwordHash: body.password === undefined ? null : await hashPassword(body.password),
      displayName: body.display_name ?? null,
      customAttributes: body.custom_attributes ?? {},
    };
    const { user, isManaged, accessToken } = await createUser(tx, caller.id, input, now);
    if (!isManaged) return { id: user.id, name: user.name };
    return presentPlatformUser(await readPlatformUser(tx, user.id), accessToken);
  },
);

platformUsers.get(
  '/:id',
  { permission: 'platform_user:read', summary: 'Show a user', find: userOf, answer: ok(platformUserShape) },
  ({ found: user }) => presentPlatformUser(user),
);

platformUsers.patch(
  '/:id',
  {
    permission: 'platform_user:write',
    summary: 'Change a user',
    description: 'Custom attributes are merged into the present ones. A new address or password ends all sessions.',
    find: userOf,
    body: updateUserBody,
    name: 'user',
    example: { display_name: 'Grace', custom_attributes: { plan: 'free' } },
    answer: ok(platformUserShape),
  },
  async ({ tx, found: user, body, now }) => {
    const input = {
      name: body.name,
      displayName: body.display_name,
      email: body.email ?? undefined,
      passwordHash: body.password === undefined ? undefined : await hashPassword(body.password),
      customAttributes: body.custom_attributes ?? {},
    };
    await updateUser(tx, user.id, input, now);
    return presentPlatformUser(await readPlatformUser(tx, user.id));
  },
);

platformUsers.delete(
  '/:id',
  {
    permission: 'platform_user:write',
    summary: 'Delete a user',
    description: 'In all accounts, also where no administrator is left; what they wrote stays.',
    find: userOf,
    answer: empty,
  },
  ({ tx, found: user, now }) => deletePlatformUser(tx, user.id, now),
);

platformUsers.get(
  '/:id/login',
  {
    permission: 'platform_user:write',
    summary: 'Make a link with which a user signs in',
    description: 'It works once, within five minutes: `POST /auth/sign_in` takes its `email` and `sso_auth_token`.',
    find: userOf,
    answer: ok(loginLinkShape),
  },
  async ({ tx, found: user, now }) => ({ url: await createLoginLink(tx, user, now) }),
);

platformUsers.post(
  '/:id/token',
  {
    permission: 'platform_user:write',
    summary: 'Give a user another access token',
    description:
      'It is shown only in this answer. Of the tokens that a program gave a user, the newest 25 are accepted.',
    find: userOf,
    answer: ok(userTokenShape),
  },
  async ({ tx, caller, found: user, now }) => {
    const { accessToken, id: tokenId } = await giveToken(tx, caller.id, user.id, now);
    const { id, name, displayName, email } = user;
    const credential = credentialName({ tokenId, sessionId: null });
    const shown = {
      id,
      name,
      display_name: displayName,
      email,
      pubsub_token: pubsubToken(user.pubsubSecret, credential),
    };
    return { access_token: accessToken, expiry: null, user: shown };
  },
);

/** The user in the path, if the program may manage them. */
async function userOf({ tx, caller, params }: Asked<'/:id'>) {
  await checkPermitted(tx, caller.id, { type: 'User', id: params.id });
  return readPlatformUser(tx, params.id);
}
