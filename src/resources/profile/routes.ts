import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { presentProfile } from './presenter.ts';
import { listMemberships, readUser } from './queries.ts';
import { resetAccessToken } from './reset-access-token.ts';

/** /profile */
export const profile = router();

profile.get('/', allow('profile:read'), async (ctx) => {
  ctx.body = await profileOf(ctx);
});

profile.post('/reset_access_token', allow('profile:write'), async (ctx) => {
  const token = await resetAccessToken(ctx.state.em, ctx.state.caller.tokenId);
  ctx.body = { access_token: token, ...(await profileOf(ctx)) };
});

async function profileOf(ctx: Ctx) {
  const { em, caller, now } = ctx.state;
  return presentProfile(await readUser(em, caller.id), await listMemberships(em, caller.id), now);
}
