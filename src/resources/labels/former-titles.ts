import type { Tx } from '../../db/tx.ts';

/** The titles that contacts may still have in place of those of the labels with these ids, which have been renamed lately. */
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
