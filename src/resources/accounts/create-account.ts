import type { AccountRecord } from '../../records/account.ts';
import { json } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { digest, newToken } from '../../secrets.ts';
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

/** Creates an account with its first administrator, who gets a token; tokens that an existing user had stay valid. */
export function createAccount(em: EntityManager, input: NewAccount, now: Date): Promise<CreatedAccount> {
  return inTransaction(em, async (em) => {
    const account = await insertAccount(em, input, now);
    const { user, isNewUser } = await ensureUser(em, input.user, now);
    await db(em)
      .insertInto('account_users')
      .values({ account_id: account.id, user_id: user.id, role: 'administrator', created_at: now, updated_at: now })
      .execute();

    const accessToken = newToken();
    await db(em)
      .insertInto('access_tokens')
      .values({ owner_type: 'User', owner_id: user.id, digest: digest(accessToken), created_at: now })
      .execute();
    return { account, user, isNewUser, accessToken };
  });
}

function insertAccount(em: EntityManager, { name, locale }: NewAccount, now: Date): Promise<AccountRecord> {
  return db(em)
    .insertInto('accounts')
    .values({ name, locale, settings: json({}), custom_attributes: json({}), created_at: now, updated_at: now })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
}
