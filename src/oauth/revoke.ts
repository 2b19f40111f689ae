import type { OauthProvider } from '../config/oauth-providers.ts';
import type { Application } from './application.ts';
import { ask, type Reply } from './ask.ts';
import { PROVIDERS } from './providers.ts';
import type { Tokens } from './tokens.ts';

/** Revokes the tokens at the provider; null = it has no address for it. */
export async function revoke(
  provider: OauthProvider,
  { id, secret, revokeUrl }: Application,
  { access, refresh }: Tokens,
): Promise<Reply | null> {
  if (revokeUrl === '') return null;
  const secrets = [secret, access, refresh ?? ''];
  const bearer = { authorization: `Bearer ${access}` };
  const { headers, revokes } = PROVIDERS[provider];
  switch (revokes) {
    case 'token in form': {
      // Revoking a refresh token also ends its access tokens.
      const form = { token: refresh ?? access, client_id: id, client_secret: secret };
      return ask('POST', revokeUrl, { form }, secrets);
    }
    case 'token in json': {
      const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
      return ask('POST', revokeUrl, { headers: { ...headers, authorization }, json: { token: access } }, secrets);
    }
    case 'bearer':
      return ask('POST', revokeUrl, { headers: bearer }, secrets);
    case 'delete with shopify header':
      return ask('DELETE', revokeUrl, { headers: { 'x-shopify-access-token': access } }, secrets);
    case 'delete with parameter':
      return ask('DELETE', revokeUrl, { searchParams: { access_token: access } }, secrets);
  }
}
