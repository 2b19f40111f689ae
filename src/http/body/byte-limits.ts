import { LRUCache } from 'lru-cache';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { inSize } from '../../storage/in-size.ts';
import { HOUR, SECOND } from '../../time.ts';
import { addressKey } from '../rate-limit.ts';
import type { Ctx, Meter, RouteMiddleware, State } from '../state.ts';

/** How many times as much all at one address may write, and all of one account, since many may share these. */
const OF_ADDRESS = 4;
const OF_ACCOUNT = 50;
/** Visitors, addresses and accounts that are counted at once. */
const MOST_COUNTED = 100_000;

/** Bytes written by one of those that are counted, within the hour that began with the first of them. */
type Share = { bytes: number; most: number; whose: string; until: number };

/** Counts what visitors of websites and contacts of the Public API write, in this process. */
export type ByteLimits = {
  /** Begins to count a request; `contactInboxId` null = of somebody unknown. @throws AppError `too_many_requests` */
  open(ctx: Ctx, contactInboxId: number | null): Meter;
};

export function byteLimits({ limits }: Config): ByteLimits {
  const { visitor_bytes_per_hour: most } = limits;
  const shares = new LRUCache<string, Share>({ max: MOST_COUNTED });

  return {
    open(ctx, contactInboxId) {
      const { space } = ctx.state.app.installation;
      const counted: Share[] = [];
      let [before, account] = [0, 0];
      const count = (name: string, times: number, whose: string) => {
        if (most > 0) counted.push(shareOf(shares, name, { most: most * times, whose }));
      };
      const note = (bytes: number) => {
        before += bytes;
        if (account !== 0) space.note(account, bytes);
        for (const share of counted) share.bytes += bytes;
      };
      const meter: Meter = {
        note,
        take(bytes) {
          note(bytes);
          const full = counted.find((share) => share.bytes > share.most);
          if (full) throw tooMuch(full);
        },
        async enter(accountId) {
          await space.check(accountId, 'anonymous');
          account = accountId;
          const [already, others] = [before, counted.length];
          count(`account ${accountId}`, OF_ACCOUNT, 'all visitors of the account');
          for (const share of counted.slice(others)) share.bytes += already;
          space.note(accountId, already);
          meter.take(0);
        },
      };
      count(`address ${addressKey(ctx.ip)}`, OF_ADDRESS, 'all at one address');
      if (contactInboxId !== null) count(`visitor ${contactInboxId}`, 1, 'one visitor');
      // Larger ones are refused before anything of them is written.
      refuseLonger(counted, ctx.request.length ?? 0);
      return meter;
    },
  };
}

/** The share of this name, a new one where its hour is over. */
function shareOf(shares: LRUCache<string, Share>, name: string, of: Pick<Share, 'most' | 'whose'>): Share {
  const known = shares.get(name);
  if (known && performance.now() < known.until) return known;
  const share = { bytes: 0, until: performance.now() + HOUR, ...of };
  shares.set(name, share);
  return share;
}

/** @throws AppError `too_many_requests` where one of the shares has no space for so many bytes */
function refuseLonger(counted: readonly Share[], bytes: number): void {
  const full = counted.find((share) => share.bytes + bytes > share.most);
  if (full) throw tooMuch(full);
}

function tooMuch({ most, whose, until }: Share): AppError {
  const seconds = Math.max(1, Math.ceil((until - performance.now()) / SECOND));
  return new AppError('too_many_requests', 'Too many requests', {
    detail: `${whose} may send ${inSize(most)} in an hour; try again in ${seconds} seconds`,
    retryAfter: seconds,
  });
}

/**
 * Has what requests of contacts and visitors write counted: their bodies, their files and the events that follow.
 * @throws AppError `too_many_requests`, `storage_full`
 */
export function meterBytes(limits: ByteLimits): RouteMiddleware {
  return async function meterBytes(ctx, next) {
    const { entered, widget, account }: Partial<State> = ctx.state;
    const caller = entered?.contact ?? widget?.visitor ?? null;
    const meter = limits.open(ctx, caller?.contactInbox.id ?? null);
    ctx.state.meter = meter;
    ctx.state.tx = ctx.state.tx.metered((bytes) => meter.note(bytes));
    // Where the website is named in the body, `enterWidgetByBody` enters.
    if (account) await meter.enter(account.id);
    return next();
  };
}
