import type { Context } from 'koa';

/** The prefix of an IPv4 address on an IPv6 socket: ::ffff:192.0.2.1 */
const MAPPED = '::ffff:';
/** Longer `User-Agent` headers are cut to this many characters. */
const USER_AGENT_LENGTH = 255;

/** Where the client is, behind the last proxy if `server.trust_proxy` is set; '' when it is gone already. */
export function clientAddress({ ip }: { ip: string }): string {
  return ip.startsWith(MAPPED) && ip.includes('.') ? ip.slice(MAPPED.length) : ip;
}

/** Whether the request comes straight from a program on this machine: not by a proxy, as far as it says so. */
export function isFromThisMachine(ctx: Pick<Context, 'req' | 'get'>): boolean {
  const { remoteAddress, localAddress } = ctx.req.socket;
  return remoteAddress !== undefined && remoteAddress === localAddress && !isForwarded(ctx);
}

/** Whether the request was forwarded by a proxy, by its headers. */
export function isForwarded(ctx: Pick<Context, 'get'>): boolean {
  return ctx.get('X-Forwarded-For') !== '' || ctx.get('Forwarded') !== '';
}

/** The address and the program that a request comes from, as far as the request tells. */
export function originOf(ctx: Pick<Context, 'ip' | 'get'>): { ipAddress: string | null; userAgent: string | null } {
  return {
    ipAddress: clientAddress(ctx) || null,
    userAgent: ctx.get('User-Agent').slice(0, USER_AGENT_LENGTH) || null,
  };
}
