import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { insertToken } from '../access_tokens/insert-token.ts';
import { checkNotConfined } from '../../records/access/confined.ts';
import { ensureUser, type NewUser } from '../users/ensure-user.ts';

export type NewAccount = {
  name: string;
  locale: string;
  /** The first administrator; a user with this e-mail address keeps name and password, and gets a membership. */
  user: NewUser;
};

export type CreatedAccount = {
  account: AccountRecord;
  user: { id: number; name: string; email: string };
  isNewUser: boolean;
  /** A new token of the user, shown only this once. */
  accessToken: string;
};

/**
 * Creates an account with its first administrator, who gets a new API token; those that an existing user had stay
 * valid.
 * @throws AppError `access_denied` when that user is confined to another account
 */
export function createAccount(tx: Tx, input: NewAccount, now: Date): Promise<CreatedAccount> {
  return inTransaction(tx, async (tx) => {
    const account = await insertAccount(tx, input, now);
    const { user, isNewUser } = await ensureUser(tx, input.user, now);
    if (!isNewUser) await checkNotConfined(tx, user.id, account.id);
    await tx.db
      .insertInto('account_users')
      .values({ account_id: account.id, user_id: user.id, role: 'administrator', created_at: now, updated_at: now })
      .execute();
    const { accessToken } = await insertToken(tx, { type: 'User', id: user.id }, now);
    return { account, user, isNewUser, accessToken };
  });
}

function insertAccount(tx: Tx, { name, locale }: NewAccount, now: Date): Promise<AccountRecord> {
  return tx.db
    .insertInto('accounts')
    .values({ name, locale, settings: json({}), custom_attributes: json({}), created_at: now, updated_at: now })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
}
