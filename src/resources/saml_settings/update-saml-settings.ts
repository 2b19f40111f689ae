import type { Tx } from '../../db/tx.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import type { NewSamlSettings } from './create-saml-settings.ts';
import { findSamlSettings, type SamlSettings } from './queries.ts';

/** The changes; undefined leaves a value as it is. */
export type SamlSettingsChanges = { [K in keyof NewSamlSettings]: NewSamlSettings[K] | undefined };

/** Changes the provider of the account. @throws AppError `not_found` when it has none */
export function updateSamlSettings(
  tx: Tx,
  account: { id: number },
  input: SamlSettingsChanges,
  now: Date,
): Promise<SamlSettings> {
  return inTransaction(tx, async (tx) => {
    await tx.db
      .updateTable('saml_settings')
      .set({
        sso_url: input.ssoUrl,
        certificate: input.certificate,
        idp_entity_id: input.idpEntityId,
        role_mappings: input.roleMappings && json(input.roleMappings),
        updated_at: now,
      })
      .where('account_id', '=', account.id)
      .execute();
    return found(await findSamlSettings(tx, account.id), 'SAML settings');
  });
}
