import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { claimBlobs } from '../../storage/claim-blobs.ts';
import { lockRules, noteRuleEvents } from './note-rule-events.ts';
import type { RuleRow } from './queries.ts';

/** Deletes a rule with its files. */
export function deleteRule(tx: Tx, { id, accountId }: RuleRow, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockRules(tx, accountId);
    await claimBlobs(tx, accountId, { ruleId: id }, { blobIds: [], signedIds: [] }, now);
    await tx.db.deleteFrom('automation_rules').where('id', '=', id).execute();
    await noteRuleEvents(tx, accountId);
  });
}
