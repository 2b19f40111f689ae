import type { Tx } from '../../db/tx.ts';

export type SamlSettings = NonNullable<Awaited<ReturnType<typeof findSamlSettings>>>;

/** The provider of the account; undefined when it has none. */
export function findSamlSettings(tx: Tx, accountId: number) {
  return tx.db
    .selectFrom('saml_settings')
    .where('account_id', '=', accountId)
    .select([
      'id',
      'account_id as accountId',
      'sso_url as ssoUrl',
      'certificate',
      'idp_entity_id as idpEntityId',
      'role_mappings as roleMappings',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .executeTakeFirst();
}
