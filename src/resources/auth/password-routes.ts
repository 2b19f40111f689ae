import type { AppError } from '../../errors.ts';
import { answers, mayAnswer, takes } from '../../http/describe.ts';
import { errorPages } from '../../http/errors.ts';
import { guardedPage } from '../../http/guarded-page.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, type RouteMiddleware, router } from '../../http/state.ts';
import { validate, validateQuery } from '../../http/validate.ts';
import { bodyOf } from '../../http/body.ts';
import { hashPassword } from '../../secrets.ts';
import { text } from '../../shapes.ts';
import { presentProfile } from '../profile/presenter.ts';
import { listMemberships, readUser } from '../profile/queries.ts';
import { openSession, sessionHeaders } from '../sessions/open-session.ts';
import { passwordRequestedShape, signedInShape } from './answers.ts';
import { choosePassword } from './choose-password.ts';
import { findByPasswordToken } from './password-holders.ts';
import { passwordPage, passwordPagePolicy } from './password-page.ts';
import { requestPassword } from './request-password.ts';
import { choosePasswordBody, passwordPageQuery, requestPasswordBody } from './schema.ts';

const REQUESTED = 'If a user has this e-mail address, a mail with a link to choose a password is on its way to it.';

/** /auth/password */
export const passwords = router();

passwords.post(
  '/',
  allow('password:create'),
  takes({ body: requestPasswordBody, name: 'user' }),
  answers(passwordRequestedShape),
  mayAnswer(429),
  async (ctx) => {
    await requestPassword(ctx.state.em, validate(requestPasswordBody, ctx).email, ctx.state.now);
    ctx.body = { message: REQUESTED };
  },
);

passwords.patch(
  '/',
  allow('password:write'),
  takes({ body: choosePasswordBody, name: 'user' }),
  answers(signedInShape),
  mayAnswer(429),
  async (ctx) => {
    const { em, now } = ctx.state;
    const user = await choose(ctx);
    ctx.set(sessionHeaders(await openSession(em, user, now)));
    ctx.body = { data: presentProfile(await readUser(em, user.id), await listMemberships(em, user.id), now) };
  },
);

/** /app/auth/password: the same for people with nothing but a browser. */
export const passwordPages = router();

/** What stands before the pages: their own rules for browsers, as the address has the token, and refusals as pages. */
export const passwordDoor: RouteMiddleware[] = [guardedPage(passwordPagePolicy), errorPages(showError)];

passwordPages.get(
  '/edit',
  allow('password:write'),
  takes({ query: passwordPageQuery }),
  answers(text, 200, 'text/html'),
  mayAnswer(422, text, 'text/html'),
  mayAnswer(429, text, 'text/html'),
  async (ctx) => {
    const { reset_password_token: token = '' } = validateQuery(passwordPageQuery, ctx);
    await findByPasswordToken(ctx.state.em, token, ctx.state.now);
    ctx.type = 'html';
    ctx.body = await passwordPage({ form: { token, problem: null, revokesTokens: false } });
  },
);

passwordPages.post(
  '/edit',
  allow('password:write'),
  takes({ body: choosePasswordBody }),
  answers(text, 200, 'text/html'),
  mayAnswer(400, text, 'text/html'),
  mayAnswer(413, text, 'text/html'),
  mayAnswer(422, text, 'text/html'),
  mayAnswer(429, text, 'text/html'),
  async (ctx) => {
    const { email } = await choose(ctx);
    const message = { title: 'The password is set', text: `Sign in to your app as ${email} with the new password.` };
    ctx.type = 'html';
    ctx.body = await passwordPage({ message });
  },
);

/** Sets the password by the token in the body. Returns whose it is. */
async function choose(ctx: Ctx) {
  const { em, now } = ctx.state;
  const body = validate(choosePasswordBody, ctx);
  const holder = await findByPasswordToken(em, body.reset_password_token, now);
  const passwordHash = await hashPassword(body.password);
  await choosePassword(em, holder, { passwordHash, revokesTokens: body.revoke_access_tokens ?? false }, now);
  return holder;
}

/** What is wrong with a password is put right in the form; a token that does not work leads nowhere. */
function showError(ctx: Ctx, { attributes, code, detail, message }: AppError): Promise<string> {
  const problem = detail ?? message;
  const isAboutPassword = attributes?.every((field) => field.startsWith('password')) ?? false;
  const { reset_password_token: token, revoke_access_tokens: revokes } = bodyOf(ctx);
  if (isAboutPassword && typeof token === 'string') {
    const form = { token, problem: onPage(problem, attributes), revokesTokens: revokes === 'true' };
    return passwordPage({ form });
  }
  const title = code === 'invalid' ? 'This link does not work' : message;
  return passwordPage({ message: { title, text: `${problem}.` } });
}

/** The problem in words for what the page has, which does not show the names of fields. */
function onPage(problem: string, attributes: readonly string[] = []): string {
  if (attributes.includes('password')) return `${problem.replace(/^password\b/, 'The new password')}.`;
  return 'The two passwords are not the same.';
}
