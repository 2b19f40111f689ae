import type { Tx } from '../../db/tx.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { RoleMappings } from '../../entities/saml-setting.ts';
import { found, invalid } from '../../errors.ts';
import { findSamlSettings, type SamlSettings } from './queries.ts';

export type NewSamlSettings = {
  ssoUrl: string;
  /** In PEM. */
  certificate: string;
  idpEntityId: string;
  roleMappings: RoleMappings;
};

/** Gives the account a provider. @throws AppError `invalid` when it has one */
export function createSamlSettings(
  tx: Tx,
  account: { id: number },
  input: NewSamlSettings,
  now: Date,
): Promise<SamlSettings> {
  return inTransaction(tx, async (tx) => {
    const added = await tx.db
      .insertInto('saml_settings')
      .values({
        account_id: account.id,
        sso_url: input.ssoUrl,
        certificate: input.certificate,
        idp_entity_id: input.idpEntityId,
        role_mappings: json(input.roleMappings),
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column('account_id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) throw invalid('Validation failed', 'the account has SAML settings already: change them with PATCH');
    return found(await findSamlSettings(tx, account.id), 'SAML settings');
  });
}
