import type { OauthProvider } from '../config/oauth-providers.ts';
import type { Attributes } from '../entities/columns.ts';
import type { Application } from './application.ts';
import { ask, type Reply } from './ask.ts';
import { PROVIDERS } from './providers.ts';

/** Exchanges the code that somebody came back with. `more`: the redirect address and the verifier, where there are any. */
export async function exchangeCode(
  provider: OauthProvider,
  application: Application,
  code: string,
  more: Readonly<Record<string, string>>,
): Promise<Reply> {
  const parameters = { grant_type: 'authorization_code', code, ...more };
  const reply = await askForTokens(provider, application, {
    ...parameters,
    ...(application.wantsExpiry && { expiring: '1' }),
  });
  if (reply.is !== 'granted') return reply;
  return PROVIDERS[provider].renews === 'refresh token' ? reply : prolonged(provider, application, reply.body);
}

/** A new access token for the refresh token, or in exchange for the present one where the provider does it so. */
export function renew(
  provider: OauthProvider,
  application: Application,
  tokens: { access: string; refresh: string | null },
): Promise<Reply> {
  const { renews } = PROVIDERS[provider];
  if (renews === 'exchange') return exchangeAtMeta(application, tokens.access);
  if (renews === 'instagram') {
    const searchParams = { grant_type: 'ig_refresh_token', access_token: tokens.access };
    return ask('GET', application.refreshUrl, { searchParams }, [tokens.access]);
  }
  if (tokens.refresh === null) {
    const reason = 'the provider has given no refresh token, and the access token has expired';
    return Promise.resolve({ is: 'refused', code: 'no_refresh_token', reason, status: 0 });
  }
  return askForTokens(provider, application, { grant_type: 'refresh_token', refresh_token: tokens.refresh });
}

/**
 * A token for 60 days in the place of Meta's first one, which is good for an hour or two. Where that fails, the first one
 * is kept, and is renewed when its time comes.
 */
async function prolonged(provider: OauthProvider, application: Application, body: Attributes): Promise<Reply> {
  const first = String(body['access_token'] ?? '');
  const isInstagram = PROVIDERS[provider].renews === 'instagram';
  const address = isInstagram ? application.exchangeUrl : application.tokenUrl;
  if (first === '' || address === '') return { is: 'granted', body };
  const later = isInstagram
    ? await ask(
        'GET',
        address,
        { searchParams: { grant_type: 'ig_exchange_token', client_secret: application.secret, access_token: first } },
        [application.secret, first],
      )
    : await exchangeAtMeta(application, first);
  return { is: 'granted', body: later.is === 'granted' ? { ...body, ...later.body } : body };
}

function exchangeAtMeta(application: Application, token: string): Promise<Reply> {
  const form = {
    grant_type: 'fb_exchange_token',
    client_id: application.id,
    client_secret: application.secret,
    fb_exchange_token: token,
  };
  return ask('POST', application.tokenUrl, { form }, [application.secret, token]);
}

function askForTokens(
  provider: OauthProvider,
  { id, secret, tokenUrl }: Application,
  parameters: Record<string, string>,
): Promise<Reply> {
  const { asks, headers } = PROVIDERS[provider];
  const secrets = [secret, ...Object.values(parameters)];
  if (asks === 'form') {
    return ask('POST', tokenUrl, { headers, form: { ...parameters, client_id: id, client_secret: secret } }, secrets);
  }
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  return ask('POST', tokenUrl, { headers: { ...headers, authorization }, json: parameters }, secrets);
}
