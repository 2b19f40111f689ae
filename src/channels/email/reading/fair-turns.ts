type Waiting<T> = { accountId: number; task: T };

/**
 * Chooses the next task: from the account with the fewest tasks under way; among accounts with equally many, from the account
 * whose turn was longest ago. So an account with a thousand tasks delays other accounts by one.
 */
export class FairTurns<T> {
  private readonly waiting = new Map<number, Waiting<T>[]>();
  private readonly underWay = new Map<number, number>();
  private readonly served = new Map<number, number>();
  private turns = 0;

  add(accountId: number, task: T): void {
    const own = this.waiting.get(accountId) ?? [];
    own.push({ accountId, task });
    this.waiting.set(accountId, own);
  }

  /** The next task that `mayBegin`, which is under way from now on; null = none. The first task of an account is before its others. */
  next(mayBegin: (task: T) => boolean = () => true): Waiting<T> | null {
    const busyOf = (accountId: number) => this.underWay.get(accountId) ?? 0;
    const turnOf = (accountId: number) => this.served.get(accountId) ?? 0;
    const able = [...this.waiting].filter(([, [first]]) => first !== undefined && mayBegin(first.task));
    const [accountId] = able
      .map(([id]) => id)
      .toSorted((one, other) => busyOf(one) - busyOf(other) || turnOf(one) - turnOf(other));
    if (accountId === undefined) return null;
    const own = this.waiting.get(accountId) ?? [];
    const task = own.shift() ?? null;
    if (own.length === 0) this.waiting.delete(accountId);
    this.turns += 1;
    this.served.set(accountId, this.turns);
    this.underWay.set(accountId, (this.underWay.get(accountId) ?? 0) + 1);
    return task;
  }

  /** Says that a task of the account is done. */
  end(accountId: number): void {
    const left = (this.underWay.get(accountId) ?? 1) - 1;
    if (left > 0) this.underWay.set(accountId, left);
    else this.underWay.delete(accountId);
    // An account without tasks has no turn to be remembered.
    if (left <= 0 && !this.waiting.has(accountId)) this.served.delete(accountId);
  }
}
