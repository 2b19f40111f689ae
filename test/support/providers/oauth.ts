import { createHash, createHmac, randomUUID } from 'node:crypto';
import { OAUTH_PROVIDERS, type OauthProvider } from '../../../src/config/oauth-providers.ts';
import type { Flags } from '../../../src/config.ts';
import { givenProvider, type ProviderReply, type ProviderRequest, type ProviderServer } from './provider-server.ts';

/** What a server of OAuth was asked, besides for consent. */
export type Asked = { provider: OauthProvider; kind: string; parameters: Record<string, string> };

/** Somebody who consents: what the provider knows of them. */
export type Person = { email?: string; claims?: object; answer?: object };

/** A code that has been given out, or tokens. */
type Code = { provider: OauthProvider; redirectUri: string; challenge: string; person: Person };
type Issued = { provider: OauthProvider; access: string; refresh: string; person: Person };

/**
 * Stands in for the servers of all providers. It is strict: about the redirect address, PKCE, the state, codes that are used
 * twice, and the secret of the application.
 */
export type OauthServer = ProviderServer<Asked> & {
  asked: Asked[];
  /** The settings of an app that has an application at each provider. */
  settings: Flags;
  /** Registers the address of the app, to which people may be sent back. */
  register(publicUrl: string): void;
  /**
   * Opens the address as a browser does, and consents as this person, or refuses. Returns where the browser is sent back to.
   * @throws Error when the address is not as the provider wants it
   */
  consent(url: string, person?: Person | 'no'): Promise<URL>;
  /** Seconds for which access tokens are good; null = it does not say. */
  life: number | null;
  /** What is done with requests for tokens until it is changed; null = nothing else. */
  refuses: ProviderReply | null;
  /** Resolved before each request for tokens is answered. */
  delay: Promise<void>;
  /** Whether each refresh gives another refresh token, and ends the one before. */
  rotates: boolean;
  /** The tokens that are good, newest last. */
  issued: Issued[];
  revoked: string[];
};

const SECRET = 'hush-hush-secret';
const idAt = (provider: OauthProvider) => `${provider}-client`;
const refusal = (status: number, error: string, description = ''): { refusal: ProviderReply } => ({
  refusal: { status, body: { error, ...(description && { error_description: description }) } },
});

export async function givenOauthServer(): Promise<OauthServer> {
  const codes = new Map<string, Code>();
  const used = new Map<string, Issued>();
  let home = '';

  const server = await givenProvider<Asked>(async (request) => {
    const { provider, kind, parameters } = readRequest(request);
    const asked = { provider, kind, parameters };
    oauth.asked.push(asked);
    if (kind === 'revoke') {
      const token = parameters['token'] ?? parameters['access_token'] ?? bearerIn(request);
      oauth.revoked.push(token);
      oauth.issued = oauth.issued.filter(({ access, refresh }) => ![access, refresh].includes(token));
      return { sent: asked, reply: { status: 200, body: {} } };
    }
    await oauth.delay;
    if (oauth.refuses) return { refusal: oauth.refuses };
    if (kind === 'exchange' || kind === 'refresh') return prolong(asked, parameters['access_token'] ?? '');
    if (parameters['client_id'] !== idAt(provider) || parameters['client_secret'] !== SECRET) {
      return refusal(401, 'invalid_client', 'wrong id or secret');
    }
    switch (parameters['grant_type']) {
      case 'authorization_code':
        return takeCode(asked);
      case 'refresh_token':
        return takeRefreshToken(asked);
      case 'fb_exchange_token':
        return prolong(asked, parameters['fb_exchange_token'] ?? '');
      default:
        return refusal(400, 'unsupported_grant_type');
    }
  });

  function takeCode(asked: Asked) {
    const { code = '', redirect_uri: redirectUri, code_verifier: verifier = '' } = asked.parameters;
    const again = used.get(code);
    if (again) {
      oauth.issued = oauth.issued.filter((one) => one !== again);
      return refusal(400, 'invalid_grant', 'the code was used before');
    }
    const given = codes.get(code);
    codes.delete(code);
    if (!given || given.provider !== asked.provider) return refusal(400, 'invalid_grant', 'no such code');
    if (redirectUri !== given.redirectUri) return refusal(400, 'invalid_grant', 'another redirect address');
    if (createHash('sha256').update(verifier).digest('base64url') !== given.challenge) {
      return refusal(400, 'invalid_grant', 'the verifier is wrong');
    }
    const issued = issue(asked.provider, given.person);
    used.set(code, issued);
    return granted(asked, issued);
  }

  function takeRefreshToken(asked: Asked) {
    const before = oauth.issued.find(({ refresh }) => refresh === asked.parameters['refresh_token']);
    if (!before) return refusal(400, 'invalid_grant', 'Token has been expired or revoked.');
    oauth.issued = oauth.issued.filter((one) => one !== before);
    const next = issue(asked.provider, before.person);
    if (oauth.rotates) return granted(asked, next);
    next.refresh = before.refresh;
    return granted(asked, next, false);
  }

  function prolong(asked: Asked, token: string) {
    const before = oauth.issued.find(({ access }) => access === token);
    if (!before) return refusal(400, 'invalid_grant', 'no such token');
    oauth.issued = oauth.issued.filter((one) => one !== before);
    const next = issue(asked.provider, before.person);
    return { sent: asked, reply: { status: 200, body: { access_token: next.access, expires_in: 60 * 86_400 } } };
  }

  function issue(provider: OauthProvider, person: Person): Issued {
    const issued = { provider, person, access: `access-${randomUUID()}`, refresh: `refresh-${randomUUID()}` };
    oauth.issued.push(issued);
    return issued;
  }

  function granted(asked: Asked, { provider, access, refresh, person }: Issued, withRefresh = true) {
    const claims = { aud: idAt(provider), email: person.email, ...person.claims };
    const withMailbox = provider === 'google' || provider === 'microsoft';
    // Shopify gives tokens that expire to those who ask for them, or have one.
    const isExpiring = asked.parameters['expiring'] === '1' || asked.parameters['grant_type'] === 'refresh_token';
    const isOfShop = provider === 'shopify' && isExpiring && oauth.life !== null;
    const renews = isOfShop || withMailbox || provider === 'linear' || provider === 'slack' || provider === 'notion';
    const body = {
      ...(provider === 'slack' && { ok: true }),
      access_token: access,
      token_type: 'bearer',
      ...(renews && withRefresh && { refresh_token: refresh }),
      ...(oauth.life !== null && (provider !== 'shopify' || isOfShop) && { expires_in: oauth.life }),
      ...(isOfShop && { refresh_token_expires_in: 90 * 86_400 }),
      ...(withMailbox && { id_token: `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.` }),
      ...person.answer,
    };
    return { sent: asked, reply: { status: 200, body } };
  }

  const oauth: OauthServer = Object.assign(server, {
    asked: [] as Asked[],
    settings: settingsFor(server.url),
    register: (publicUrl: string) => void (home = publicUrl),
    // The browser is at the provider: what it does there is not asked by the app.
    consent: async (address: string, person: Person | 'no' = {}) => {
      const url = new URL(address);
      const provider = providerIn(url.pathname);
      const query = Object.fromEntries(url.searchParams);
      const expected = `${home}/${provider}/callback`;
      if (query['client_id'] !== idAt(provider)) throw new Error('unknown client');
      if (query['redirect_uri'] !== expected) throw new Error(`${query['redirect_uri']} is not registered`);
      if (query['response_type'] !== 'code') throw new Error('unsupported response type');
      if (query['code_challenge_method'] !== 'S256' || !/^[\w-]{43}$/.test(query['code_challenge'] ?? '')) {
        throw new Error('PKCE is required');
      }
      if (!query['state']) throw new Error('no state');
      const back = new URL(expected);
      back.searchParams.set('state', query['state']);
      if (person === 'no') {
        back.searchParams.set('error', 'access_denied');
        back.searchParams.set('error_description', 'The user <b>denied</b> access');
        return back;
      }
      const code = `code-${randomUUID()}`;
      codes.set(code, { provider, redirectUri: expected, challenge: query['code_challenge'] ?? '', person });
      back.searchParams.set('code', code);
      return provider === 'shopify' ? signedByShopify(back, url) : back;
    },
    life: 3600,
    refuses: null,
    delay: Promise.resolve(),
    rotates: true,
    issued: [] as Issued[],
    revoked: [] as string[],
  });
  return oauth;
}

function signedByShopify(back: URL, from: URL): URL {
  back.searchParams.set('shop', from.pathname.split('/')[2] ?? '');
  back.searchParams.set('timestamp', '1700000000');
  back.searchParams.sort();
  const signature = createHmac('sha256', SECRET).update(back.searchParams.toString()).digest('hex');
  back.searchParams.set('hmac', signature);
  return back;
}

function settingsFor(url: string): Flags {
  const all = OAUTH_PROVIDERS.flatMap((provider) => {
    const place = provider === 'shopify' ? `${url}/shopify/{shop}` : `${url}/${provider}`;
    const settings = {
      client_id: idAt(provider),
      client_secret: SECRET,
      authorize_url: `${place}/authorize`,
      token_url: `${place}/token`,
      revoke_url: provider === 'microsoft' ? '' : `${place}/revoke`,
      ...(provider === 'instagram' && { exchange_url: `${place}/exchange`, refresh_url: `${place}/refresh` }),
    };
    return Object.entries(settings).map(([name, value]) => [`oauth.${provider}.${name}`, value] as const);
  });
  return Object.fromEntries(all);
}

function providerIn(path: string): OauthProvider {
  const provider = OAUTH_PROVIDERS.find((one) => path.startsWith(`/${one}/`));
  if (!provider) throw new Error(`no provider at ${path}`);
  return provider;
}

function readRequest({ path, headers, body }: ProviderRequest): Asked {
  const { pathname, searchParams } = new URL(path, 'http://provider');
  const isJson = headers['content-type']?.startsWith('application/json');
  const sent: Record<string, string> = isJson
    ? (JSON.parse(body.toString()) as Record<string, string>)
    : Object.fromEntries(new URLSearchParams(body.toString()));
  const [, basic] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? [];
  const [id, secret] = basic ? Buffer.from(basic, 'base64').toString().split(':') : [];
  return {
    provider: providerIn(pathname),
    kind: pathname.split('/').at(-1) ?? '',
    parameters: {
      ...Object.fromEntries(searchParams),
      ...sent,
      ...(id !== undefined && secret !== undefined && { client_id: id, client_secret: secret }),
    },
  };
}

function bearerIn({ headers }: ProviderRequest): string {
  return String(headers['x-shopify-access-token'] ?? headers.authorization?.replace('Bearer ', '') ?? '');
}
