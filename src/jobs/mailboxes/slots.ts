/** Runs the work of an account as soon as a slot is free that it may have, in the order of the calls. */
export type Slots = <T>(account: number, work: () => Promise<T>) => Promise<T>;

/** Lets so many run at the same time, and of one account at most `mostOfAccount`. */
export function openSlots(most: number, mostOfAccount: number): Slots {
  const waiting: { account: number; start: () => void }[] = [];
  const taken = new Map<number, number>();
  let all = 0;

  const mayStart = (account: number) => all < most && (taken.get(account) ?? 0) < mostOfAccount;
  const count = (account: number, by: 1 | -1) => {
    all += by;
    const own = (taken.get(account) ?? 0) + by;
    if (own === 0) taken.delete(account);
    else taken.set(account, own);
  };
  const startNext = () => {
    const index = waiting.findIndex(({ account }) => mayStart(account));
    const [next] = index < 0 ? [] : waiting.splice(index, 1);
    if (!next) return;
    count(next.account, 1);
    next.start();
  };

  return async (account, work) => {
    if (mayStart(account)) count(account, 1);
    else await new Promise<void>((start) => waiting.push({ account, start }));
    try {
      return await work();
    } finally {
      count(account, -1);
      startNext();
    }
  };
}
