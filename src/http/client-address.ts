import type { Context } from 'koa';

/** An IPv4 address as a socket of IPv6 tells it: ::ffff:192.0.2.1 */
const MAPPED = '::ffff:';

/** Where the client is, behind the last proxy if `server.trust_proxy` is set; '' when it is gone already. */
export function clientAddress({ ip }: { ip: string }): string {
  return ip.startsWith(MAPPED) && ip.includes('.') ? ip.slice(MAPPED.length) : ip;
}

/** Whether the request comes straight from a program on this machine: not by a proxy, as far as it says so. */
export function isFromThisMachine(ctx: Pick<Context, 'req' | 'get'>): boolean {
  const { remoteAddress, localAddress } = ctx.req.socket;
  return remoteAddress !== undefined && remoteAddress === localAddress && !isForwarded(ctx);
}

/** Whether a proxy says that it asks for somebody else. */
export function isForwarded(ctx: Pick<Context, 'get'>): boolean {
  return ctx.get('X-Forwarded-For') !== '' || ctx.get('Forwarded') !== '';
}
