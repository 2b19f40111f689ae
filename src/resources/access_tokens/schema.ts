import { itemsOf } from '../../comma-list.ts';
import { TOKEN_SCOPES } from '../../entities/access-token.ts';
import { array, flag, moment, object, oneOf, requiredText } from '../../fields.ts';

/** The field of a body with a new password that says whether the user's API tokens end too. */
export const revokeAccessTokens = () =>
  flag().meta({
    description:
      'Whether all API tokens of the user end too, including the token of this request; otherwise they stay valid',
  });

/** A list of scopes, or one text with commas. */
const scopes = () =>
  array(oneOf(TOKEN_SCOPES).required("can't be blank"))
    .transform((_, given: unknown) => (typeof given === 'string' ? itemsOf(given) : given))
    .min(1, `must have at least one of ${TOKEN_SCOPES.join(', ')}`)
    .max(TOKEN_SCOPES.length, `must have at most ${TOKEN_SCOPES.join(' and ')}`)
    .meta({ description: '`read` alone, or `write`, which includes it and is the default' });

export const createTokenBody = object({
  name: requiredText().meta({ description: 'What the token is for, as you will know it again' }),
  scopes: scopes(),
  scope: scopes().meta({ description: 'The same as `scopes`. Where both are given, `write` must be in both' }),
  expires_at: moment()
    .nullable()
    .meta({ description: 'When it stops being valid; null = never. By default, as the token of this request' }),
});
