import type { TokenScope } from '../../entities/access-token.ts';
import { created, empty, ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { accessTokenShape, newAccessTokenShape } from './answers.ts';
import { createToken } from './create-token.ts';
import { endWithin } from './end-within.ts';
import { presentToken } from './presenter.ts';
import { listTokens, readToken } from './queries.ts';
import { revokeToken } from './revoke-token.ts';
import { createTokenBody } from './schema.ts';

export const accessTokens = routes('/access_tokens');

accessTokens.get(
  '/',
  {
    permission: 'access_token:read',
    summary: 'List your access tokens',
    description: 'The newest first, also expired ones; never the tokens themselves, of which only hashes are stored.',
    page: 'optional',
    answer: ok(list(accessTokenShape)),
  },
  async ({ tx, caller, page }) => {
    const tokens = await listTokens(tx, caller.id, page);
    return tokens.map((token) => presentToken(token, caller.tokenId));
  },
);

accessTokens.post(
  '/',
  {
    permission: 'access_token:write',
    summary: 'Create an access token',
    description:
      'It is shown only in this answer. A token with the scope `read` cannot change anything, and so make no other. A token ' +
      'that expires makes only tokens that expire with it, or before.',
    body: createTokenBody,
    name: 'access_token',
    example: { name: 'Weekly report', scopes: ['read'], expires_at: '2099-12-31T00:00:00Z' },
    answer: created(newAccessTokenShape),
  },
  async ({ tx, caller, body, now }) => {
    // A session ends, too, but the password makes another.
    const makerEnds = caller.tokenId === null ? null : caller.expiresAt;
    const input = {
      name: body.name,
      scope: scopeOf([body.scopes, body.scope]),
      expiresAt: endWithin(makerEnds, body.expires_at),
    };
    const { id, accessToken } = await createToken(tx, caller.id, input, now);
    return { access_token: accessToken, ...presentToken(await readToken(tx, caller.id, id), caller.tokenId) };
  },
);

accessTokens.delete(
  '/:id',
  {
    permission: 'access_token:write',
    summary: 'End an access token',
    description:
      'It is worth nothing from then on. It may be the token of this request. Tokens that were made with it stay: each is ' +
      'ended by itself.',
    answer: empty,
  },
  ({ tx, caller, params }) => revokeToken(tx, caller.id, params.id),
);

/** Undefined = nothing was said. Scopes without `write` in either field make a token that only reads. */
function scopeOf(said: readonly (readonly TokenScope[] | undefined)[]): TokenScope {
  return said.every((scopes) => scopes === undefined || scopes.includes('write')) ? 'write' : 'read';
}
