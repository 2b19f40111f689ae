import type { IncomingMessage } from 'node:http';
import { totalmem } from 'node:os';
import { AppError } from '../../errors.ts';

/** The share of the memory that bodies may take which are received of callers without credentials. */
const SHARE = 1 / 8;

/** What a body has taken so far, and what ends its reading; null = it has not begun. */
type Body = { bytes: number; refuse: ((error: AppError) => void) | null; takes(bytes: number): void };

/** The bodies that are limited together. */
const limited = new WeakMap<IncomingMessage, Body>();

/**
 * Limits the memory of bodies that are received at once to `most` bytes, 0 = an eighth of the memory. Gives what is called for each
 * request; what that returns is called when the request has been answered. Where bodies take more, the one that has been under way
 * for longest ends as `unavailable`: others may then be received, however many are sent slowly.
 */
export function bodyMemory(most: number): (req: IncomingMessage) => () => void {
  const limit = most || Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) * SHARE;
  /** The oldest first. */
  const bodies = new Set<Body>();
  let sum = 0;

  function end(body: Body): void {
    if (bodies.delete(body)) sum -= body.bytes;
  }

  function takes(this: Body, bytes: number): void {
    if (!bodies.has(this)) return;
    this.bytes += bytes;
    sum += bytes;
    for (const body of bodies) {
      if (sum <= limit) return;
      end(body);
      body.refuse?.(tooMuch());
    }
  }

  return (req) => {
    const body: Body = { bytes: 0, refuse: null, takes };
    bodies.add(body);
    limited.set(req, body);
    return () => end(body);
  };
}

/** Counts bytes of a body that are now in memory. `refuse` ends its reading, now or later. */
export function noteReceived(req: IncomingMessage, bytes: number, refuse: (error: AppError) => void): void {
  const body = limited.get(req);
  if (!body) return;
  body.refuse = refuse;
  body.takes(bytes);
}

const tooMuch = () =>
  new AppError('unavailable', 'Service unavailable', {
    detail: 'too much is being received at once; try again later',
    retryAfter: 5,
  });
