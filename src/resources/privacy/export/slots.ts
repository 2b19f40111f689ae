import { AppError } from '../../../errors.ts';

/** Exports that run at the same time in a process, and of these for one account. */
const MOST = 4;
const MOST_OF_ACCOUNT = 2;
const RETRY_SECONDS = 10;

/** By what is opened once in a process: the accounts of the exports that run. */
const running = new WeakMap<object, number[]>();

/**
 * Takes one of the places for exports. Returns a function that gives it back.
 * @throws AppError `too_many_requests` when all are taken
 */
export function takeSlot(app: object, accountId: number): () => void {
  const accounts = running.get(app) ?? [];
  running.set(app, accounts);
  const own = accounts.filter((id) => id === accountId).length;
  if (accounts.length >= MOST || own >= MOST_OF_ACCOUNT) {
    const detail = `${own >= MOST_OF_ACCOUNT ? `${MOST_OF_ACCOUNT} exports of this account` : 'other exports'} are under way; try again when they have ended`;
    throw new AppError('too_many_requests', 'Too many requests', { detail, retryAfter: RETRY_SECONDS });
  }
  accounts.push(accountId);
  let isTaken = true;
  return () => {
    if (isTaken) accounts.splice(accounts.indexOf(accountId), 1);
    isTaken = false;
  };
}
