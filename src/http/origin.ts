import { clientAddress } from './client-address.ts';
import type { Ctx } from './state.ts';

/** Most characters that are kept of what a program says of itself. */
const USER_AGENT_LENGTH = 255;

/** The address and the program that a request comes from, as far as the request tells. */
export function originOf(ctx: Ctx): { ipAddress: string | null; userAgent: string | null } {
  return {
    ipAddress: clientAddress(ctx) || null,
    userAgent: ctx.get('User-Agent').slice(0, USER_AGENT_LENGTH) || null,
  };
}
