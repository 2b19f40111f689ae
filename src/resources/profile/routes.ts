import { bodyOf } from '../../http/body.ts';
import { credentialsOf } from '../../http/credentials.ts';
import { answers, takes } from '../../http/describe.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { storeUploads } from '../../http/upload.ts';
import { validate } from '../../http/validate.ts';
import { hashPassword } from '../../secrets.ts';
import { checkAvatar } from '../files/check-avatar.ts';
import { removeAvatar } from '../files/remove-avatar.ts';
import { sessionHeaders } from '../sessions/open-session.ts';
import { renamedSession } from '../sessions/rename-session.ts';
import { profileShape, profileWithTokenShape } from './answers.ts';
import { checkPassword } from './check-password.ts';
import { presentProfile } from './presenter.ts';
import { listMemberships, readUser } from './queries.ts';
import { resetAccessToken } from './reset-access-token.ts';
import { activeAccountBody, autoOfflineBody, availabilityBody, updateProfileBody } from './schema.ts';
import { updateMembership } from './update-membership.ts';
import { updateProfile } from './update-profile.ts';

/** Whether the request gives a current password, which may be a guess. */
export function triesPassword(ctx: Ctx): boolean {
  if (ctx.method !== 'PATCH') return false;
  const body = bodyOf(ctx);
  const nested = body['profile'];
  return 'current_password' in body || (typeof nested === 'object' && nested !== null && 'current_password' in nested);
}

/** /profile */
export const profile = router();

profile.get('/', allow('profile:read'), takes({}), answers(profileShape), async (ctx) => {
  ctx.body = await profileOf(ctx);
});

profile.patch(
  '/',
  allow('profile:write'),
  takes({ body: updateProfileBody, name: 'profile', files: ['avatar', 'profile[avatar]'] }),
  answers(profileShape),
  async (ctx) => {
    const { em, caller, now } = ctx.state;
    const body = validate(updateProfileBody, ctx);
    const email = body.email && body.email !== caller.email ? body.email : undefined;
    const provedBy =
      email === undefined && body.password === undefined
        ? undefined
        : await checkPassword(em, caller.id, body.current_password);
    const input = {
      name: body.name,
      displayName: body.display_name,
      email,
      phoneNumber: body.phone_number,
      messageSignature: body.message_signature,
      uiSettings: body.ui_settings,
      passwordHash: body.password === undefined ? undefined : await hashPassword(body.password),
      provedBy,
      revokesTokens: body.revoke_access_tokens ?? false,
      picture: checkAvatar(await storeUploads(ctx, 'avatar', 'profile[avatar]')),
    };
    const dropped = await updateProfile(em, { id: caller.id, keptSession: caller.sessionId }, input, now);
    ctx.state.droppedFiles.push(...dropped);
    if (email !== undefined) await renameSession(ctx, email);
    ctx.body = await profileOf(ctx);
  },
);

profile.delete('/avatar', allow('profile:write'), takes({}), answers(profileShape), async (ctx) => {
  ctx.state.droppedFiles.push(...(await removeAvatar(ctx.state.em, { type: 'User', id: ctx.state.caller.id })));
  ctx.body = await profileOf(ctx);
});

profile.post(
  '/availability',
  allow('profile:write'),
  takes({ body: availabilityBody, name: 'profile' }),
  answers(profileShape),
  async (ctx) => {
    const { account_id: accountId, availability } = validate(availabilityBody, ctx);
    const membership = { accountId, userId: ctx.state.caller.id };
    await updateMembership(ctx.state.em, membership, { availability }, ctx.state.now);
    ctx.body = await profileOf(ctx);
  },
);

profile.post(
  '/auto_offline',
  allow('profile:write'),
  takes({ body: autoOfflineBody, name: 'profile' }),
  answers(profileShape),
  async (ctx) => {
    const { account_id: accountId, auto_offline: autoOffline } = validate(autoOfflineBody, ctx);
    const membership = { accountId, userId: ctx.state.caller.id };
    await updateMembership(ctx.state.em, membership, { autoOffline }, ctx.state.now);
    ctx.body = await profileOf(ctx);
  },
);

profile.patch(
  '/set_active_account',
  allow('profile:write'),
  takes({ body: activeAccountBody, name: 'profile' }),
  answers(null),
  async (ctx) => {
    const { account_id: accountId } = validate(activeAccountBody, ctx);
    const { em, caller, now } = ctx.state;
    await updateMembership(em, { accountId, userId: caller.id }, { activeAt: now }, now);
    ctx.body = '';
  },
);

profile.post('/reset_access_token', allow('profile:write'), takes({}), answers(profileWithTokenShape), async (ctx) => {
  const token = await resetAccessToken(ctx.state.em, ctx.state.caller, ctx.state.now);
  ctx.body = { access_token: token, ...(await profileOf(ctx)) };
});

/** An app that has signed in names its session by the address: it is told the new one as signing in would. */
async function renameSession(ctx: Ctx, email: string): Promise<void> {
  const { em, caller } = ctx.state;
  const credentials = credentialsOf(ctx);
  if (caller.sessionId === null || credentials.kind !== 'session') return;
  ctx.set(sessionHeaders(await renamedSession(em, { id: caller.sessionId, ...credentials }, email)));
}

async function profileOf(ctx: Ctx) {
  const { em, caller, now } = ctx.state;
  return presentProfile(await readUser(em, caller.id), await listMemberships(em, caller.id), now);
}
