import type { InferType } from 'yup';
import type { AppError } from '../../errors.ts';
import { htmlPage, ok } from '../../http/routes/answer.ts';
import { bodyOf } from '../../http/body/body.ts';
import { errorPages } from '../../http/errors.ts';
import { guardedPage } from '../../http/guarded-page.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import type { Ctx } from '../../http/state.ts';
import { hashPassword } from '../../secrets.ts';
import { passwordRequestedShape } from './answers.ts';
import { choosePassword } from './choose-password.ts';
import type { CheckedUser } from './find-user-by-password.ts';
import { findByPasswordToken, findPasswordChooser } from './password-holders.ts';
import { passwordPage, passwordPagePolicy } from './password-page.ts';
import { requestPassword } from './request-password.ts';
import { sessionOrigin } from '../../http/session/give-session.ts';
import { signIn } from './sign-in.ts';
import { answerSignIn, codeNeededAnswer, signInAnswer } from './session-routes.ts';
import { choosePasswordBody, passwordPageBody, passwordPageQuery, requestPasswordBody } from './schema.ts';

const REQUESTED = 'If a user has this e-mail address, a mail with a link to choose a password is on its way to it.';
const CHOSEN = {
  reset_password_token: 'as-in-the-link',
  password: 'Sunny-day-1',
  password_confirmation: 'Sunny-day-1',
};

export const passwords = routes('/password');

passwords.post(
  '/',
  {
    permission: 'password:create',
    summary: 'Ask for a mail with a link to choose a password',
    description: 'The answer is the same whether or not a user has the address.',
    body: requestPasswordBody,
    name: 'user',
    example: { email: 'jane@example.com' },
    answer: ok(passwordRequestedShape),
  },
  async ({ tx, body, now }) => {
    await requestPassword(tx, body.email, now);
    return { message: REQUESTED };
  },
);

passwords.patch(
  '/',
  {
    permission: 'password:write',
    summary: 'Choose a password',
    description:
      'Needs the token of the mailed link. All sessions of the user end, and a new one begins; where the user has an authenticator app, the answer is 206, and `POST /auth/sign_in` goes on with a code.',
    body: choosePasswordBody,
    name: 'user',
    example: CHOSEN,
    answer: signInAnswer,
    mayAnswer: [codeNeededAnswer, 401, 403],
  },
  async (asked) => {
    const { tx, body, now, ctx } = asked;
    const origin = sessionOrigin(ctx, body);
    await answerSignIn(asked, await signIn(tx, await choose({ tx, now }, body), now, origin));
  },
);

/**
 * The choice of a password for people with only a browser. `before` runs before the pages: headers for browsers,
 * stricter because the address contains the token, and errors as pages.
 */
export const passwordPages = {
  ...routes('/password'),
  before: [guardedPage(passwordPagePolicy), errorPages(showError)],
};

passwordPages.get(
  '/edit',
  {
    permission: 'password:write',
    summary: 'Show the page for choosing a password',
    query: passwordPageQuery,
    answer: htmlPage,
  },
  async ({ tx, query: { reset_password_token: token = '' }, now }) => {
    const chooser = await findPasswordChooser(tx, token, now);
    return passwordPage({ form: { token, for: chooser, problem: null, revokesTokens: false } });
  },
);

passwordPages.post(
  '/edit',
  {
    permission: 'password:write',
    summary: 'Choose a password on that page',
    body: passwordPageBody,
    example: CHOSEN,
    answer: htmlPage,
  },
  async ({ tx, body, now, publicUrl }) => {
    const { email } = await choose({ tx, now }, body);
    const text = `Sign in as ${email} with the new password.`;
    return passwordPage({ message: { title: 'The password is set', text, next: `${publicUrl}/app` } });
  },
);

/** Sets the password with the token in the body. Returns its user, who has that password. */
async function choose(
  { tx, now }: Pick<Asked, 'tx' | 'now'>,
  body: InferType<typeof passwordPageBody>,
): Promise<CheckedUser> {
  const holder = await findByPasswordToken(tx, body.reset_password_token, now);
  const passwordHash = await hashPassword(body.password);
  await choosePassword(tx, holder, { passwordHash, revokesTokens: body.revoke_access_tokens ?? false }, now);
  return { ...holder, passwordHash };
}

/** A problem of the password is shown in the form; an invalid token ends the page. */
async function showError(ctx: Ctx, { attributes, code, detail, message }: AppError): Promise<string> {
  const problem = detail ?? message;
  const isAboutPassword = attributes?.every((field) => field.startsWith('password')) ?? false;
  const { reset_password_token: token, revoke_access_tokens: revokes } = bodyOf(ctx);
  const { tx, now } = ctx.state;
  const chooser =
    isAboutPassword && typeof token === 'string' ? await findPasswordChooser(tx, token, now).catch(nobody) : null;
  if (chooser) {
    const form = {
      token: String(token),
      for: chooser,
      problem: onPage(problem, attributes),
      revokesTokens: revokes === 'true',
    };
    return passwordPage({ form });
  }
  const title = code === 'invalid' ? 'This link does not work' : message;
  return passwordPage({ message: { title, text: `${problem}.`, next: null } });
}

/** For a token that is not good: the page then has no form. */
const nobody = () => null;

/** The problem in the words of the page, which does not show names of fields. */
function onPage(problem: string, attributes: readonly string[] = []): string {
  if (attributes.includes('password')) return `${problem.replace(/^password\b/, 'The new password')}.`;
  return 'The two passwords are not the same.';
}
