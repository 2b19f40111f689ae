import type { Tx } from '../../db/tx.ts';
import { takeAdvisoryLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { AppError, invalidField } from '../../errors.ts';
import { hasAccount } from '../../records/access/has-account.ts';
import { type CreatedAccount, createAccount, type NewAccount } from '../accounts/create-account.ts';

/**
 * Creates the first account of the installation with its administrator, who must be a new user.
 * @throws AppError `gone` where there is an account already; `invalid` for the address of a user
 */
export function setUp(tx: Tx, input: NewAccount, now: Date): Promise<CreatedAccount> {
  return inTransaction(tx, async (tx) => {
    // Two requests at once could otherwise make two first accounts.
    await takeAdvisoryLock(tx, 'first account', 0);
    await checkNotSetUp(tx);
    const created = await createAccount(tx, input, now);
    if (!created.isNewUser) throw invalidField('email', 'is the address of a user already');
    return created;
  });
}

/** @throws AppError `gone`, "Already set up" */
export async function checkNotSetUp(tx: Tx): Promise<void> {
  if (!(await hasAccount(tx))) return;
  throw new AppError('gone', 'Already set up', {
    detail: 'this server has an account: sign in, or ask its administrator for an invitation',
  });
}
