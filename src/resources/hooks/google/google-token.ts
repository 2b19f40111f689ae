import { sign } from 'node:crypto';
import type { App } from '../../../app.ts';
import { ask, type Reply } from '../../../oauth/ask.ts';
import { MINUTE, SECOND } from '../../../time.ts';
import type { ServiceAccount } from './credentials.ts';

const SCOPE = 'https://www.googleapis.com/auth/cloud-translation';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** The longest that Google allows. */
const ASSERTION_SECONDS = 3600;
const USUAL_LIFE_SECONDS = 3600;

export type GoogleToken = { token: string; expiresAt: Date };

/** An access token of the service account (RFC 7523), or why there is none. */
export async function newGoogleToken(
  { config }: App,
  account: ServiceAccount,
  now: Date,
): Promise<GoogleToken | Exclude<Reply, { is: 'granted' }>> {
  const url = config.oauth.google.token_url;
  const assertion = assertionOf(account, url, now);
  const reply = await ask('POST', url, { form: { grant_type: GRANT, assertion } }, [assertion]);
  if (reply.is !== 'granted') return reply;
  const { access_token: token, expires_in: seconds } = reply.body;
  if (typeof token !== 'string' || token === '') return { is: 'unavailable', reason: 'the answer has no access token' };
  const lifeMs = (typeof seconds === 'number' ? seconds : USUAL_LIFE_SECONDS) * SECOND;
  return { token, expiresAt: new Date(now.getTime() + lifeMs - MINUTE) };
}

/** A JWT by which the service account proves itself at `audience`. */
function assertionOf({ email, key, keyId }: ServiceAccount, audience: string, now: Date): string {
  const issuedAt = Math.floor(now.getTime() / SECOND);
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId !== null && { kid: keyId }) };
  const claims = { iss: email, scope: SCOPE, aud: audience, iat: issuedAt, exp: issuedAt + ASSERTION_SECONDS };
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}
