import { TOKEN_SCOPES } from '../../entities/access-token.ts';
import { flag, integer, iso, list, named, nullable, oneOf, propertiesOf, text } from '../../wire/shape.ts';

/**
 * A token, without what is secret. `name` is null for one that was made for the user, `last_four` for an old one, and
 * `current` tells that the request came with it.
 */
export const accessTokenShape = named('AccessToken', {
  id: integer,
  name: nullable(text),
  scopes: list(oneOf(TOKEN_SCOPES)),
  last_four: nullable(text),
  current: flag,
  expires_at: nullable(iso),
  last_used_at: nullable(iso),
  created_at: iso,
});

/** A new token, which is shown only this once. */
export const newAccessTokenShape = named('NewAccessToken', { access_token: text, ...propertiesOf(accessTokenShape) });
