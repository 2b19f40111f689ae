import { setImmediate, setTimeout } from 'node:timers/promises';
import type { App } from '../../app.ts';
import type { Ended } from '../../resources/webhooks/deliveries/attempts.ts';
import { type Claim, claimLanes, giveBackLanes, receiverKey } from '../../resources/webhooks/deliveries/claim-lanes.ts';
import { deliver, type DueLane, readDueLanes } from '../../resources/webhooks/deliveries/deliver.ts';
import { waitingReceivers } from '../../resources/webhooks/deliveries/waiting-receivers.ts';
import { SECOND } from '../../time.ts';
import { openDeliverySlots } from './delivery-slots.ts';
import { logFailure } from '../queue/log-failure.ts';
import { openLostClaims } from '../queue/lost-claims.ts';
import { persist } from '../queue/persist.ts';
import { unwatchedClock } from '../clock/wall-clock.ts';
import { openRounds } from './rounds.ts';
import { openAttemptWriter } from './write-attempts.ts';

/** How long after the latest possible answer a lane's lease ends. */
const LEASE_MARGIN_MS = 5 * SECOND;
/** After each round, the database is left to requests for so many times as long as the round took, within these bounds. */
const REST = 1.5;
const SHORTEST_REST_MS = 4;
const LONGEST_REST_MS = 100;

/** Sends due deliveries in the background, to many receivers at the same time. */
export type Deliveries = {
  /** Looks for due deliveries, now or as soon as slots are free. */
  wake(): void;
  /** Starts no more deliveries, and waits until those under way have ended and are written down. */
  stop(): Promise<void>;
};

/**
 * Works in rounds: each writes the attempts that have ended since the last one, and claims lanes for the free slots. So
 * requests wait for the database for one round at most, and many deliveries share few transactions.
 *
 * The steps of a delivery: `waitingReceivers` finds the receivers with due lanes, delivery-slots.ts shares the free slots
 * between them, `claimLanes` claims lanes, `readDueLanes` reads what to send, `deliver` sends it, and write-attempts.ts
 * stores the attempt.
 */
export function startDeliveries(app: App, clock = unwatchedClock(app)): Deliveries {
  const leaseMs = app.config.webhooks.timeout_seconds * SECOND + LEASE_MARGIN_MS;
  const slots = openDeliverySlots(app.config.webhooks);
  const attempts = openAttemptWriter(app, clock, () => rounds.request());
  const lost = openLostClaims(async (name) => giveBackLanes(app.tx(), name, await clock.now()));
  const underWay = new Map<Claim, Promise<void>>();
  const rounds = openRounds(() =>
    writeAndClaim().catch((error: unknown) => logFailure(app.log, error, 'deliveries broke off')),
  );
  let stopped = false;

  async function writeAndClaim(): Promise<void> {
    const started = performance.now();
    // Deliveries that have just been written release their slots first.
    await persist(
      app.log,
      'cannot write down deliveries yet',
      () => attempts.write(),
      () => true,
    );
    await setImmediate();
    const lanes = stopped ? [] : await claim().catch(none);
    const tookMs = performance.now() - started;
    for (const lane of lanes) {
      start(lane);
      await setImmediate();
    }
    await setTimeout(Math.min(Math.max(REST * tookMs, SHORTEST_REST_MS), LONGEST_REST_MS));
    if (!attempts.isEmpty()) rounds.request();
  }

  async function claim(): Promise<DueLane[]> {
    const tx = app.tx();
    const now = await clock.now();
    const shares = slots.share(await waitingReceivers(tx, now));
    if (shares.length === 0) return [];
    const leaseEnd = new Date(now.getTime() + leaseMs);
    return lost.claim(async (name) => {
      const claims = await claimLanes(tx, shares, [...underWay.keys()], name, now, leaseEnd);
      // A receiver with fewer lanes than slots leaves slots for others.
      if (claims.length > 0) rounds.request();
      return readDueLanes(tx, claims, now);
    });
  }

  function none(error: unknown): DueLane[] {
    logFailure(app.log, error, 'cannot look for due deliveries');
    return [];
  }

  function start(lane: DueLane): void {
    const leave = slots.take(lane.claim);
    const sending = deliver(app, lane, finish)
      .catch((error: unknown) => app.log.error({ err: error, receiver: receiverKey(lane.claim) }, 'delivery broke off'))
      .finally(() => {
        leave();
        underWay.delete(lane.claim);
        rounds.request();
      });
    underWay.set(lane.claim, sending);
  }

  function finish(ended: Ended) {
    slots.note(ended.claim, ended.attempt);
    const finished = attempts.finish(ended);
    rounds.request();
    return finished;
  }

  return {
    wake() {
      if (!stopped) rounds.request();
    },
    async stop() {
      stopped = true;
      // After this round, all claimed deliveries have been started.
      await rounds.settled();
      await Promise.all(underWay.values());
      await rounds.settled();
    },
  };
}
