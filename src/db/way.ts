import type { AuthorOf } from './audit/author.ts';
import type { HeldConnection } from './drivers/transaction-driver.ts';

/** How the statements of a `Tx` are run. */
export type Way = {
  /** Null = each statement has a connection of its own. */
  connection: HeldConnection | null;
  /** How many transactions it is inside of, of which all but the outermost are savepoints. */
  depth: number;
  /** Whether they may take long. */
  isAside: boolean;
  /** Whether they write only what can be made anew from the rest of the database. */
  isDerived: boolean;
  /** Called before each. */
  note: ((sql: string) => void) | null;
  /** The user who makes the changes; null = somebody else, or the system. */
  performerId: number | null;
  /** The account under removal; null = none. */
  removedAccountId: number | null;
  /** Whether an automation rule makes the changes. */
  isRule: boolean;
  /** The author of changes for the audit log; null = the system, whose changes are not logged. */
  author: AuthorOf | null;
  /** Told how many bytes have been written that nothing limits otherwise; null = nobody counts them. */
  meter: ((bytes: number) => void) | null;
};
/** Outside of any transaction, each statement on a connection of its own. */
export const USUAL: Way = {
  connection: null,
  depth: 0,
  isAside: false,
  isDerived: false,
  note: null,
  performerId: null,
  isRule: false,
  removedAccountId: null,
  author: null,
  meter: null,
};
