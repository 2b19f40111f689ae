import { Levels } from './levels.ts';
import type { Standing } from '../deliveries/receiver-health.ts';

/** Who wants places, or has one; `account` null = the installation. */
export type Party = { account: number | null; receiver: string };

export type Sharing<P extends Party> = {
  /** Who has work that waits. */
  waiting: readonly P[];
  /** Who has places: one entry for each place. */
  placed: readonly Party[];
  /** Who waits for an answer without taking a place: it counts for the receiver alone. */
  awaited?: readonly Party[];
  /** Places in all, and of one account at the most. */
  total: number;
  ofAccount: number;
  /** The most of them that a receiver may have, and how it stands. */
  of(receiver: string): { earned: number; standing: Standing };
  /** When an account or a receiver got a place last; 0 = never. */
  lastServed(party: string): number;
};

/** The part of all places that receivers of this standing and of worse ones may have together. */
const PARTS: Record<Standing, number> = { healthy: 1, unproven: 3 / 4, failing: 1 / 2 };
/** The parts that a place of a receiver of this standing counts in: its own, and those of better ones. */
const COUNTED_IN: Record<Standing, Standing[]> = {
  healthy: ['healthy'],
  unproven: ['healthy', 'unproven'],
  failing: ['healthy', 'unproven', 'failing'],
};
/** The part that one account may have of the places of receivers that are not healthy. */
const PART_OF_ACCOUNT = 1 / 2;

/**
 * Shares the free places: each goes to the account that has the fewest, and there to the receiver that has the fewest;
 * among equals, to the one that was served longest ago. Returns how many places each gets; who gets none is left out.
 */
export function sharePlaces<P extends Party>(sharing: Sharing<P>): Map<P, number> {
  const { placed, total, ofAccount, of } = sharing;
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

  placed.forEach(count);
  for (const { receiver } of sharing.awaited ?? []) add(ofReceiver, receiver);
  const accounts = new Levels<Queue<P>>();
  for (const queue of queuesOf(sharing, ofReceiver)) accounts.add(queue, held.account.get(queue.account) ?? 0);
  const shares = new Map<P, number>();
  for (let free = total - placed.length; free > 0;) {
    const queue = accounts.take();
    if (queue === undefined) break;
    // Who may have no more now gets no more in this round.
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

/** Who waits of an account, by the places that each has. */
type Queue<P> = { account: number | null; receivers: Levels<P> };

/** Accounts and in them receivers in the order of when they were served last. */
function queuesOf<P extends Party>({ waiting, lastServed }: Sharing<P>, ofReceiver: Map<string, number>): Queue<P>[] {
  const queues = new Map<number | null, Queue<P>>();
  for (const party of sortedBy(waiting, ({ receiver }) => lastServed(receiver))) {
    const queue = queues.get(party.account) ?? { account: party.account, receivers: new Levels<P>() };
    queues.set(party.account, queue);
    queue.receivers.add(party, ofReceiver.get(party.receiver) ?? 0);
  }
  return sortedBy([...queues.values()], ({ account }) => lastServed(accountKey(account)));
}

/** Asks for the key of each once: there can be thousands. */
function sortedBy<T>(items: readonly T[], keyOf: (item: T) => number): T[] {
  const keyed = items.map((item) => ({ item, key: keyOf(item) }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item);
}

export const accountKey = (account: number | null) => `account ${account}`;

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
