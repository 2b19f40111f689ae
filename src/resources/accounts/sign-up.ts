import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { AppError, invalid } from '../../errors.ts';
import type { NewUser } from '../users/ensure-user.ts';
import type { SignUp } from './complete-sign-up.ts';
import { type CreatedAccount, createAccount } from './create-account.ts';

const DEFAULT_LOCALE = 'en';

/** Refuses a sign-up unless the installation allows them. @throws AppError `access_denied` */
export function checkSignUpAllowed(signup: { enabled: boolean }): void {
  if (signup.enabled) return;
  throw new AppError('access_denied', 'Account signup is disabled', {
    detail: 'the operator of this server creates accounts, or sets signup.enabled',
  });
}

/**
 * Creates an account for a new user, or a further one for an existing user; `user` is whichever it is.
 * @throws AppError `invalid`, "User with this email already exists", for a new user with the address of an existing one
 */
export function signUp(tx: Tx, signUp: SignUp, user: NewUser, now: Date): Promise<CreatedAccount> {
  const account = { name: signUp.accountName, locale: signUp.locale ?? DEFAULT_LOCALE, user };
  return inTransaction(tx, async (tx) => {
    const created = await createAccount(tx, account, now);
    if (signUp.newUser === null || created.isNewUser) return created;
    throw invalid('User with this email already exists', 'sign in, or give another email', ['email']);
  });
}
