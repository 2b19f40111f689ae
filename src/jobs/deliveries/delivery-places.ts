import { LRUCache } from 'lru-cache';
import type { Config } from '../../config.ts';
import { receiverKey, type Share } from '../../resources/webhooks/deliveries/claim-lanes.ts';
import type { Attempt } from '../../resources/webhooks/deliveries/send.ts';
import type { WaitingReceiver } from '../../resources/webhooks/deliveries/waiting-receivers.ts';
import { SECOND } from '../../time.ts';
import { openReceiverHealth } from './receiver-health.ts';
import { accountKey, type Party, sharePlaces } from '../queue/share-places.ts';

/** The deliveries that are under way in this process, and who may have more. */
export type Places = {
  /** How the free places are shared between those that wait. */
  share(waiting: WaitingReceiver[]): Share[];
  /** Takes a place for a delivery to the receiver. Returns what gives it back. */
  take(receiver: WaitingReceiver): () => void;
  /** Remembers how the receiver answered, on which its next share depends. */
  note(receiver: WaitingReceiver, attempt: Attempt): void;
};

/** The part of the places that one account may have beside others: its receivers, healthy so far, can all stop answering at once. */
const PART_OF_ACCOUNT = 3 / 4;
/** A delivery that is under way for longer only waits for its receiver, and no longer takes a place from others. */
const LONG_MS = SECOND;
/** At most so many times as many as there are places wait in that way. */
const MOST_AWAITED = 3;
/** Accounts, and receivers, of which it is known when they were served last. */
const REMEMBERED = 10_000;

export function openPlaces(webhooks: Config['webhooks']): Places {
  const health = openReceiverHealth(webhooks.concurrency_per_receiver);
  /** With the time since when, by the monotonic clock; the longest first. */
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
        waiting: waiting.map((receiver) => ({ ...partyOf(receiver), place: receiver })),
        awaited: parties.slice(0, awaited),
        placed: parties.slice(awaited),
        total: webhooks.concurrency,
        ofAccount: servedAccounts.size > 1 ? Math.ceil(webhooks.concurrency * PART_OF_ACCOUNT) : webhooks.concurrency,
        of: health.of,
        lastServed: (party) => servedAccounts.get(party) ?? servedReceivers.get(party) ?? 0,
      });
      return [...shares].map(([{ place }, places]) => ({ receiver: place, places }));
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
