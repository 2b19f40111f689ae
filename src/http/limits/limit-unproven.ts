import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '../../errors.ts';
import { MINUTE, SECOND } from '../../time.ts';
import { addressKey, type Limit, tooMany } from '../rate-limit.ts';
import type { RouteMiddleware } from '../state.ts';

/** The requests of an address: how many there are, how many of them are being checked, and what lets the others go on. */
type UnderWay = { all: number; checked: number; waiting: (() => void)[] };

/**
 * Limits unproved requests (`isProven`) per client address, on routes that authenticate callers themselves: refused
 * requests, and requests about unknown objects. Each proved request takes back an unproved one, since a provider calls
 * for many accounts from the same addresses, and an account with a wrong secret must not block the others; it gives no credit
 * for later ones. No more requests are checked at once than may still be unproved, and others wait for these.
 * @throws AppError `too_many_requests`
 */
export function limitUnproven({ most, minutes }: Limit): RouteMiddleware {
  const unproven = new RateLimiterMemory({ points: most, duration: (minutes * MINUTE) / SECOND });
  const addresses = new Map<string, UnderWay>();

  return async function limitUnproven(ctx, next) {
    if (most === 0) return next();
    const key = addressKey(ctx.ip);
    const end = await begin(key);
    let isFree = false;
    try {
      await next();
    } catch (error) {
      // Faults of this server are not the caller's, and guessing unknown paths gains nothing.
      isFree = !(error instanceof AppError) || ['unavailable', 'not_found'].includes(error.code);
      throw error;
    } finally {
      if (!ctx.state.isProven && !isFree) await unproven.penalty(key, 1);
      else if (ctx.state.isProven && (await countOf(key)).points > 0) await unproven.reward(key, 1);
      end();
    }
  };

  /** Waits until the request may be checked; gives what ends it. @throws AppError `too_many_requests` */
  async function begin(key: string): Promise<() => void> {
    const here = addresses.get(key) ?? { all: 0, checked: 0, waiting: [] };
    addresses.set(key, here);
    here.all += 1;
    for (;;) {
      const { points, leftMs } = await countOf(key);
      if (points >= most) {
        leave(key, here);
        throw tooMany({ most, minutes }, Math.min(leftMs, minutes * MINUTE));
      }
      if (points + here.checked < most) break;
      await new Promise<void>((resolve) => here.waiting.push(resolve));
    }
    here.checked += 1;
    return () => {
      here.checked -= 1;
      leave(key, here);
    };
  }

  function leave(key: string, here: UnderWay): void {
    here.all -= 1;
    here.waiting.shift()?.();
    if (here.all === 0) addresses.delete(key);
  }

  async function countOf(key: string): Promise<{ points: number; leftMs: number }> {
    const count = await unproven.get(key);
    return { points: count?.consumedPoints ?? 0, leftMs: count?.msBeforeNext ?? 0 };
  }
}
