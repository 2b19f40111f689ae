import type { Tx } from '../../db/tx.ts';
import { json } from '../../db/dialect.ts';
import type { RuleError } from '../../entities/automation-rule.ts';
import { lockRule, type RuleRow } from './queries.ts';

/** Errors that are kept of a rule. */
const KEPT = 20;

/** Notes something that the rule could not do. */
export async function noteError(tx: Tx, { id, accountId }: RuleRow, error: RuleError): Promise<void> {
  const rule = await lockRule(tx, accountId, id);
  if (!rule) return;
  const errors = [...rule.errors, error].slice(-KEPT);
  await tx.db
    .updateTable('automation_rules')
    .set({ errors: json(errors) })
    .where('id', '=', id)
    .execute();
}
