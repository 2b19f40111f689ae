import type { Histogram } from './histogram.ts';
import { newLoopDelay } from './loop-delay.ts';
import { RequestCount } from './request-count.ts';
import { Tally } from './tally.ts';
import { ViewTally } from './view-tally.ts';

/** The outcome of an attempt at a delivery; `exhausted` = the last attempt failed. */
export type DeliveryOutcome = 'delivered' | 'failed' | 'exhausted';
/** A failed operation with a provider: sending a message, handling an event, or reading a mailbox. */
export type ChannelOperation = 'send' | 'receive' | 'read';

/** The counts of this process since its start, for GET /metrics. */
export type Counts = {
  /** Of each route. */
  requests: RequestCount[];
  /** Of requests that have no route. */
  unmatched: RequestCount;
  sockets: { open: number; opened: number };
  deliveries: Tally<DeliveryOutcome>;
  /** By the provider and what failed. */
  channelErrors: Tally<`${string} ${ChannelOperation}`>;
  failedSignIns: number;
  /** Views of articles in help centres that are not written yet. */
  articleViews: ViewTally;
  /** How late the event loop was. */
  loopDelay: Histogram;
};

export function openCounts(): Counts {
  return {
    requests: [],
    unmatched: new RequestCount('any', 'none'),
    sockets: { open: 0, opened: 0 },
    deliveries: new Tally(),
    channelErrors: new Tally(),
    failedSignIns: 0,
    articleViews: new ViewTally(),
    loopDelay: newLoopDelay(),
  };
}
