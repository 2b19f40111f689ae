import { flag } from '../../fields.ts';

/** A field that may accompany a new password. */
export const revokeAccessTokens = () =>
  flag().meta({
    description:
      'Whether all API tokens of the user end too, including the token of this request; otherwise they stay valid',
  });
