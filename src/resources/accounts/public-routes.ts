import { created } from '../../http/routes/answer.ts';
import { originOf } from '../../http/client-address.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import type { Caller } from '../../http/state.ts';
import { hashPassword } from '../../secrets.ts';
import { listMemberships, readUser } from '../profile/queries.ts';
import { giveSession } from '../../http/session/give-session.ts';
import { openSession } from '../sessions/open-session.ts';
import { signedUpShape } from './answers.ts';
import { checkCaptcha } from '../../http/check-captcha.ts';
import { completeShortSignUp, completeSignUp, type SignUp } from './complete-sign-up.ts';
import { presentSignedUp } from './presenter.ts';
import { shortSignUpBody, signUpBody } from './schema.ts';
import { checkSignUpAllowed, signUp } from './sign-up.ts';

export const signUps = routes('/accounts');

signUps.post(
  '/',
  {
    permission: 'account:create',
    summary: 'Sign up',
    description:
      'Creates an account and its first administrator, whose session comes in the headers. ' +
      'A user who is signed in gets another account, and gives only `account_name`.',
    find: ({ app }) => checkSignUpAllowed(app.config.signup),
    body: signUpBody,
    name: 'account',
    example: {
      account_name: 'Acme',
      user_full_name: 'Ada Lovelace',
      email: 'ada@example.com',
      password: 'Analytical-Engine-1843',
    },
    answer: created(signedUpShape),
    mayAnswer: [403],
  },
  (asked) => answer(asked, completeSignUp(asked.body, asked.visitor === null)),
);

export const shortSignUps = routes('/accounts');

shortSignUps.post(
  '/',
  {
    permission: 'account:create',
    summary: 'Sign up with nothing but an e-mail address and a password',
    description:
      'As `POST /api/v1/accounts`. The account is called as the domain of the address, and its administrator as what stands before it, until they are given other names.',
    find: ({ app }) => checkSignUpAllowed(app.config.signup),
    body: shortSignUpBody,
    name: 'account',
    example: { email: 'mary@example.com', password: 'Analytical-Engine-1843' },
    answer: created(signedUpShape),
    mayAnswer: [403],
  },
  (asked) => answer(asked, completeShortSignUp(asked.body, asked.visitor?.email ?? null)),
);

type Asking = Pick<Asked, 'tx' | 'app' | 'visitor' | 'now' | 'ctx'> & {
  body: { h_captcha_client_response?: string | null | undefined };
};

async function answer({ tx, app, visitor, body, now, ctx }: Asking, input: SignUp) {
  await checkCaptcha(app, body.h_captcha_client_response, ctx.ip);
  const signedUp = await signUp(tx, input, await administratorOf(input, visitor), now);
  const session = await openSession(tx, signedUp.user, now, originOf(ctx));
  giveSession(ctx, session);
  const user = await readUser(tx, signedUp.user.id);
  return presentSignedUp(user, await listMemberships(tx, user.id), { ...signedUp, ...session });
}

/** The future administrator. */
async function administratorOf({ newUser }: SignUp, visitor: Caller | null) {
  const nobody = { isProved: false, passwordHash: null };
  if (newUser === null) return { ...nobody, name: visitor?.name ?? '', email: visitor?.email ?? '' };
  return { ...nobody, name: newUser.name, email: newUser.email, passwordHash: await hashPassword(newUser.password) };
}
