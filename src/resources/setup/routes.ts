import type { App } from '../../app.ts';
import { accessDenied } from '../../errors.ts';
import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { giveSession, sessionOrigin } from '../../http/session/give-session.ts';
import { hasDigest, hashPassword } from '../../secrets.ts';
import { signedInShape } from '../auth/answers.ts';
import { readProfile } from '../profile/read-profile.ts';
import { openSession } from '../sessions/open-session.ts';
import { setUpBody } from './schema.ts';
import { checkNotSetUp, setUp } from './set-up.ts';

const LOCALE = 'en';

export const setup = routes('/setup');

setup.post(
  '/',
  {
    permission: 'setup:create',
    summary: 'Make the first account',
    description:
      'For the page at the address that `parley serve` prints where there is no account, which is good until there is one. Makes the account and its administrator, and signs them in: the session comes as a cookie, as with `session_cookie` of `POST /auth/sign_in`.',
    body: setUpBody,
    example: {
      token: 'as-in-the-address',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      password: 'Analytical-Engine-1843',
      company: 'Acme',
    },
    answer: ok(signedInShape),
    mayAnswer: [403, 410],
  },
  async ({ app, tx, body, now, ctx }) => {
    const origin = sessionOrigin(ctx, { session_cookie: true });
    await checkNotSetUp(tx);
    checkToken(app, body.token);
    const { name, email, company } = body;
    const user = { name, email, isProved: true, passwordHash: await hashPassword(body.password) };
    const created = await setUp(tx, { name: company, locale: LOCALE, user }, now);
    app.setup.digest = null;
    const session = await openSession(tx, created.user, now, origin);
    giveSession(ctx, session);
    return { data: await readProfile(tx, { id: created.user.id, credential: session.credential }, now) };
  },
);

/** @throws AppError `access_denied` */
function checkToken({ setup: { digest } }: App, token: string): void {
  if (digest !== null && hasDigest(token, digest)) return;
  throw accessDenied('the address is not the one that this server printed when it started last');
}
