import { accessDenied } from '../../errors.ts';
import { originOf } from '../client-address.ts';
import { type Ctx, publicUrl } from '../state.ts';
import { isFromOwnOrigin } from './own-origin.ts';
import { endedCookie, sessionCookie } from './session-cookie.ts';
import { sessionHeaders, type SessionKeys } from './session-headers.ts';

/**
 * Where a session begins: the address and the program of the request, and whether it is for a cookie, as the body asks.
 * @throws AppError `access_denied` when another site asks for a cookie: it could sign somebody in here unnoticed
 */
export function sessionOrigin(ctx: Ctx, { session_cookie: isForCookie = false }: { session_cookie?: boolean }) {
  if (isForCookie && !isFromOwnOrigin(ctx)) throw accessDenied('session_cookie is for pages of this server only');
  return { ...originOf(ctx), isForCookie };
}

/** Sends the new session with the answer: as a cookie where it was opened for one, else in the headers that programs read. */
export function giveSession(ctx: Ctx, session: SessionKeys & { id: number; isForCookie: boolean }): void {
  if (!session.isForCookie) return ctx.set(sessionHeaders(session));
  const { id, token: secret, expiresAt } = session;
  ctx.append('Set-Cookie', sessionCookie(publicUrl(ctx), { id, secret, expiresAt }, ctx.state.now));
}

/** Has the browser forget its session. */
export function takeCookie(ctx: Ctx): void {
  ctx.append('Set-Cookie', endedCookie(publicUrl(ctx)));
}
