import { answers, mayAnswer, takes } from '../../http/describe.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, type RouteMiddleware, router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { hashPassword } from '../../secrets.ts';
import { listMemberships, readUser } from '../profile/queries.ts';
import { openSession, sessionHeaders } from '../sessions/open-session.ts';
import { signedUpShape } from './answers.ts';
import { checkCaptcha } from './check-captcha.ts';
import { completeSignUp, type SignUp } from './complete-sign-up.ts';
import { presentSignedUp } from './presenter.ts';
import { signUpBody } from './schema.ts';
import { mustBeOpen, signUp } from './sign-up.ts';

/** POST /accounts, which is open to strangers; they pass `gates` first. */
export function signUps(...gates: RouteMiddleware[]) {
  const routes = router();

  routes.post(
    '/',
    allow('account:create'),
    ...gates,
    takes({ body: signUpBody, name: 'account' }),
    answers(signedUpShape, 201),
    mayAnswer(403),
    mayAnswer(429),
    async (ctx) => {
      const { em, app, visitor, now } = ctx.state;
      mustBeOpen(app.config.signup);
      const body = validate(signUpBody, ctx);
      const input = completeSignUp(body, visitor === null);
      await checkCaptcha(app, body.h_captcha_client_response, ctx.ip);

      const created = await signUp(em, input, await userOf(ctx, input), now);
      ctx.set(sessionHeaders(await openSession(em, created.user, now)));
      const user = await readUser(em, created.user.id);
      ctx.body = presentSignedUp(user, await listMemberships(em, user.id), created);
    },
  );
  return routes;
}

/** Who will be the administrator. */
async function userOf(ctx: Ctx, { stranger }: SignUp) {
  const { visitor } = ctx.state;
  if (stranger === null) return { name: visitor?.name ?? '', email: visitor?.email ?? '', passwordHash: null };
  return { name: stranger.name, email: stranger.email, passwordHash: await hashPassword(stranger.password) };
}
