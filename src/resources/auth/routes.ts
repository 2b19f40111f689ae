import { found } from '../../errors.ts';
import { answers, mayAnswer, takes } from '../../http/describe.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { presentProfile } from '../profile/presenter.ts';
import { listMemberships, readUser } from '../profile/queries.ts';
import { endSession } from '../sessions/end-sessions.ts';
import { sessionHeaders } from '../sessions/open-session.ts';
import { signedInShape, signedOutShape, validTokenShape } from './answers.ts';
import { findSigner } from './find-signer.ts';
import { signInBody } from './schema.ts';
import { signIn } from './sign-in.ts';

/** /auth */
export const auth = router();

auth.post(
  '/sign_in',
  allow('session:create'),
  takes({ body: signInBody, name: 'user' }),
  answers(signedInShape),
  mayAnswer(401),
  mayAnswer(429),
  async (ctx) => {
    const { em, now } = ctx.state;
    const body = validate(signInBody, ctx);
    const signer = await findSigner(em, body.email, body.password);
    ctx.set(sessionHeaders(await signIn(em, signer, now)));
    ctx.body = { data: await profileOf(ctx, signer.id) };
  },
);

auth.get('/validate_token', allow('session:read'), takes({}), answers(validTokenShape), async (ctx) => {
  const { createdAt } = await readUser(ctx.state.em, ctx.state.caller.id);
  const data = { ...(await profileOf(ctx, ctx.state.caller.id)), created_at: createdAt.toISOString() };
  ctx.body = { success: true, payload: { success: true, data } };
});

auth.delete('/sign_out', allow('session:write'), takes({}), answers(signedOutShape), mayAnswer(404), async (ctx) => {
  await endSession(ctx.state.em, found(ctx.state.caller.sessionId, 'Session'));
  ctx.body = { success: true };
});

async function profileOf(ctx: Ctx, userId: number) {
  const { em, now } = ctx.state;
  return presentProfile(await readUser(em, userId), await listMemberships(em, userId), now);
}
