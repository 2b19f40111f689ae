import { faultOf } from '../faults.ts';
import type { HeldConnection } from './transaction-driver.ts';
import { type Waiter, WaitingLine } from './waiting-line.ts';

/** The most transactions that are committed together: what they have written waits for one commit. */
const MOST_MEMBERS = 64;
/**
 * Longest group: members that would probably end later are left to the next group, because a group blocks everything else. A
 * shorter limit would cost more commits.
 */
const MOST_MS = 10;

/** After this many single-member groups, the next is expected to be single too. */
const ENOUGH_ALONE = 15;
/** No more of them are counted. */
const MOST_ALONE = 2 * ENOUGH_ALONE;
/** A group with several members undoes this many single-member groups; occasional writes of jobs should change nothing. */
const NOT_ALONE = 8;

/** A transaction that waits to be run. */
type Member<Connection> = Waiter & {
  /** Whether its commit need not wait for the disk. */
  isDerived: boolean;
  work(connection: Connection): Promise<unknown>;
  resolve(result: unknown): void;
};

/** A connection that tells whether its transaction goes on, and the error with which the database ended it. */
type Connection = HeldConnection & {
  readonly isOpen: boolean;
  readonly endedBy: unknown;
  /** `isAlone`: probably no other transaction will be asked for meanwhile. */
  commit(isAlone: boolean): Promise<void> | void;
  /** Commits without a sync; the next commit syncs it. */
  commitDerived(): Promise<void> | void;
};

/**
 * Commits transactions of a connection in groups, because a commit waits for the disk, unless it is derived. Transactions that
 * wait at the same time, at most 64 and as many as fit in 10 ms, run one after the other in a single database transaction,
 * each in a savepoint if there are several, and are answered after the common commit. A failing member rolls back only its own
 * changes; a failing commit fails the whole group.
 */
export class GroupCommit<Held extends Connection> {
  readonly #acquire: (until: number) => Promise<Held>;
  readonly #waitMs: number;
  readonly #isDiskBusy: () => boolean;
  readonly #waiting = new WaitingLine<Member<Held>>();
  #isPlanned = false;
  /**
   * Counts groups that wait for the disk: up for a group with a single member and nobody waiting behind, down for others.
   */
  #groupsAlone = 0;

  /**
   * `acquire` gives the connection, or throws when it is not free by `until`; `waitMs` is how long a transaction waits
   * for its turn; `isDiskBusy` tells whether a commit may have to wait for something else that is written.
   */
  constructor(acquire: (until: number) => Promise<Held>, waitMs: number, isDiskBusy: () => boolean) {
    this.#acquire = acquire;
    this.#waitMs = waitMs;
    this.#isDiskBusy = isDiskBusy;
  }

  /**
   * Runs `work` in a transaction; it is committed when the promise resolves. `isDerived`: as `TransactionDriver.transaction` has
   * it.
   * @throws what `work` or the commit throws; ConnectionError `busy` when its turn did not come in time
   */
  run<T>(work: (connection: Held) => Promise<T>, isDerived = false): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const until = performance.now() + this.#waitMs;
      this.#waiting.enter({ work, isDerived, resolve: resolve as (result: unknown) => void, reject, until });
      this.#plan();
    });
  }

  /** In a later turn of the event loop, so that the requests read in this turn are in the same group. */
  #plan(): void {
    if (this.#isPlanned || this.#waiting.isEmpty) return;
    this.#isPlanned = true;
    setImmediate(async () => {
      const group = this.#waiting.take(MOST_MEMBERS);
      // All may have given up meanwhile.
      if (group.length > 0) await this.#runGroup(group);
      this.#waiting.expectNext();
      this.#isPlanned = false;
      this.#plan();
    });
  }

  /** Never throws: each member is told how it ended. */
  async #runGroup(group: Member<Held>[]): Promise<void> {
    const connection = await this.#begin(group);
    if (connection === null) return;
    const ran: Member<Held>[] = [];
    try {
      const commit = commitAll(connection, group, ran, () => this.#countAlone(group)).finally(() =>
        this.#waiting.enterFirst(group.slice(ran.length)),
      );
      const { settled, onDisk } = await commit;
      // Meanwhile others read. The next group waits, because all that ask until then can share its commit.
      await onDisk;
      for (const settle of settled) settle();
    } catch (error) {
      for (const member of ran) member.reject(error);
    }
  }

  /** Counts a group that waits for the disk. Returns whether enough have been, and the thread may wait for the disk. */
  #countAlone(group: Member<Held>[]): boolean {
    const isAlone = group.filter(({ isDerived }) => !isDerived).length === 1 && this.#waiting.isEmpty;
    this.#groupsAlone = isAlone
      ? Math.min(this.#groupsAlone + 1, MOST_ALONE)
      : Math.max(this.#groupsAlone - NOT_ALONE, 0);
    return isAlone && this.#groupsAlone > ENOUGH_ALONE && !this.#isDiskBusy();
  }

  /** The connection, with a transaction begun; null = that failed, and the members wait again or have been told. */
  async #begin(group: Member<Held>[]): Promise<Held | null> {
    let connection: Held | undefined;
    try {
      connection = await this.#acquire(Math.min(...group.map(({ until }) => until)));
      await connection.begin();
      return connection;
    } catch (error) {
      connection?.release();
      const over = new Set(group.filter((member) => isOver(member, error)));
      for (const member of over) member.reject(error);
      this.#waiting.enterFirst(group.filter((member) => !over.has(member)));
      return null;
    }
  }
}

/**
 * Runs members and commits them; releases the connection. Each is noted in `ran` first, for when this throws. `settled`
 * tells them how they ended, to be called when `onDisk` resolves. `isAlone` is asked once, before the commit.
 * @throws what the database threw at the commit or when it ended the transaction: nothing has happened
 */
async function commitAll<Held extends Connection>(
  connection: Held,
  group: Member<Held>[],
  ran: Member<Held>[],
  isAlone: () => boolean,
) {
  try {
    const run = group.length === 1 ? runAlone : runInSavepoint;
    const settled: (() => void)[] = [];
    const begun = performance.now();
    let [now, longest] = [begun, 0];
    for (const member of group) {
      if (now - begun + longest > MOST_MS) break;
      ran.push(member);
      settled.push(await run(connection, member));
      const ended = performance.now();
      longest = Math.max(longest, ended - now);
      now = ended;
    }
    const isDerived = ran.every((member) => member.isDerived);
    return { settled, onDisk: isDerived ? connection.commitDerived() : connection.commit(isAlone()) };
  } catch (error) {
    await connection.rollback();
    throw error;
  } finally {
    connection.release();
  }
}

/** Whether a transaction that could not begin need not be tried again: the error is not one that passes, or its time is over. */
function isOver({ until }: { until: number }, error: unknown): boolean {
  const fault = faultOf(error);
  return (fault !== 'busy' && fault !== 'locked') || performance.now() >= until;
}

/** Runs the only member. Returns what tells it how it ended, to be called after the commit. @throws what it throws */
async function runAlone<Held extends Connection>(connection: Held, member: Member<Held>): Promise<() => void> {
  const result = await member.work(connection);
  return () => member.resolve(result);
}

/** Runs one member in a savepoint. Returns what tells it how it ended, to be called after the commit. */
async function runInSavepoint<Held extends Connection>(connection: Held, member: Member<Held>): Promise<() => void> {
  try {
    await connection.run('savepoint member');
    const result = await member.work(connection);
    await connection.run('release member');
    return () => member.resolve(result);
  } catch (error) {
    if (!connection.isOpen) {
      // The other members get the database's reason for ending the transaction; this member may have its own error.
      member.reject(error);
      throw connection.endedBy ?? error;
    }
    await connection.run('rollback to member');
    await connection.run('release member');
    return () => member.reject(error);
  }
}
