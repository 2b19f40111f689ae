import type { Tx } from '../../db/tx.ts';
import type { ReportKind } from '../../entities/report-sum.ts';
import { keepSums } from './append-changes.ts';

/** Removes the figures of something that is about to be deleted, and that nothing counts for any more. */
export async function dropSumsOf(
  tx: Tx,
  { accountId, kind, subject }: { accountId: number; kind: ReportKind; subject: string },
): Promise<void> {
  await keepSums(tx);
  for (const table of ['report_sums', 'report_changes'] as const) {
    await tx.db
      .deleteFrom(table)
      .where('account_id', '=', accountId)
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .execute();
  }
}
