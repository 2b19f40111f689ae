import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { MINUTE, SECOND } from '../time.ts';
import type { Ctx, RouteMiddleware } from './state.ts';

/** Counts the requests to this process, and refuses those above the limits. */
export type RateLimits = {
  /**
   * Counts one request of `credential`, or of the client's address for null; sets the `X-RateLimit-...` headers.
   * @throws AppError `too_many_requests`
   */
  consume(ctx: Ctx, credential: string | null): Promise<void>;
  /** As `consume`, for a request of the contact with this contact inbox. @throws AppError `too_many_requests` */
  consumeContact(ctx: Ctx, contactInboxId: number): Promise<void>;
  /** Counts a request of readers at the client's address. @throws AppError `too_many_requests` */
  consumeReader(ctx: Ctx): Promise<void>;
  /** Counts somebody new to a website, or to an API inbox, at the client's address. @throws AppError `too_many_requests` */
  consumeNewVisitor(ctx: Ctx): Promise<void>;
  /** Counts that somebody without a token opened the widget at the client's address. @throws AppError `too_many_requests` */
  consumeOpening(ctx: Ctx): Promise<void>;
  /** Counts a file that a visitor at the client's address announces. @throws AppError `too_many_requests` */
  consumeVisitorUpload(ctx: Ctx): Promise<void>;
  /** Counts a transcript of the visitor with this contact inbox. @throws AppError `too_many_requests` */
  consumeTranscript(ctx: Ctx, contactInboxId: number): Promise<void>;
};

/** Most people open the widget of a website and write nothing: so many for each who may write. */
const OPENINGS_PER_VISITOR = 10;

export function rateLimits(config: Config): RateLimits {
  const consume = counter({ most: config.rate_limit.requests_per_minute, minutes: 1 });
  const consumeContact = counter({ most: config.rate_limit.contact_requests_per_minute, minutes: 1 });
  const consumeReader = counter({ most: config.rate_limit.reader_requests_per_minute, minutes: 1 });
  const consumeNewVisitor = counter({ most: config.rate_limit.new_visitors_per_hour, minutes: 60 });
  const openings = OPENINGS_PER_VISITOR * config.rate_limit.new_visitors_per_hour;
  const consumeOpening = counter({ most: openings, minutes: 60 });
  const consumeVisitorUpload = counter({ most: config.rate_limit.uploads_per_hour, minutes: 60 });
  const consumeTranscript = counter({ most: config.rate_limit.visitor_transcripts_per_hour, minutes: 60 });
  return {
    consume: (ctx, credential) => consume(ctx, credential ?? addressKey(ctx.ip)),
    consumeContact: (ctx, contactInboxId) => consumeContact(ctx, String(contactInboxId)),
    consumeReader: (ctx) => consumeReader(ctx, addressKey(ctx.ip)),
    consumeNewVisitor: (ctx) => consumeNewVisitor(ctx, addressKey(ctx.ip)),
    consumeOpening: (ctx) => consumeOpening(ctx, addressKey(ctx.ip)),
    consumeVisitorUpload: (ctx) => consumeVisitorUpload(ctx, addressKey(ctx.ip)),
    consumeTranscript: (ctx, contactInboxId) => consumeTranscript(ctx, String(contactInboxId)),
  };
}

/** At most `most` requests in `minutes` minutes; `most` 0 = no limit. */
export type Limit = { most: number; minutes: number };

/**
 * Limits the requests with `method` of each client address, which for IPv6 is its /64.
 * @throws AppError `too_many_requests`
 */
export function limitAddresses(method: string, limit: Limit): RouteMiddleware {
  const consume = counter(limit);
  return async function limitAddresses(ctx, next) {
    if (ctx.method === method) await consume(ctx, addressKey(ctx.ip));
    return next();
  };
}

/** Counts requests of readers, who need no credentials. @throws AppError `too_many_requests` */
export function limitReaders({ consumeReader }: RateLimits): RouteMiddleware {
  return async function limitReaders(ctx, next) {
    await consumeReader(ctx);
    return next();
  };
}

/** Limits the requests of each caller for which `isCounted` is true. @throws AppError `too_many_requests` */
export function limitCallers(isCounted: (ctx: Ctx) => boolean, limit: Limit): RouteMiddleware {
  const consume = counter(limit);
  return async function limitCallers(ctx, next) {
    if (isCounted(ctx)) await consume(ctx, `${ctx.state.caller.type} ${ctx.state.caller.id}`);
    return next();
  };
}

/** Limits the requests with `method` in each account. @throws AppError `too_many_requests` */
export function limitAccounts(method: string, limit: Limit): RouteMiddleware {
  const consume = counter(limit);
  return async function limitAccounts(ctx, next) {
    if (ctx.method === method) await consume(ctx, String(ctx.state.account.id));
    return next();
  };
}

/**
 * Limits failed sign-ins (`unauthorized`) per client address. Successes do not count, because many people may sign in from
 * an address. Above the limit no credential is checked. A POST counts as failed until it succeeds, because checking a
 * password takes long and concurrent requests would otherwise all be checked.
 * @throws AppError `too_many_requests`
 */
export function limitRefused({ most, minutes }: Limit): RouteMiddleware {
  const refused = new RateLimiterMemory({ points: most, duration: (minutes * MINUTE) / SECOND });
  return async function limitRefused(ctx, next) {
    if (most === 0) return next();
    const key = addressKey(ctx.ip);
    const isCounted = ctx.method === 'POST';
    const count = isCounted ? await refused.penalty(key, 1) : await refused.get(key);
    const before = (count?.consumedPoints ?? 0) - (isCounted ? 1 : 0);
    if (before >= most) throw tooMany({ most, minutes }, Math.min(count?.msBeforeNext ?? 0, minutes * MINUTE));
    let isRefused = false;
    try {
      await next();
    } catch (error) {
      isRefused = error instanceof AppError && error.code === 'unauthorized';
      throw error;
    } finally {
      if (isRefused && !isCounted) await refused.penalty(key, 1);
      if (!isRefused && isCounted) await refused.reward(key, 1);
    }
  };
}

function counter({ most, minutes }: Limit): (ctx: Ctx, key: string) => Promise<void> {
  if (most === 0) return async () => {};
  const windowMs = minutes * MINUTE;
  const limiter = new RateLimiterMemory({ points: most, duration: windowMs / SECOND });

  return async (ctx, key) => {
    const result = await limiter.consume(key).catch((refused: unknown) => refused as RateLimiterRes);
    // It is forgotten by a timer, but the library counts by the wall clock, which may have been set back.
    const leftMs = Math.min(result.msBeforeNext, windowMs);
    ctx.set('X-RateLimit-Limit', String(most));
    ctx.set('X-RateLimit-Remaining', String(Math.max(0, result.remainingPoints)));
    ctx.set('X-RateLimit-Reset', String(Math.ceil((ctx.state.now.getTime() + leftMs) / SECOND)));
    if (result.consumedPoints > most) throw tooMany({ most, minutes }, leftMs);
  };
}

/** The refusal of a request above the limit, which lasts `leftMs` more milliseconds. */
export function tooMany({ most, minutes }: Limit, leftMs: number): AppError {
  const seconds = Math.ceil(leftMs / SECOND);
  return new AppError('too_many_requests', 'Too many requests', {
    detail: `the limit is ${most} ${minutes === 1 ? 'a minute' : `in ${minutes} minutes`}; try again in ${seconds} seconds`,
    retryAfter: seconds,
  });
}

/**
 * The key that an address is counted by: all of its /64 for IPv6, since one customer of a provider has at least that
 * many.
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':');
}
