import type { Standing } from './receiver-health.ts';

/** Who wants places, or has one; `account` null = the installation. */
export type Party = { account: number | null; receiver: string };

export type Sharing<P extends Party> = {
  /** Who has work that waits. */
  waiting: readonly P[];
  /** Who has places: one entry for each place. */
  placed: readonly Party[];
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
  const accounts = queuesOf(sharing);
  const shares = new Map<P, number>();
  for (let free = total - placed.length; free > 0;) {
    const account = least([...accounts.keys()], (key) => held.account.get(key) ?? 0);
    if (account === undefined) break;
    const queue = (accounts.get(account) ?? []).filter(mayHaveMore);
    const chosen = least(queue, ({ receiver }) => ofReceiver.get(receiver) ?? 0);
    // Who may have no more now gets no more in this round, so the account is done.
    if (chosen === undefined) accounts.delete(account);
    else {
      accounts.set(account, queue);
      count(chosen);
      add(shares, chosen);
      free -= 1;
    }
  }
  return shares;
}

/** Who waits, by account; accounts and in them receivers in the order of when they were served last. */
function queuesOf<P extends Party>({ waiting, lastServed }: Sharing<P>): Map<number | null, P[]> {
  const receivers = waiting.toSorted((a, b) => lastServed(a.receiver) - lastServed(b.receiver));
  const accounts = [...Map.groupBy(receivers, ({ account }) => account)];
  return new Map(accounts.toSorted(([a], [b]) => lastServed(accountKey(a)) - lastServed(accountKey(b))));
}

export const accountKey = (account: number | null) => `account ${account}`;

function least<T>(candidates: T[], size: (candidate: T) => number): T | undefined {
  let chosen: T | undefined;
  let smallest = Infinity;
  for (const candidate of candidates) {
    if (size(candidate) >= smallest) continue;
    chosen = candidate;
    smallest = size(candidate);
  }
  return chosen;
}

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
