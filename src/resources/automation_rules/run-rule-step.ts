import type { Tx } from '../../db/tx.ts';
import type { ActionContext } from '../../conversations/actions/action-kind.ts';
import { runAction } from '../../conversations/actions/actions.ts';
import { errorTexts } from '../../conversations/actions/error-texts.ts';
import { json, withRowLock } from '../../db/dialect.ts';
import { faultOf } from '../../db/faults.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Action } from '../../entities/macro.ts';
import { AppError } from '../../errors.ts';
import { noteError } from './note-error.ts';
import { possiblePart } from './possible-part.ts';
import type { RuleRow } from './queries.ts';
import { type RulesRun, runOf } from './rules-run.ts';

export type RuleStepContext = ActionContext & {
  /** Told why an action, which it is given by name, could not be done. */
  onError(error: unknown, action: string): void;
};

/**
 * Does the next action of the rule exactly once, by storing the progress in the job in the same transaction. An impossible
 * action is recorded with the rule, and does not stop the others.
 * @returns the progress of the run; null = another process does it, or the job has ended
 * @throws unknown a fault of the database
 */
export function runRuleStep(
  tx: Tx,
  jobId: number,
  rule: RuleRow,
  run: RulesRun,
  context: RuleStepContext,
): Promise<RulesRun | null> {
  return inTransaction(tx, async (tx) => {
    const pending = tx.db.selectFrom('jobs').select('payload').where('id', '=', jobId).where('status', '=', 'pending');
    const job = await withRowLock(tx, pending).executeTakeFirst();
    const action = rule.actions[run.step];
    if (!job || !action) return null;
    const noted = runOf(job.payload);
    // At the first action, the job still has the rule before.
    if (run.step > 0 ? noted.step !== run.step || noted.ruleId !== rule.id : noted.ruleId >= rule.id) return null;
    await attempt(tx, rule, run, action, context);
    const step = run.step + 1 === rule.actions.length ? 0 : run.step + 1;
    const payload = json({ ...job.payload, rule_id: rule.id, step });
    await tx.db.updateTable('jobs').set({ payload }).where('id', '=', jobId).execute();
    return { ...run, ruleId: rule.id, step };
  });
}

/** Does the possible part of the action, and records the rest with the rule. */
async function attempt(tx: Tx, rule: RuleRow, run: RulesRun, action: Action, context: RuleStepContext): Promise<void> {
  const { action: possible, lacks } = await possiblePart(tx, rule.accountId, action);
  const missing =
    lacks === null ? null : new AppError('not_found', 'Not found', { detail: `${action.name} names ${lacks}` });
  const error = (possible && (await refusalOf(tx, run, possible, context))) ?? missing;
  if (error === null) return;
  context.onError(error, action.name);
  const conversation = await tx.db
    .selectFrom('conversations')
    .select('display_id as id')
    .where('id', '=', run.conversationId)
    .executeTakeFirst();
  // Nothing is wrong with the rule where the conversation has been deleted meanwhile.
  if (!conversation) return;
  const where = { at: context.now.toISOString(), conversation: conversation.id, action: action.name };
  await noteError(tx, rule, { ...where, ...errorTexts(error) });
}

/** Does the action in a savepoint. Returns why it could not be done; null = it is done. @throws unknown a fault of the database */
async function refusalOf(
  tx: Tx,
  { conversationId }: RulesRun,
  action: Action,
  context: RuleStepContext,
): Promise<unknown> {
  try {
    await inTransaction(tx.byRule, (tx) => runAction(tx, conversationId, action, context));
    return null;
  } catch (error) {
    if (faultOf(error) !== null) throw error;
    return error;
  }
}
