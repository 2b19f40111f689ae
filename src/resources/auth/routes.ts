import { found } from '../../errors.ts';
import { ok } from '../../http/routes/answer.ts';
import { credentialsWithCookie } from '../../http/credentials.ts';
import { routes } from '../../http/routes/route.ts';
import { presentProfile } from '../profile/presenter.ts';
import { listMemberships, readUser } from '../profile/queries.ts';
import { endSessionOf } from '../sessions/end-sessions.ts';
import { takeCookie } from '../../http/session/give-session.ts';
import { signedOutShape, validTokenShape } from './answers.ts';

export { confirmations, resentConfirmations } from './confirmation-routes.ts';
export { passwordPages, passwords } from './password-routes.ts';
export { signIns } from './session-routes.ts';

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
    description: 'Ends the session of the request, and takes its cookie out of the browser; an API token has none.',
    answer: ok(signedOutShape),
    mayAnswer: [404],
  },
  async ({ tx, caller, ctx }) => {
    await endSessionOf(tx, caller.id, found(caller.sessionId, 'Session'));
    if (credentialsWithCookie(ctx).kind === 'cookie') takeCookie(ctx);
    return { success: true as const };
  },
);
