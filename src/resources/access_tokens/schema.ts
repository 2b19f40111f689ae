import { flag } from '../../fields.ts';

/** The field of a body with a new password that says whether the user's API tokens end too. */
export const revokeAccessTokens = () =>
  flag().meta({
    description:
      'Whether all API tokens of the user end too, including the token of this request; otherwise they stay valid',
  });
