import type { Tx } from '../../db/tx.ts';
import { enqueue } from '../../queue.ts';

/** Queues the mail that tells the user that MFA was switched on or off, in case it was somebody else. */
export async function tellMfaChanged(tx: Tx, userId: number, isOn: boolean, now: Date): Promise<void> {
  const { name, email } = await tx.db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['name', 'email'])
    .executeTakeFirstOrThrow();
  await enqueue(tx, { kind: 'mfa_changed', accountId: null, payload: { name, email, is_on: isOn } }, now);
}
