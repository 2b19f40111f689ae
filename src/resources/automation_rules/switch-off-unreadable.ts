import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { AppError } from '../../errors.ts';
import { checkConditions } from './check-conditions.ts';
import { noteError } from './note-error.ts';
import { lockRules, noteRuleEvents } from './note-rule-events.ts';
import { lockRule, type RuleRow } from './queries.ts';

/**
 * Switches off a rule whose conditions cannot be read any more, and notes why. It looks again under the lock: the rule may have
 * been corrected since it was read, and stays on then.
 */
export function switchOffUnreadable(tx: Tx, accountId: number, id: number, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    await lockRules(tx, accountId);
    const rule = await lockRule(tx, accountId, id);
    const problem = rule?.active && (await problemOf(tx, rule, now));
    if (!problem) return;
    const { message: error, detail } = problem;
    const message = `the rule was switched off, because its conditions cannot be read any more: ${detail ?? error}`;
    await noteError(tx, rule, { at: now.toISOString(), conversation: null, action: null, error, message });
    await tx.db.updateTable('automation_rules').set({ active: false }).where('id', '=', id).execute();
    await noteRuleEvents(tx, accountId);
  });
}

/** Why its conditions cannot be read; null = they can. */
async function problemOf(tx: Tx, rule: RuleRow, now: Date): Promise<AppError | null> {
  try {
    await checkConditions(tx, rule.accountId, rule, now);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
