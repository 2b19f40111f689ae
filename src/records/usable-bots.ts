import { type RawBuilder, sql, type SqlBool } from 'kysely';

/** The condition on `agent_bots` that the account may use the bot: its own bots, and those of the installation. */
export function isUsableBy(accountId: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(account_id = ${accountId} or account_id is null)`;
}
