import type { Ctx } from '../state.ts';

const READING = ['GET', 'HEAD'];

/**
 * Whether a page of this server sent the request, so far as the browser says. `Sec-Fetch-Site` decides where it is sent; browsers
 * leave it out over plain http. Then `Origin` must be this server's, and may be absent only where something is read: browsers send
 * it with every write.
 */
export function isFromOwnOrigin(ctx: Pick<Ctx, 'get' | 'method' | 'host' | 'state'>): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '') return site === 'same-origin';
  const origin = ctx.get('Origin');
  if (origin === '') return READING.includes(ctx.method);
  const { publicUrl } = ctx.state.app.installation;
  return origin === originIn(publicUrl) || isOfHost(origin, ctx.host, publicUrl.startsWith('https://'));
}

function originIn(url: string): string | null {
  return URL.parse(url)?.origin ?? null;
}

/** Whether the origin has the host that the request names; where the public URL is https, so must the origin be. */
function isOfHost(origin: string, host: string, isSecure: boolean): boolean {
  const own = host.toLowerCase();
  if (own === '') return false;
  return origin === `https://${own}` || (!isSecure && origin === `http://${own}`);
}
