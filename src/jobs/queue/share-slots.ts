import { Levels } from './levels.ts';
import type { Standing } from '../deliveries/receiver-health.ts';

/** An account (null = the installation) and receiver that want or have a slot. */
export type Party = { account: number | null; receiver: string };

/** The slots to share, the parties, and the limits. */
export type Sharing<P extends Party> = {
  /** Those with waiting work. */
  waiting: readonly P[];
  /** Parties with slots: an entry per slot. */
  holders: readonly Party[];
  /** Parties that wait for an answer without a slot; they count only for their receivers. */
  awaited?: readonly Party[];
  /** Slots in all, and the most of one account. */
  total: number;
  ofAccount: number;
  /** The most slots that a receiver may have, and its standing. */
  of(receiver: string): { earned: number; standing: Standing };
  /**
   * The number of the last turn of an account (by `accountKey`) or a receiver: the higher, the later; 0 = none that is
   * remembered.
   */
  lastServed(party: string): number;
};

/** The share of all slots for receivers of this or a worse standing together. */
const PARTS: Record<Standing, number> = { healthy: 1, unproven: 3 / 4, failing: 1 / 2 };
/** The shares in which a receiver's slot counts: of its own standing and of better ones. */
const COUNTED_IN: Record<Standing, Standing[]> = {
  healthy: ['healthy'],
  unproven: ['healthy', 'unproven'],
  failing: ['healthy', 'unproven', 'failing'],
};
/** The part of the slots for unhealthy receivers that one account may have. */
const PART_OF_ACCOUNT = 1 / 2;

/**
 * Shares the free slots: each goes to the account with the fewest slots, and within it to the receiver with the
 * fewest; among equals, to the one served longest ago. Returns how many slots each gets, without those that get none.
 */
export function shareSlots<P extends Party>(sharing: Sharing<P>): Map<P, number> {
  const { holders, total, ofAccount, of } = sharing;
  const held = { account: new Map<number | null, number>(), doubtful: new Map<number | null, number>() };
  const ofReceiver = new Map<string, number>();
  const ofStanding = new Map<Standing, number>();
  const most = (standing: Standing) => Math.max(1, Math.floor(total * PARTS[standing]));

  const count = ({ account, receiver }: Party): void => {
    const { standing } = of(receiver);
    add(held.account, account);
    if (standing !== 'healthy') add(held.doubtful, account);
    add(ofReceiver, receiver);
    for (const counted of COUNTED_IN[standing]) add(ofStanding, counted);
  };
  const mayHaveMore = ({ account, receiver }: Party): boolean => {
    const { earned, standing } = of(receiver);
    if ((ofReceiver.get(receiver) ?? 0) >= earned || (held.account.get(account) ?? 0) >= ofAccount) return false;
    if (COUNTED_IN[standing].some((counted) => (ofStanding.get(counted) ?? 0) >= most(counted))) return false;
    return standing === 'healthy' || (held.doubtful.get(account) ?? 0) < Math.ceil(most('unproven') * PART_OF_ACCOUNT);
  };

  holders.forEach(count);
  for (const { receiver } of sharing.awaited ?? []) add(ofReceiver, receiver);
  const accounts = new Levels<Queue<P>>();
  for (const queue of queuesOf(sharing, ofReceiver)) accounts.add(queue, held.account.get(queue.account) ?? 0);
  const shares = new Map<P, number>();
  for (let free = total - holders.length; free > 0;) {
    const queue = accounts.take();
    if (queue === undefined) break;
    // A receiver that is at a limit now gets no more in this round.
    let chosen = queue.receivers.take();
    while (chosen !== undefined && !mayHaveMore(chosen)) chosen = queue.receivers.take();
    if (chosen === undefined) continue;
    count(chosen);
    add(shares, chosen);
    free -= 1;
    queue.receivers.add(chosen, ofReceiver.get(chosen.receiver) ?? 0);
    accounts.add(queue, held.account.get(queue.account) ?? 0);
  }
  return shares;
}

/** The waiting receivers of an account, by the number of their slots. */
type Queue<P> = { account: number | null; receivers: Levels<P> };

/** Accounts, and receivers within them, in the order of their last turn. */
function queuesOf<P extends Party>({ waiting, lastServed }: Sharing<P>, ofReceiver: Map<string, number>): Queue<P>[] {
  const queues = new Map<number | null, Queue<P>>();
  for (const party of sortedBy(waiting, ({ receiver }) => lastServed(receiver))) {
    const queue = queues.get(party.account) ?? { account: party.account, receivers: new Levels<P>() };
    queues.set(party.account, queue);
    queue.receivers.add(party, ofReceiver.get(party.receiver) ?? 0);
  }
  return sortedBy([...queues.values()], ({ account }) => lastServed(accountKey(account)));
}

/** Sorts by keys that are computed once for each item, since there can be thousands. */
function sortedBy<T>(items: readonly T[], keyOf: (item: T) => number): T[] {
  const keyed = items.map((item) => ({ item, key: keyOf(item) }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item);
}

/** The text by which an account (null = the installation) is remembered. */
export const accountKey = (account: number | null) => `account ${account}`;

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
