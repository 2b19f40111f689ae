import { email, needs, object, password, requiredText, text } from '../../fields.ts';
import { PASSWORD_LENGTH } from '../../fields/password.ts';
import { revokeAccessTokens } from '../access_tokens/schema.ts';

export const signInBody = object({
  email: email().required("can't be blank"),
  // A character can take two UTF-16 units.
  password: requiredText(2 * PASSWORD_LENGTH.max),
});

export const samlLoginBody = object({ email: email() }).meta(needs({ fields: ['email'] }));

/** Longer than any token is. */
const TOKEN_LENGTH = 1000;

export const requestPasswordBody = object({ email: email().required("can't be blank") });

export const passwordPageQuery = object({ reset_password_token: text(TOKEN_LENGTH) }).meta(
  needs({ fields: ['reset_password_token'] }),
);

export const choosePasswordBody = object({
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
