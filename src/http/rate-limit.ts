import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { MINUTE, SECOND } from '../time.ts';
import type { Ctx } from './state.ts';

/** Counts requests and refuses those that are too many (contract.md section 1, "Rate-limit headers"). */
export type RateLimits = {
  /** One request of `holder`; of the client's address for null. @throws AppError `too_many_requests` */
  consume(ctx: Ctx, holder: string | null): Promise<void>;
};

export function rateLimits(config: Config): RateLimits {
  const limit = config.rate_limit.requests_per_minute;
  if (limit === 0) return { consume: async () => {} };
  const limiter = new RateLimiterMemory({ points: limit, duration: MINUTE / SECOND });

  return {
    async consume(ctx, holder) {
      const result = await limiter
        .consume(holder ?? addressKey(ctx.ip))
        .catch((refused: unknown) => refused as RateLimiterRes);
      const seconds = Math.ceil(result.msBeforeNext / SECOND);
      ctx.set('X-RateLimit-Limit', String(limit));
      ctx.set('X-RateLimit-Remaining', String(Math.max(0, result.remainingPoints)));
      ctx.set('X-RateLimit-Reset', String(Math.ceil((ctx.state.now.getTime() + result.msBeforeNext) / SECOND)));
      if (result.consumedPoints > limit) {
        throw new AppError('too_many_requests', 'Too many requests', {
          detail: `the limit is ${limit} a minute; try again in ${seconds} seconds`,
          retryAfter: seconds,
        });
      }
    },
  };
}

/** One household has a whole /64 of IPv6 addresses, and counts as one. */
function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':');
}
