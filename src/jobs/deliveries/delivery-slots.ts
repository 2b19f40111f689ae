import { LRUCache } from 'lru-cache';
import type { Config } from '../../config.ts';
import { receiverKey, type Share } from '../../resources/webhooks/deliveries/claim-lanes.ts';
import type { Attempt } from '../../resources/webhooks/deliveries/send.ts';
import type { WaitingReceiver } from '../../resources/webhooks/deliveries/waiting-receivers.ts';
import { SECOND } from '../../time.ts';
import { openReceiverHealth } from './receiver-health.ts';
import { accountKey, type Party, shareSlots } from '../queue/share-slots.ts';

/** The slots for deliveries in this process: which are taken, and how free ones are shared. */
export type DeliverySlots = {
  /** Shares the free slots between the waiting receivers. */
  share(waiting: WaitingReceiver[]): Share[];
  /** Takes a slot for a delivery to the receiver. Returns a function that gives it back. */
  take(receiver: WaitingReceiver): () => void;
  /** Remembers how the receiver answered, which affects its next share. */
  note(receiver: WaitingReceiver, attempt: Attempt): void;
};

/**
 * The part of the slots that one account may have while others wait, because all of its receivers may stop answering
 * at once.
 */
const PART_OF_ACCOUNT = 3 / 4;
/** A delivery that takes longer is only waiting for its receiver, and gives its slot back meanwhile. */
const LONG_MS = SECOND;
/** At most so many times the number of slots may wait like this. */
const MOST_AWAITED = 3;
/** Most accounts, and most receivers, whose last turn is remembered. */
const REMEMBERED = 10_000;

export function openDeliverySlots(webhooks: Config['webhooks']): DeliverySlots {
  const health = openReceiverHealth(webhooks.concurrency_per_receiver);
  /** When each took its slot, by the monotonic clock, oldest first. */
  const takenAt = new Map<Party, number>();
  const servedAccounts = new LRUCache<string, number>({ max: REMEMBERED });
  const servedReceivers = new LRUCache<string, number>({ max: REMEMBERED });
  let turn = 0;

  return {
    share(waiting) {
      const latest = performance.now() - LONG_MS;
      const parties = [...takenAt.keys()];
      const long = parties.filter((party) => (takenAt.get(party) ?? 0) < latest).length;
      const awaited = Math.min(long, MOST_AWAITED * webhooks.concurrency);
      const shares = shareSlots({
        waiting: waiting.map((receiver) => ({ ...partyOf(receiver), waiting: receiver })),
        awaited: parties.slice(0, awaited),
        holders: parties.slice(awaited),
        total: webhooks.concurrency,
        ofAccount: servedAccounts.size > 1 ? Math.ceil(webhooks.concurrency * PART_OF_ACCOUNT) : webhooks.concurrency,
        of: health.of,
        lastServed: (party) => servedAccounts.get(party) ?? servedReceivers.get(party) ?? 0,
      });
      return [...shares].map(([{ waiting: receiver }, slots]) => ({ receiver, slots }));
    },
    take(receiver) {
      const party = partyOf(receiver);
      takenAt.set(party, performance.now());
      turn += 1;
      servedReceivers.set(party.receiver, turn);
      servedAccounts.set(accountKey(party.account), turn);
      return () => takenAt.delete(party);
    },
    note: (receiver, attempt) => health.note(receiverKey(receiver), attempt),
  };
}

const partyOf = (receiver: WaitingReceiver): Party => ({
  account: receiver.accountId,
  receiver: receiverKey(receiver),
});
