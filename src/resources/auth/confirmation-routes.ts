import { empty, ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { checkCaptcha } from '../../http/check-captcha.ts';
import { readProfile } from '../profile/read-profile.ts';
import { giveSession, sessionOrigin } from '../../http/session/give-session.ts';
import { signedInShape } from './answers.ts';
import { confirmAddress } from './confirm-address.ts';
import { resendConfirmation } from './resend-confirmation.ts';
import { confirmationBody, resendConfirmationBody } from './schema.ts';

export const confirmations = routes('/confirmation');

confirmations.post(
  '/',
  {
    permission: 'confirmation:write',
    summary: 'Confirm your e-mail address',
    description:
      'Begins a session for someone who was invited and has no password yet. The token is the one in the link of the mail that welcomes them.',
    body: confirmationBody,
    name: 'user',
    example: { confirmation_token: 'as-in-the-link' },
    answer: ok(signedInShape),
    mayAnswer: [403],
  },
  async ({ tx, body, now, ctx }) => {
    const session = await confirmAddress(tx, body.confirmation_token, now, sessionOrigin(ctx, body));
    giveSession(ctx, session);
    return { data: await readProfile(tx, { id: session.userId, credential: session.credential }, now) };
  },
);

export const resentConfirmations = routes('/resend_confirmation');

resentConfirmations.post(
  '/',
  {
    permission: 'confirmation:create',
    summary: 'Ask for another mail to confirm your e-mail address',
    description:
      'Someone who was invited and has no password yet gets the mail that welcomes them again. The answer is the same whether or not there is anyone.',
    body: resendConfirmationBody,
    name: 'user',
    example: { email: 'jane@example.com' },
    answer: empty,
  },
  async ({ tx, app, body, now, ctx }) => {
    await checkCaptcha(app, body.h_captcha_client_response, ctx.ip);
    await resendConfirmation(tx, body.email, now);
  },
);
