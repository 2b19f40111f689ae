import type { Tx } from '../../db/tx.ts';
import { withRowLock } from '../../db/dialect.ts';
import { listTokens } from '../access_tokens/queries.ts';
import {
  fingerprintOf,
  invalidToken,
  openPasswordToken,
  type PasswordHolder,
  type TokenField,
} from './password-token.ts';

/** The user with this id or e-mail address; null = there is none. */
export async function findPasswordHolder(
  tx: Tx,
  by: { id: number } | { email: string },
): Promise<(PasswordHolder & { name: string; emailProvedAt: Date | null }) | null> {
  const row = await tx.db
    .selectFrom('users')
    .where((eb) => eb.and(by))
    .select(['id', 'name', 'email', 'email_proved_at as emailProvedAt', 'password_hash as passwordHash'])
    .executeTakeFirst();
  return row ?? null;
}

/** Someone who chooses a password, with the names of their accounts. `hasTokens`: they have API tokens that would stay valid. */
export type PasswordChooser = { name: string; email: string; accounts: string[]; hasTokens: boolean };

/** The user whose password can be chosen with the token. @throws AppError `invalid`, "Invalid token" */
export async function findPasswordChooser(tx: Tx, token: string, now: Date): Promise<PasswordChooser> {
  const { id } = await findByPasswordToken(tx, token, now);
  const [{ name, email, provedAt }, accounts, tokens] = await tx.together((tx) => [
    tx.db
      .selectFrom('users')
      .where('id', '=', id)
      .select(['name', 'email', 'email_proved_at as provedAt'])
      .executeTakeFirstOrThrow(() => invalidToken()),
    tx.db
      .selectFrom('account_users')
      .innerJoin('accounts', 'accounts.id', 'account_users.account_id')
      .where('account_users.user_id', '=', id)
      .orderBy('accounts.id')
      .select('accounts.name')
      .execute(),
    listTokens(tx, id, { limit: 1, offset: 0 }),
  ]);
  // The first choice proves the address, which ends all tokens.
  const hasTokens = provedAt !== null && tokens.length > 0;
  return { name, email, accounts: accounts.map((account) => account.name), hasTokens };
}

/** The user whose password can be chosen with the token. @throws AppError `invalid`, "Invalid token" */
export async function findByPasswordToken(tx: Tx, token: string, now: Date): Promise<PasswordHolder> {
  const { userId, fingerprint } = openPasswordToken(tx.installation.vault, token, now);
  const holder = await findPasswordHolder(tx, { id: userId });
  if (!holder || fingerprintOf(holder) !== fingerprint) throw invalidToken();
  return holder;
}

/**
 * Locks the user until the end of the transaction.
 * @throws AppError `invalid`, "Invalid token", when the password or the address has changed since `holder` was read, or
 *   the user was deleted
 */
export async function lockUnchanged(tx: Tx, holder: PasswordHolder, field?: TokenField): Promise<void> {
  const user = tx.db
    .selectFrom('users')
    .where('id', '=', holder.id)
    .select(['id', 'email', 'password_hash as passwordHash']);
  const row = await withRowLock(tx, user).executeTakeFirst();
  if (!row || fingerprintOf(row) !== fingerprintOf(holder)) throw invalidToken(field);
}
