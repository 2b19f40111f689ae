import type * as OpenidClient from 'openid-client';
import type { App } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { HOUR } from '../../../time.ts';
import { addressIn } from '../address-in.ts';
import { refusedSignIn } from '../refused-sign-in.ts';
import type { OidcProvider } from './providers.ts';

/** How long the provider's metadata is cached; its keys are fetched separately. */
const KEPT_MS = HOUR;
const TIMEOUT_SECONDS = 10;

/** Somebody, as the provider describes them. */
export type OidcPerson = {
  issuer: string;
  subject: string;
  /** Null = the provider does not say. */
  email: string | null;
  /** Null = the provider does not say. */
  isVerified: boolean | null;
  name: string | null;
};

type Client = { client: typeof OpenidClient; at: OpenidClient.Configuration };

const known = new Map<string, { opened: Promise<Client>; until: number }>();

/** Where the browser is sent to sign in. @throws AppError `unavailable` when the provider cannot be reached */
export async function oidcAddress(
  app: App,
  provider: OidcProvider,
  asked: { redirectUri: string; state: string; nonce: string; verifier: string },
): Promise<string> {
  const { client, at } = await clientOf(app, provider);
  return client.buildAuthorizationUrl(at, {
    redirect_uri: asked.redirectUri,
    scope: 'openid email profile',
    state: asked.state,
    nonce: asked.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(asked.verifier),
    code_challenge_method: 'S256',
  }).href;
}

/**
 * The person who comes back to `address` with a code.
 * @throws AppError `unauthorized` when the provider refuses, or its ID token is unsigned, for another server, too old, or for
 *   another sign-in; `unavailable` when the provider cannot be reached
 */
export async function personAt(
  app: App,
  provider: OidcProvider,
  address: URL,
  expected: { state: string; nonce: string; verifier: string },
): Promise<OidcPerson> {
  const { client, at } = await clientOf(app, provider);
  try {
    const tokens = await client.authorizationCodeGrant(at, address, {
      expectedState: expected.state,
      expectedNonce: expected.nonce,
      pkceCodeVerifier: expected.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw refusedSignIn('the provider gave no ID token');
    // Many providers tell the address only when they are asked for it.
    const said =
      claims['email'] === undefined && at.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(at, tokens.access_token, claims.sub)
        : claims;
    return personIn(claims, said);
  } catch (error) {
    throw inOurWords(app, provider, error);
  }
}

/** `said` is where the address is told: only what stands there tells whether that is verified. */
function personIn(token: OpenidClient.IDToken, said: Record<string, unknown>): OidcPerson {
  const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);
  const verified = said['email_verified'];
  const isSaid = verified !== undefined && verified !== null;
  return {
    issuer: token.iss,
    subject: token.sub,
    email: addressIn(textOf(said['email'])),
    isVerified: isSaid ? verified === true || verified === 'true' : null,
    name: textOf(said['name']) ?? textOf(token['name']) ?? textOf(said['preferred_username']),
  };
}

/** The provider as it describes itself. @throws AppError `unavailable` */
async function clientOf(app: App, provider: OidcProvider): Promise<Client> {
  const { issuer, clientId: id, clientSecret: secret } = provider;
  const key = JSON.stringify([issuer, id, secret]);
  const now = performance.now();
  const kept = known.get(key);
  const opened = kept && kept.until > now ? kept.opened : discover({ issuer, id, secret });
  known.set(key, { opened, until: kept?.opened === opened ? kept.until : now + KEPT_MS });
  try {
    return await opened;
  } catch (error) {
    known.delete(key);
    throw inOurWords(app, provider, error);
  }
}

/** The library is loaded when somebody signs in with it for the first time. */
async function discover({ issuer, id, secret }: { issuer: string; id: string; secret: string }): Promise<Client> {
  const client = await import('openid-client');
  const execute = [
    // The code was taken from the provider itself, but who answers there may still be anyone: signatures are checked too.
    client.enableNonRepudiationChecks,
    ...(issuer.startsWith('http://') ? [client.allowInsecureRequests] : []),
  ];
  const how = secret === '' ? client.None() : undefined;
  const options = { execute, timeout: TIMEOUT_SECONDS };
  return { client, at: await client.discovery(new URL(issuer), id, secret, how, options) };
}

/** Words of providers that an operator must put the settings right. */
const OPERATORS = ['invalid_client', 'unauthorized_client'];

function inOurWords(app: App, { issuer }: OidcProvider, error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code = '', error: said = '', message, cause } = error as Error & { code?: string; error?: string };
  const inner = cause instanceof Error ? `: ${cause.message}` : '';
  const isRefusal = code.startsWith('OAUTH_') && !/TIMEOUT|ABORT|NOT_JSON|NOT_CONFORM/.test(code);
  if (isRefusal && !OPERATORS.includes(said)) return refusedSignIn(`${message}${inner}${said && ` (${said})`}`);
  app.log.warn({ issuer, error: `${message}${inner}` }, 'identity provider not available');
  return new AppError('unavailable', 'The identity provider is not available', { detail: 'try again later' });
}
