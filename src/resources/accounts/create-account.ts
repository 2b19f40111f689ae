import { AccessToken } from '../../entities/access-token.ts';
import { Account } from '../../entities/account.ts';
import { AccountUser } from '../../entities/account-user.ts';
import { User } from '../../entities/user.ts';
import type { EntityManager } from '../../db/orm.ts';
import { digest, newToken } from '../../secrets.ts';

export type NewAccount = {
  name: string;
  locale: string;
  /** The first administrator; one whose e-mail is known already keeps name and password, and gets a membership. */
  user: { name: string; email: string; passwordHash: string | null };
};

export type CreatedAccount = {
  account: Account;
  user: User;
  isNewUser: boolean;
  /** A new token of the user: shown once, now. */
  accessToken: string;
};

/** Creates an account with its first administrator, who gets a token; a token that a known user had stays valid. */
export function createAccount(em: EntityManager, input: NewAccount, now: Date): Promise<CreatedAccount> {
  return em.transactional(async (em) => {
    const times = { createdAt: now, updatedAt: now };
    const account = em.create(Account, { name: input.name, locale: input.locale, ...times });
    const known = await em.findOne(User, { email: input.user.email.toLowerCase() });
    const user = known ?? em.create(User, { ...input.user, email: input.user.email.toLowerCase(), ...times });
    em.create(AccountUser, { account, user, role: 'administrator', ...times });
    await em.flush();

    const accessToken = newToken();
    em.create(AccessToken, { ownerType: 'User', ownerId: user.id, digest: digest(accessToken), createdAt: now });
    await em.flush();
    return { account, user, isNewUser: known === null, accessToken };
  });
}
