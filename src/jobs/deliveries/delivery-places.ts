import { LRUCache } from 'lru-cache';
import type { Config } from '../../config.ts';
import { receiverKey, type Share } from '../../resources/webhooks/deliveries/claim-lanes.ts';
import type { Attempt } from '../../resources/webhooks/deliveries/send.ts';
import type { WaitingReceiver } from '../../resources/webhooks/deliveries/waiting-receivers.ts';
import { SECOND } from '../../time.ts';
import { openReceiverHealth } from './receiver-health.ts';
import { accountKey, type Party, sharePlaces } from '../queue/share-places.ts';

/** The places for deliveries in this process: which are taken, and how free ones are shared. */
export type Places = {
  /** Shares the free places between the waiting receivers. */
  share(waiting: WaitingReceiver[]): Share[];
  /** Takes a place for a delivery to the receiver. Returns a function that gives it back. */
  take(receiver: WaitingReceiver): () => void;
  /** Remembers how the receiver answered, which affects its next share. */
  note(receiver: WaitingReceiver, attempt: Attempt): void;
};

/**
 * The part of the places that one account may have while others wait, because all of its receivers may stop answering
 * at once.
 */
const PART_OF_ACCOUNT = 3 / 4;
/** A delivery that takes longer is only waiting for its receiver, and gives its place back meanwhile. */
const LONG_MS = SECOND;
/** At most so many times the number of places may wait like this. */
const MOST_AWAITED = 3;
/** Most accounts, and most receivers, whose last turn is remembered. */
const REMEMBERED = 10_000;

export function openPlaces(webhooks: Config['webhooks']): Places {
  const health = openReceiverHealth(webhooks.concurrency_per_receiver);
  /** When each was placed, by the monotonic clock, oldest first. */
  const placed = new Map<Party, number>();
  const servedAccounts = new LRUCache<string, number>({ max: REMEMBERED });
  const servedReceivers = new LRUCache<string, number>({ max: REMEMBERED });
  let turn = 0;

  return {
    share(waiting) {
      const latest = performance.now() - LONG_MS;
      const parties = [...placed.keys()];
      const long = parties.filter((party) => (placed.get(party) ?? 0) < latest).length;
      const awaited = Math.min(long, MOST_AWAITED * webhooks.concurrency);
      const shares = sharePlaces({
        waiting: waiting.map((receiver) => ({ ...partyOf(receiver), waiting: receiver })),
        awaited: parties.slice(0, awaited),
        placed: parties.slice(awaited),
        total: webhooks.concurrency,
        ofAccount: servedAccounts.size > 1 ? Math.ceil(webhooks.concurrency * PART_OF_ACCOUNT) : webhooks.concurrency,
        of: health.of,
        lastServed: (party) => servedAccounts.get(party) ?? servedReceivers.get(party) ?? 0,
      });
      return [...shares].map(([{ waiting: receiver }, places]) => ({ receiver, places }));
    },
    take(receiver) {
      const party = partyOf(receiver);
      placed.set(party, performance.now());
      turn += 1;
      servedReceivers.set(party.receiver, turn);
      servedAccounts.set(accountKey(party.account), turn);
      return () => placed.delete(party);
    },
    note: (receiver, attempt) => health.note(receiverKey(receiver), attempt),
  };
}

const partyOf = (receiver: WaitingReceiver): Party => ({
  account: receiver.accountId,
  receiver: receiverKey(receiver),
});
