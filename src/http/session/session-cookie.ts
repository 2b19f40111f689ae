import { idIn } from '../../fields/id-in.ts';
import { SECOND } from '../../time.ts';

/** Row key and secret of a session. */
export type CookieKeys = { id: number; secret: string };

/** The row key, and 32 bytes in base64url. */
const VALUE = /^(\d{1,10})\.([\w-]{43})$/;

/** The name of the cookie. With https, browsers let neither a sibling host nor a page without TLS set the cookie. */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https://') ? '__Host-parley' : 'parley';
}

/** The value of `Set-Cookie` that keeps a session in a browser until `expiresAt`, out of reach of scripts. */
export function sessionCookie(
  publicUrl: string,
  { id, secret, expiresAt }: CookieKeys & { expiresAt: Date },
  now: Date,
): string {
  const age = Math.max(0, Math.round((expiresAt.getTime() - now.getTime()) / SECOND));
  return cookieOf(publicUrl, `${id}.${secret}`, age);
}

/** The value of `Set-Cookie` that takes the session out of the browser. */
export function endedCookie(publicUrl: string): string {
  return cookieOf(publicUrl, '', 0);
}

function cookieOf(publicUrl: string, value: string, age: number): string {
  const name = sessionCookieName(publicUrl);
  const isSecure = publicUrl.startsWith('https://');
  const parts = [`${name}=${value}`, 'Path=/', `Max-Age=${age}`, 'HttpOnly', 'SameSite=Lax'];
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ');
}

/**
 * The session in the header `Cookie`; null = there is none. Several cookies with the name count as none: a sibling host may have set
 * one of them to have somebody work in a session of others.
 */
export function sessionInCookies(header: string, publicUrl: string): CookieKeys | null {
  const start = `${sessionCookieName(publicUrl)}=`;
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start));
  const [value, another] = values;
  if (value === undefined || another !== undefined) return null;
  const [, id = '', secret = ''] = VALUE.exec(value.slice(start.length)) ?? [];
  const key = idIn(id);
  return key === null ? null : { id: key, secret };
}
