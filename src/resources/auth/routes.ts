import type { Tx } from '../../db/tx.ts';
import { found } from '../../errors.ts';
import { clientAddress, originOf } from '../../http/client-address.ts';
import { ok, redirected } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { presentProfile } from '../profile/presenter.ts';
import { listMemberships, readUser } from '../profile/queries.ts';
import { readProfile } from '../profile/read-profile.ts';
import { endSession } from '../sessions/end-sessions.ts';
import { type Origin, sessionHeaders } from '../sessions/open-session.ts';
import { signedInShape, signedOutShape, validTokenShape } from './answers.ts';
import { findUserByPassword } from './find-user-by-password.ts';
import { signInByLink } from './login-link.ts';
import { signInBody } from './schema.ts';
import { signIn } from './sign-in.ts';
import { tellRefused } from './tell-refused.ts';

export { confirmations, resentConfirmations } from './confirmation-routes.ts';
export { passwordPages, passwords } from './password-routes.ts';

export const signIns = routes('/sign_in');

signIns.post(
  '/',
  {
    permission: 'session:create',
    summary: 'Sign in',
    description: 'The headers `access-token`, `client` and `uid` of the answer go with every later request.',
    body: signInBody,
    name: 'user',
    example: { email: 'jane@example.com', password: 'Sunny-day-1' },
    answer: ok(signedInShape),
    mayAnswer: [401],
  },
  async ({ app, tx, body, now, ctx }) => {
    const { email, password = '', sso_auth_token: token } = body;
    const origin = originOf(ctx);
    const session = await tellRefused(app, { address: clientAddress(ctx), email }, () =>
      token ? signInByLink(tx, email, token, now, origin) : signInBy(tx, { email, password }, now, origin),
    );
    ctx.set(sessionHeaders(session));
    return { data: await readProfile(tx, { id: session.userId, credential: session.credential }, now) };
  },
);

signIns.get(
  '/',
  {
    permission: 'session:create',
    summary: 'Send a browser to the page where people sign in',
    description: 'For those who open this address; apps POST to it.',
    answer: redirected,
  },
  ({ ctx, publicUrl }) => ctx.set('Location', `${publicUrl}/app/login?error=access-denied`),
);

async function signInBy(tx: Tx, given: { email: string; password: string }, now: Date, origin: Origin) {
  const user = await findUserByPassword(tx, given.email, given.password);
  return { ...(await signIn(tx, user, now, origin)), userId: user.id };
}

export const sessions = routes('');

sessions.get(
  '/validate_token',
  { permission: 'session:read', summary: 'Check a session or token', answer: ok(validTokenShape) },
  async ({ tx, caller, now }) => {
    const user = await readUser(tx, caller.id);
    const shown = presentProfile(user, await listMemberships(tx, caller.id), caller.credential, now);
    const data = { ...shown, created_at: user.createdAt.toISOString() };
    return { success: true as const, payload: { success: true as const, data } };
  },
);

sessions.delete(
  '/sign_out',
  {
    permission: 'session:write',
    summary: 'Sign out',
    description: 'Ends the session of the request; an API token has none.',
    answer: ok(signedOutShape),
    mayAnswer: [404],
  },
  async ({ tx, caller }) => {
    await endSession(tx, found(caller.sessionId, 'Session'));
    return { success: true as const };
  },
);
