import { GOOD_LOGIN, LoginRefused } from '../../../channels/login.ts';
import type { Receiver, ReceivingMeans } from '../../../channels/receiving/receiver.ts';
import type { Tx } from '../../../db/tx.ts';
import { AppError } from '../../../errors.ts';
import type { AccountRecord } from '../../../records/account.ts';
import { loseLogin } from './lose-login.ts';
import { noteRegistration } from './note-registration.ts';

/**
 * Tells the provider of an inbox that it reaches this server at `url`, and stores with the inbox how that went. Not for the
 * inside of a transaction.
 * @throws AppError as `register` does; `not_found` when the inbox has been deleted
 */
export async function registerInbox(
  tx: Tx,
  place: { account: AccountRecord; inboxId: number },
  register: NonNullable<Receiver['register']>,
  url: string,
  means: ReceivingMeans,
  now: Date,
): Promise<void> {
  try {
    const said = await register(url, means);
    await noteRegistration(tx, place, { webhook_error: null, ...GOOD_LOGIN, ...said }, now);
  } catch (error) {
    if (error instanceof AppError) {
      const reason = error.detail ?? error.message;
      await noteRegistration(tx, place, { webhook_error: reason }, now);
      if (error instanceof LoginRefused) await loseLogin(tx, place, means.channel.secrets, reason, now);
    }
    throw error;
  }
}
