import { AppError } from '../../errors.ts';
import { bodyMemory } from './body-memory.ts';
import { hasBody } from './body.ts';
import { addressKey } from '../rate-limit.ts';
import type { RouteMiddleware } from '../state.ts';

/** Requests with bodies that are handled at once of one address: bodies are in memory until all of them has come. */
const MOST_AT_ONCE = 100;

/**
 * Limits how many bodies of callers without credentials are received at the same time from one address, which may send them as
 * slowly as they like, and the memory of all of them (`bodyMemory`, `mostBytes`). All routes with the same limit count together.
 * @throws AppError `too_many_requests`, `unavailable`
 */
export function limitAtOnce(mostBytes: number): RouteMiddleware {
  const begin = bodyMemory(mostBytes);
  const underWay = new Map<string, number>();

  return async function limitAtOnce(ctx, next) {
    if (!hasBody(ctx)) return next();
    const key = addressKey(ctx.ip);
    const count = underWay.get(key) ?? 0;
    if (count >= MOST_AT_ONCE) throw tooMany();
    underWay.set(key, count + 1);
    const end = begin(ctx.req);
    try {
      return await next();
    } finally {
      end();
      const left = (underWay.get(key) ?? 1) - 1;
      if (left > 0) underWay.set(key, left);
      else underWay.delete(key);
    }
  };
}

const tooMany = () =>
  new AppError('too_many_requests', 'Too many requests', {
    detail: `${MOST_AT_ONCE} requests of this address are being received; try again when they are answered`,
    retryAfter: 1,
  });
