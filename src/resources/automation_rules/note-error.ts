import type { Tx } from '../../db/tx.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { RuleError } from '../../entities/automation-rule.ts';
import type { AppError } from '../../errors.ts';
import { lockRules, noteRuleEvents } from './note-rule-events.ts';
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

/** Switches off a rule that cannot run any more, and notes why. */
export function switchOff(tx: Tx, rule: RuleRow, { message: error, detail }: AppError, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockRules(tx, rule.accountId);
    const message = `the rule was switched off, because its conditions cannot be read any more: ${detail ?? error}`;
    await noteError(tx, rule, { at: now.toISOString(), conversation: null, action: null, error, message });
    await tx.db.updateTable('automation_rules').set({ active: false }).where('id', '=', rule.id).execute();
    await noteRuleEvents(tx, rule.accountId);
  });
}
