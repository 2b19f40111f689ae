import type { ClaimedJob, JobShare } from './claim-jobs.ts';
import type { JobGroup } from './job-groups.ts';
import { accountKey, type Party, shareSlots } from './share-slots.ts';
import type { WaitingAccount } from './waiting-accounts.ts';

/**
 * Shares the group's free slots between the waiting accounts. `holders` are the group's jobs under way. `served` gives
 * the number of an account's last turn, by `accountKey`: the higher, the later; undefined = none that is remembered.
 */
export function shareJobs(
  { most, ofAccount }: JobGroup,
  holders: readonly Pick<ClaimedJob, 'accountId'>[],
  waiting: WaitingAccount[],
  served: { get(account: string): number | undefined },
): JobShare[] {
  const partyOf = (account: number | null): Party => ({ account, receiver: accountKey(account) });
  const kinds = Map.groupBy(waiting, ({ account }) => account);
  const shares = shareSlots({
    waiting: [...kinds.keys()].map(partyOf),
    holders: holders.map(({ accountId }) => partyOf(accountId)),
    total: most,
    ofAccount,
    of: () => ({ earned: ofAccount, standing: 'healthy' }),
    lastServed: (account) => served.get(account) ?? 0,
  });
  return [...shares].map(([{ account }, slots]) => ({
    account,
    slots,
    kinds: (kinds.get(account) ?? []).map(({ kind }) => kind),
  }));
}
