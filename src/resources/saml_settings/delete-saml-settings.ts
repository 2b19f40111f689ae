import type { Tx } from '../../db/tx.ts';

/**
 * Takes the provider of the account away. Its users stay confined to the account until they choose a password by a mailed
 * link, as sessions that it opened may go on.
 */
export async function deleteSamlSettings(tx: Tx, account: { id: number }): Promise<void> {
  await tx.db.deleteFrom('saml_settings').where('account_id', '=', account.id).execute();
}
