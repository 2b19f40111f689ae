import { AVAILABILITIES } from '../../entities/account-user.ts';
import {
  attributes,
  email,
  flag,
  integer,
  object,
  oneOf,
  password,
  phoneNumber,
  requiredText,
  text,
} from '../../fields.ts';
import { revokeAccessTokens } from '../access_tokens/schema.ts';

const SIGNATURE_LENGTH = 20_000;

export const updateProfileBody = object({
  name: requiredText().optional(),
  display_name: text().nullable(),
  email: email().test('blank', "can't be blank", (value) => value !== null),
  phone_number: phoneNumber(),
  message_signature: text(SIGNATURE_LENGTH).nullable(),
  ui_settings: attributes(),
  password: password().optional(),
  password_confirmation: text(),
  current_password: text().meta({ description: 'Must come with another email or a new password' }),
  revoke_access_tokens: revokeAccessTokens(),
})
  .test('confirmed', (body, context) => {
    const { password: wanted, password_confirmation: confirmed } = body;
    return (
      confirmed === undefined ||
      confirmed === wanted ||
      context.createError({ path: 'password_confirmation', message: 'must be the same as password' })
    );
  })
  .test('revoked', ({ revoke_access_tokens: revokes, password: wanted }, context) => {
    const message = 'goes with a new password; POST /api/v1/profile/reset_access_token replaces a token';
    return !revokes || wanted !== undefined || context.createError({ path: 'revoke_access_tokens', message });
  });

const accountId = () => integer().required("can't be blank");

export const availabilityBody = object({
  account_id: accountId(),
  availability: oneOf(AVAILABILITIES).required("can't be blank"),
});

export const autoOfflineBody = object({
  account_id: accountId(),
  auto_offline: flag().required("can't be blank"),
});

export const activeAccountBody = object({ account_id: accountId() });
