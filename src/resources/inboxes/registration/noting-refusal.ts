import { LoginRefused } from '../../../channels/login.ts';
import type { Tx } from '../../../db/tx.ts';
import type { AccountRecord } from '../../../records/account.ts';
import { loseLogin } from './lose-login.ts';

/**
 * What `ask` gets from the provider of the inbox. Where that refuses the login, the inbox asks to be connected again. Not for the
 * inside of a transaction, which would undo that.
 * @throws as `ask`
 */
export async function notingRefusal<T>(
  tx: Tx,
  place: { account: AccountRecord; inboxId: number },
  now: Date,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof LoginRefused) await loseLogin(tx, place, null, error.detail ?? error.message, now);
    throw error;
  }
}
