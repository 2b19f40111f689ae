import type { Histogram } from './histogram.ts';
import { newLoopDelay } from './loop-delay.ts';
import { RequestCount } from './request-count.ts';
import { Tally } from './tally.ts';
import { ViewTally } from './view-tally.ts';

/** What became of an attempt to deliver an event; `exhausted` = it failed, and was the last one. */
export type DeliveryOutcome = 'delivered' | 'failed' | 'exhausted';
/** What failed with a provider: sending a message, handling what it told, or reading a mailbox. */
export type ChannelOperation = 'send' | 'receive' | 'read';

/** What this process counts from its start on, and how many sockets it has; GET /metrics shows it. */
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
  /** Of articles of help centres, until they are written down. */
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
