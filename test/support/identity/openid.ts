import { createHash, randomUUID } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Flags } from '../../../src/config.ts';

/** What is done to the ID token of the next code. */
export type Twist = {
  claims?: Record<string, unknown>;
  /** Signed by another key, not at all, or with the client's secret; absent = as it should be. */
  signed?: 'by another' | 'not' | 'with the secret';
  /** What it says of the person only when it is asked for it (UserInfo). */
  userInfo?: Record<string, unknown>;
};

/**
 * An OpenID Connect provider on this machine that is strict about what it is asked, and whose ID tokens a test can spoil:
 * real ones do not let themselves be told to.
 */
export type OpenidProvider = {
  url: string;
  settings: Flags;
  /** The settings of a server that takes it for Google. */
  googleSettings: Flags;
  /** Whether it answers nothing but that it cannot. */
  isDown: boolean;
  /** How it says that it may sign. */
  algorithms: string[];
  /** Signs this person in, as a browser at `address` would. Returns where the browser is sent back to. */
  signIn(address: string, person: Record<string, unknown>, twist?: Twist): Promise<URL>;
  stop(): Promise<void>;
};

type Code = { nonce: string; challenge: string; redirectUri: string; person: Record<string, unknown>; twist: Twist };

const CLIENT = 'parley';
const SECRET = 'hush-hush-hush-hush-hush-hush-hush-hush';

export async function givenOpenidProvider(): Promise<OpenidProvider> {
  const keys = await generateKeyPair('RS256', { extractable: true });
  const others = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, Code>();
  const told = new Map<string, Record<string, unknown>>();
  let url = '';

  const server = createServer(async (request, response) => {
    const answer = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (provider.isDown) return answer({ error: 'temporarily_unavailable' }, 503);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return answer({
          issuer: url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          userinfo_endpoint: `${url}/me`,
          id_token_signing_alg_values_supported: provider.algorithms,
          authorization_response_iss_parameter_supported: true,
        });
      case '/keys':
        return answer({ keys: [jwk] });
      case '/token': {
        const code = codes.get(form.get('code') ?? '');
        codes.delete(form.get('code') ?? '');
        const proof = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        const isRight = code && proof === code.challenge && form.get('redirect_uri') === code.redirectUri;
        if (!isRight || form.get('client_secret') !== SECRET) return answer({ error: 'invalid_grant' }, 400);
        const token = randomUUID();
        told.set(`Bearer ${token}`, { sub: String(code.person['email']), ...code.person, ...code.twist.userInfo });
        return answer({ access_token: token, token_type: 'Bearer', id_token: await idToken(code) });
      }
      case '/me':
        return answer(told.get(request.headers.authorization ?? '') ?? {});
      default:
        return answer({}, 404);
    }
  });

  async function idToken({ nonce, person, twist }: Code): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: url, aud: CLIENT, iat: now, exp: now + 300, nonce };
    const claims = { ...usual, sub: String(person['email']), email_verified: true, ...person, ...twist.claims };
    if (twist.signed === 'not') return new UnsecuredJWT(claims).encode();
    const key: CryptoKey | Uint8Array =
      twist.signed === 'with the secret'
        ? new TextEncoder().encode(SECRET)
        : (twist.signed === 'by another' ? others : keys).privateKey;
    const alg = twist.signed === 'with the secret' ? 'HS256' : 'RS256';
    return new SignJWT(claims).setProtectedHeader({ alg, kid: 'one' }).sign(key);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const provider: OpenidProvider = {
    url,
    isDown: false,
    algorithms: ['RS256'],
    settings: { 'auth.oidc.issuer': url, 'auth.oidc.client_id': CLIENT, 'auth.oidc.client_secret': SECRET },
    googleSettings: { 'auth.google.issuer': url, 'auth.google.client_id': CLIENT, 'auth.google.client_secret': SECRET },
    async signIn(address, person, twist = {}) {
      const asked = new URL(address).searchParams;
      const [challenge = '', nonce = ''] = [asked.get('code_challenge') ?? '', asked.get('nonce') ?? ''];
      const isRight = asked.get('code_challenge_method') === 'S256' && asked.get('client_id') === CLIENT;
      if (!isRight || nonce === '') throw new Error(`the provider does not take ${address}`);
      const redirectUri = asked.get('redirect_uri') ?? '';
      const code = randomUUID();
      codes.set(code, { nonce, challenge, redirectUri, person, twist });
      const back = new URL(redirectUri);
      for (const [name, value] of [
        ['code', code],
        ['state', asked.get('state') ?? ''],
        ['iss', url],
      ] as const) {
        back.searchParams.set(name, value);
      }
      return back;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}
