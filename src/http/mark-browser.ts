import { browserCookie, browserCookieName, secretOf } from '../oauth/browser.ts';
import { digest } from '../secrets.ts';
import { type Ctx, publicUrl } from './state.ts';

/**
 * Sets a cookie that identifies the browser when a provider sends it back. Returns the digest of the cookie's value, for
 * the state of an authorization.
 */
export function markBrowser(ctx: Ctx): string {
  const secret = secretOf(sentBrowser(ctx));
  ctx.append('Set-Cookie', browserCookie(publicUrl(ctx), secret));
  return digest(secret);
}

/** What the browser has in that cookie; undefined = nothing. */
export function sentBrowser(ctx: Ctx): string | undefined {
  return ctx.cookies.get(browserCookieName(publicUrl(ctx)));
}
