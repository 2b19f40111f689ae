import { flag } from '../../fields.ts';

/** A field that may accompany a new password. */
export const revokeAccessTokens = () =>
  flag().meta({
    description:
      'Whether all API tokens of the person end with the former password, the one of this request too; without it they stay good',
  });
