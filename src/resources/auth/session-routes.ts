import type { InferType } from 'yup';
import type { Tx } from '../../db/tx.ts';
import { clientAddress } from '../../http/client-address.ts';
import { json, JSON_TYPE, redirected, written } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { answerJson } from '../../http/write-answer.ts';
import { codeOf } from '../mfa/schema.ts';
import { readProfile } from '../profile/read-profile.ts';
import { giveSession, sessionOrigin } from '../../http/session/give-session.ts';
import type { Origin } from '../sessions/open-session.ts';
import { codeNeededShape, signedInShape } from './answers.ts';
import { findUserByPassword } from './find-user-by-password.ts';
import { signInByLink } from './login-link.ts';
import { signInBody } from './schema.ts';
import { signIn, type SignedIn } from './sign-in.ts';
import { signInByCode } from './sign-in-by-code.ts';
import { tellRefused } from './tell-refused.ts';

/** The answers of `answerSignIn`: the user, or that a code is needed as well, which goes with the token. */
export const signInAnswer = written(JSON_TYPE, signedInShape);
export const codeNeededAnswer = json(206, codeNeededShape);

export const signIns = routes('/sign_in');

signIns.post(
  '/',
  {
    permission: 'session:create',
    summary: 'Sign in',
    description:
      'The headers `access-token`, `client` and `uid` of the answer go with every later request. Where the user has an authenticator app, the answer to the password is 206 with an `mfa_token`, which then comes with a code. With `session_cookie`, which pages of this server alone may ask for, the session is in a cookie instead, and the answer has no token.',
    body: signInBody,
    name: 'user',
    example: { email: 'jane@example.com', password: 'Sunny-day-1' },
    answer: signInAnswer,
    mayAnswer: [codeNeededAnswer, 400, 401, 403],
  },
  async (asked) => {
    const { app, body, ctx } = asked;
    const origin = sessionOrigin(ctx, body);
    const address = clientAddress(ctx);
    const attempt = body.mfa_token ? { address, way: 'mfa' as const } : { address, email: body.email ?? '' };
    await answerSignIn(asked, await tellRefused(app, attempt, () => signInBy(asked, origin)));
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

type Given = { tx: Tx; body: InferType<typeof signInBody>; now: Date };

/** By the token of a password and a code, by a link, or by a password. @throws AppError */
async function signInBy({ tx, body, now }: Given, origin: Origin): Promise<SignedIn> {
  const { email, password = '', sso_auth_token: link, mfa_token: token } = body;
  if (token) return signInByCode(tx, token, codeOf(body), now, origin);
  if (link) return signInByLink(tx, email ?? '', link, now, origin);
  return signIn(tx, await findUserByPassword(tx, email ?? '', password), now, origin);
}

/** Answers with the session and its user; or with 206 where a code is needed as well. */
export async function answerSignIn({ tx, now, ctx }: Pick<Asked, 'tx' | 'now' | 'ctx'>, signedIn: SignedIn) {
  if ('mfaToken' in signedIn) {
    ctx.status = codeNeededAnswer.status;
    answerJson(ctx, { mfa_required: true, mfa_token: signedIn.mfaToken });
    return;
  }
  giveSession(ctx, signedIn);
  answerJson(ctx, { data: await readProfile(tx, { id: signedIn.userId, credential: signedIn.credential }, now) });
}
