import type { Tx } from '../../db/tx.ts';

/** Former titles of these labels that contacts may still have after a recent renaming. */
export async function formerTitles(tx: Tx, accountId: number, ids: readonly number[]): Promise<string[]> {
  const renaming = await tx.db
    .selectFrom('jobs')
    .select('payload')
    .where('status', '=', 'pending')
    .where('kind', '=', 'rename_label')
    .where('account_id', '=', accountId)
    .execute();
  return renaming.flatMap(({ payload: { label_id: id, title } }) =>
    typeof title === 'string' && ids.includes(Number(id)) ? [title] : [],
  );
}
