import type { Tx } from '../../../db/tx.ts';
import { findSamlSettings, type SamlSettings } from '../../saml_settings/queries.ts';

/** The provider of the account; undefined when it has none, or is suspended. */
export async function activeProvider(tx: Tx, accountId: number): Promise<SamlSettings | undefined> {
  const account = tx.db.selectFrom('accounts').select('id').where('id', '=', accountId).where('status', '=', 'active');
  return (await account.executeTakeFirst()) && findSamlSettings(tx, accountId);
}

/** The account at the provider of which the user with this address signs in; null = none, or more than one. */
export async function accountWithProviderOf(tx: Tx, email: string): Promise<number | null> {
  const accounts = await tx.db
    .selectFrom('users as u')
    .innerJoin('account_users as m', 'm.user_id', 'u.id')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .innerJoin('saml_settings as s', 's.account_id', 'a.id')
    .where('u.email', '=', email)
    .where('m.invited_email', 'is', null)
    .where('a.status', '=', 'active')
    .select('a.id')
    .limit(2)
    .execute();
  return accounts.length === 1 ? (accounts[0]?.id ?? null) : null;
}

/** Whether any account has a provider. */
export async function hasSamlProvider(tx: Tx): Promise<boolean> {
  const settings = tx.db.selectFrom('saml_settings').select('account_id').limit(1);
  return (await settings.executeTakeFirst()) !== undefined;
}
