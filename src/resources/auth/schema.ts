import { email, needs, object, password, requiredText, text } from '../../fields.ts';
import { captchaResponse } from '../../fields/captcha-response.ts';
import { PASSWORD_LENGTH } from '../../fields/password.ts';
import { codeFields, hasCode, NO_CODE } from '../mfa/schema.ts';
import { revokeAccessTokens } from '../access_tokens/schema.ts';
import { sessionCookieField } from '../../fields/session-cookie.ts';

/** Longer than any token is. */
const TOKEN_LENGTH = 1000;

export const signInBody = object({
  email: email(),
  // A character can take two UTF-16 units.
  password: text(2 * PASSWORD_LENGTH.max),
  sso_auth_token: text(TOKEN_LENGTH).meta({ description: 'From a link to sign in with, instead of the password' }),
  mfa_token: text(TOKEN_LENGTH).meta({ description: 'From the answer to the password, with a code' }),
  ...codeFields,
  session_cookie: sessionCookieField(),
})
  .test('email', ({ email: given, mfa_token: token }, context) => {
    return Boolean(given || token) || context.createError({ path: 'email', message: "can't be blank" });
  })
  .test('password', ({ password: given, sso_auth_token: link, mfa_token: token }, context) => {
    const isThere = String(given ?? '').trim() !== '' || Boolean(link || token);
    return isThere || context.createError({ path: 'password', message: "can't be blank" });
  })
  .test('code', (body, context) => !body.mfa_token || hasCode(body) || context.createError(NO_CODE))
  .meta(
    needs(
      { fields: ['email', 'password'] },
      { fields: ['email', 'sso_auth_token'] },
      { fields: ['mfa_token', 'otp_code'] },
      { fields: ['mfa_token', 'backup_code'] },
    ),
  );

export const requestPasswordBody = object({ email: email().required("can't be blank") });

export const resendConfirmationBody = object({
  email: email().required("can't be blank"),
  h_captcha_client_response: captchaResponse(),
});

export const confirmationBody = object({
  confirmation_token: requiredText(TOKEN_LENGTH),
  session_cookie: sessionCookieField(),
});

export const passwordPageQuery = object({ reset_password_token: text(TOKEN_LENGTH) }).meta(
  needs({ fields: ['reset_password_token'] }),
);

/** For the page, which begins no session. */
export const passwordPageBody = object({
  reset_password_token: requiredText(TOKEN_LENGTH),
  password: password().required("can't be blank"),
  password_confirmation: text(),
  revoke_access_tokens: revokeAccessTokens(),
}).test('confirmed', ({ password: wanted, password_confirmation: confirmed }, context) => {
  return (
    confirmed === undefined ||
    confirmed === wanted ||
    context.createError({ path: 'password_confirmation', message: 'must be the same as password' })
  );
});

export const choosePasswordBody = passwordPageBody.shape({ session_cookie: sessionCookieField() });
