import { empty, ok } from '../../http/routes/answer.ts';
import { bodyOf } from '../../http/body/body.ts';
import { credentialsOf } from '../../http/credentials.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import type { Ctx } from '../../http/state.ts';
import { hashPassword } from '../../secrets.ts';
import { checkAvatar } from '../files/check-avatar.ts';
import { removeAvatar } from '../files/remove-avatar.ts';
import { sessionHeaders } from '../../http/session/session-headers.ts';
import { renamedSession } from '../sessions/rename-session.ts';
import { profileShape, profileWithTokenShape } from './answers.ts';
import { checkPassword } from './check-password.ts';
import { readProfile } from './read-profile.ts';
import { resetAccessToken } from './reset-access-token.ts';
import { activeAccountBody, autoOfflineBody, availabilityBody, updateProfileBody } from './schema.ts';
import { updateMembership } from './update-membership.ts';
import { updateProfile } from './update-profile.ts';

/** Whether the request contains the user's password, which may be a guess. */
export function triesPassword(ctx: Ctx): boolean {
  // The password of a PATCH is a new one.
  const field = ctx.method === 'PATCH' ? 'current_password' : 'password';
  const body = bodyOf(ctx);
  const nested = body['profile'];
  return field in body || (typeof nested === 'object' && nested !== null && field in nested);
}

export const profile = routes('/profile');

profile.get(
  '/',
  { permission: 'profile:read', summary: 'Show your profile', answer: ok(profileShape) },
  ({ tx, caller, now }) => readProfile(tx, caller, now),
);

profile.patch(
  '/',
  {
    permission: 'profile:write',
    summary: 'Change your profile',
    description: 'A new password or e-mail address ends all of your sessions but the one of this request.',
    body: updateProfileBody,
    name: 'profile',
    files: ['avatar'],
    chooseFiles: checkAvatar,
    example: { display_name: 'Jane', message_signature: 'Jane from Support' },
    answer: ok(profileShape),
  },
  async ({ tx, caller, body, files, now, ctx }) => {
    const email = body.email && body.email !== caller.email ? body.email : undefined;
    const provedBy =
      email === undefined && body.password === undefined
        ? undefined
        : await checkPassword(tx, caller.id, body.current_password);
    const input = {
      name: body.name,
      displayName: body.display_name,
      email,
      vouchesForEmail: false,
      phoneNumber: body.phone_number,
      messageSignature: body.message_signature,
      uiSettings: body.ui_settings,
      passwordHash: body.password === undefined ? undefined : await hashPassword(body.password),
      provedBy,
      revokesTokens: body.revoke_access_tokens ?? false,
      picture: files[0] ?? null,
    };
    await updateProfile(tx, { id: caller.id, keptSession: caller.sessionId }, input, now);
    if (email !== undefined) await renameSession({ tx, caller, ctx }, email);
    return readProfile(tx, caller, now);
  },
);

profile.delete(
  '/avatar',
  { permission: 'profile:write', summary: 'Delete your avatar', answer: ok(profileShape) },
  async ({ tx, caller, now }) => {
    await removeAvatar(tx, { type: 'User', id: caller.id }, now);
    return readProfile(tx, caller, now);
  },
);

profile.post(
  '/availability',
  {
    permission: 'profile:write',
    summary: 'Change your availability in an account',
    body: availabilityBody,
    name: 'profile',
    example: { account_id: 1, availability: 'busy' },
    answer: ok(profileShape),
  },
  async ({ tx, caller, body: { account_id: accountId, availability }, now }) => {
    await updateMembership(tx, { accountId, userId: caller.id }, { availability }, now);
    return readProfile(tx, caller, now);
  },
);

profile.post(
  '/auto_offline',
  {
    permission: 'profile:write',
    summary: 'Say whether an account shows you as offline while you are away',
    body: autoOfflineBody,
    name: 'profile',
    example: { account_id: 1, auto_offline: false },
    answer: ok(profileShape),
  },
  async ({ tx, caller, body: { account_id: accountId, auto_offline: autoOffline }, now }) => {
    await updateMembership(tx, { accountId, userId: caller.id }, { autoOffline }, now);
    return readProfile(tx, caller, now);
  },
);

profile.patch(
  '/set_active_account',
  {
    permission: 'profile:write',
    summary: 'Set the account that you are active in',
    body: activeAccountBody,
    name: 'profile',
    example: { account_id: 1 },
    answer: empty,
  },
  ({ tx, caller, body: { account_id: accountId }, now }) =>
    updateMembership(tx, { accountId, userId: caller.id }, { activeAt: now }, now),
);

profile.post(
  '/reset_access_token',
  {
    permission: 'profile:write',
    summary: 'Replace your access token',
    description: 'The former one is worth nothing from then on; the new one is shown this once.',
    answer: ok(profileWithTokenShape),
  },
  async ({ tx, caller, now }) => {
    const token = await resetAccessToken(tx, caller, now);
    return { access_token: token, ...(await readProfile(tx, caller, now)) };
  },
);

/** An app identifies its session with the e-mail address: this gives it the new one, in the form of a sign-in. */
async function renameSession({ tx, caller, ctx }: Pick<Asked, 'tx' | 'caller' | 'ctx'>, email: string): Promise<void> {
  const credentials = credentialsOf(ctx);
  if (caller.sessionId === null || credentials.kind !== 'session') return;
  ctx.set(sessionHeaders(await renamedSession(tx, { id: caller.sessionId, ...credentials }, email)));
}
