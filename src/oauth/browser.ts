import { hasDigest, newToken } from '../secrets.ts';
import { MINUTE, SECOND } from '../time.ts';

/** How long somebody may take at the provider. */
export const LIFETIME_MS = 15 * MINUTE;

const SECRET = /^[\w-]{32}$/;

/** The name of the cookie by which a browser is known; with https, no other site and no page in the clear can set it. */
export function browserCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https://') ? '__Host-parley_browser' : 'parley_browser';
}

/** The browser's secret in a well-formed cookie, or a new secret. */
export function secretOf(sent: string | undefined): string {
  return sent !== undefined && SECRET.test(sent) ? sent : newToken();
}

/** The header that gives the secret to a browser. It is sent when a provider sends the browser back, and not to scripts. */
export function browserCookie(publicUrl: string, secret: string): string {
  const isSecure = publicUrl.startsWith('https://');
  const age = `Max-Age=${LIFETIME_MS / SECOND}`;
  return [
    `${browserCookieName(publicUrl)}=${secret}`,
    'Path=/',
    age,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');
}

/** Whether the sent secret has this digest, and so comes from the same browser. */
export function isBrowser(sent: string | undefined, expected: string): boolean {
  return hasDigest(sent ?? '', expected);
}
