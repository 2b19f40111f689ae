import type { Tx } from '../../../db/tx.ts';

/** The given labels that the account has; titles are in lower case. */
export async function knownLabels(tx: Tx, accountId: number, given: readonly string[]): Promise<string[]> {
  if (given.length === 0) return [];
  const titles = given.map((label) => label.trim().toLowerCase());
  const rows = await tx.db
    .selectFrom('labels')
    .select('title')
    .where('account_id', '=', accountId)
    .where('title', 'in', titles)
    .orderBy('title')
    .execute();
  return rows.map(({ title }) => title);
}
