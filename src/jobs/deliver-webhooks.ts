import type { App } from '../app.ts';
import type { ReceiverType } from '../entities/delivery.ts';
import { claimLanes, laneKey, receiverKey } from '../resources/webhooks/claim-lanes.ts';
import { deliver } from '../resources/webhooks/deliver.ts';
import { SECOND } from '../time.ts';
import { unwatchedClock } from './wall-clock.ts';

/** How long after the latest possible answer a lane counts as abandoned. */
const LEASE_MARGIN_MS = 5 * SECOND;

type Receiver = { receiverType: ReceiverType; receiverId: number };

/** Sends due deliveries in the background, each receiver beside the others. */
export type Deliveries = {
  /** Looks for due deliveries, now or as soon as there is room for more. */
  wake(): void;
  /** Starts nothing new and waits for what is under way. */
  stop(): Promise<void>;
};

export function startDeliveries(app: App, clock = unwatchedClock(app)): Deliveries {
  const { webhooks } = app.config;
  const leaseMs = webhooks.timeout_seconds * SECOND + LEASE_MARGIN_MS;
  const busy = new Map<string, { receiver: Receiver; count: number }>();
  const underWay = new Map<string, Promise<void>>();
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let stopped = false;

  const countOf = (receiver: Receiver) => busy.get(receiverKey(receiver))?.count ?? 0;

  function count(receiver: Receiver, by: number): void {
    const counted = countOf(receiver) + by;
    if (counted === 0) busy.delete(receiverKey(receiver));
    else busy.set(receiverKey(receiver), { receiver, count: counted });
  }

  async function look(): Promise<void> {
    do {
      lookAgain = false;
      const total = webhooks.concurrency - underWay.size;
      if (total <= 0 || stopped) return;
      const full = [...busy.values()].filter((entry) => entry.count >= webhooks.concurrency_per_receiver);
      const now = await clock.now();
      const capacity = {
        total,
        of: (receiver: Receiver) => webhooks.concurrency_per_receiver - countOf(receiver),
        holds: (lane: Parameters<typeof laneKey>[0]) => underWay.has(laneKey(lane)),
        full: full.map(({ receiver }) => receiver),
      };
      const claims = await claimLanes(app.orm.em.fork(), capacity, now, new Date(now.getTime() + leaseMs));
      for (const claim of claims) start(claim);
      // Others may have been hidden behind a receiver that is busy from now on.
      lookAgain ||= claims.length > 0;
    } while (lookAgain);
  }

  function start(claim: Parameters<typeof deliver>[1]): void {
    count(claim, +1);
    const sending = deliver(app, claim, clock.now)
      .catch((error: unknown) => app.log.error({ err: error, receiver: receiverKey(claim) }, 'delivery broke off'))
      .finally(() => {
        count(claim, -1);
        underWay.delete(laneKey(claim));
        wake();
      });
    underWay.set(laneKey(claim), sending);
  }

  function wake(): void {
    if (stopped) return;
    lookAgain = true;
    looking ??= look()
      .catch((error: unknown) => app.log.error({ err: error }, 'cannot look for due deliveries'))
      .finally(() => (looking = null));
  }

  return {
    wake,
    async stop() {
      stopped = true;
      await looking;
      await Promise.all(underWay.values());
    },
  };
}
