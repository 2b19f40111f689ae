import type { Socket } from 'node:net';
import { digest } from '../secrets.ts';
import { isFromOwnOrigin } from './session/own-origin.ts';
import { sessionInCookies } from './session/session-cookie.ts';
import { type Ctx, publicUrl } from './state.ts';

/** The credentials of a request. */
export type Credentials =
  | { kind: 'token'; digest: string }
  /** The headers that signing in returned. */
  | { kind: 'session'; token: string; client: string; uid: string }
  /** The session of a browser, from its cookie. */
  | { kind: 'cookie'; id: number; digest: string }
  | { kind: 'none' };

/**
 * The credentials in the headers: the token, in any of those that clients use (proxies drop headers with an underscore,
 * and some tools support only Bearer), or else the session, as separate headers or together in the `authorization`
 * value that signing in returned. Nothing is checked.
 */
export function credentialsOf(ctx: Ctx): Credentials {
  const token = ctx.get('api_access_token') || ctx.get('api-access-token');
  if (token) return tokenOf(ctx, token);
  const session = sessionIn((name) => ctx.get(name));
  if (session) return session;
  const bearer = /^Bearer (.+)$/i.exec(ctx.get('Authorization'))?.[1];
  if (!bearer) return { kind: 'none' };
  return sessionInside(bearer) ?? tokenOf(ctx, bearer);
}

/**
 * As `credentialsOf`; where the headers have no credentials, the session in the cookie of the browser, if a page of this server
 * sent the request. A cookie that another site has the browser send counts as absent.
 */
export function credentialsWithCookie(ctx: Ctx): Credentials {
  const credentials = credentialsOf(ctx);
  const { cookie } = ctx.req.headers;
  if (credentials.kind !== 'none' || cookie === undefined) return credentials;
  const session = isFromOwnOrigin(ctx) ? sessionInCookies(cookie, publicUrl(ctx)) : null;
  return session ? { kind: 'cookie', id: session.id, digest: digest(session.secret) } : credentials;
}

/** Longer ones are not kept: no token has as many characters. */
const LONGEST = 200;
/** The token that each connection has sent last, with its digest: mostly it sends the same with every request. */
const sentLast = new WeakMap<Socket, { token: string; digest: string }>();

function tokenOf({ req: { socket } }: Ctx, token: string): Credentials {
  const last = sentLast.get(socket);
  if (last?.token === token) return { kind: 'token', digest: last.digest };
  const sent = { token, digest: digest(token) };
  if (token.length <= LONGEST) sentLast.set(socket, sent);
  return { kind: 'token', digest: sent.digest };
}

function sessionIn(get: (name: string) => unknown): Credentials | null {
  const [token, client, uid] = [get('access-token'), get('client'), get('uid')];
  return isText(token) && isText(client) && isText(uid) ? { kind: 'session', token, client, uid } : null;
}

/** Whether `value` is text as a header can have it; decoded base64 can contain anything. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.includes('\u0000');
}

/** The headers of a session as JSON in base64; null for a token. */
function sessionInside(bearer: string): Credentials | null {
  const text = Buffer.from(bearer, 'base64').toString('utf8');
  if (!text.startsWith('{')) return null;
  try {
    const headers = JSON.parse(text) as Record<string, unknown>;
    return sessionIn((name) => headers[name]);
  } catch {
    return null;
  }
}
