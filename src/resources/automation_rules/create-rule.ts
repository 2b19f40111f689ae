import type { Tx } from '../../db/tx.ts';
import { blobIdsIn } from '../../conversations/actions/actions.ts';
import type { RequestedActions } from '../../conversations/actions/given-actions.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { RuleEvent } from '../../entities/automation-rule.ts';
import { invalid } from '../../errors.ts';
import type { GivenCondition } from '../../filters/conditions-field.ts';
import { checkTotal } from '../../db/check-total.ts';
import { claimBlobs } from '../../storage/claim-blobs.ts';
import { checkConditions } from './check-conditions.ts';
import { lockRules, noteRuleEvents } from './note-rule-events.ts';
import { checkActions } from './possible-part.ts';
import { readRule, type RuleRow } from './queries.ts';

/** The most rules of an account. */
const MOST_RULES = 200;

export type NewRule = {
  name: string;
  description: string | null;
  eventName: RuleEvent;
  conditions: GivenCondition[];
  active: boolean;
} & RequestedActions;

/**
 * Creates a rule of the account.
 * @throws AppError `invalid` for conditions and actions that it cannot have, with `MOST_RULES` already, and as `checkTotal`
 */
export function createRule(tx: Tx, accountId: number, input: NewRule, now: Date): Promise<RuleRow> {
  return inTransaction(tx, async (tx) => {
    await lockRules(tx, accountId);
    const rules = tx.db.selectFrom('automation_rules').select((eb) => eb.fn.countAll<number>().as('count'));
    const { count } = await rules.where('account_id', '=', accountId).executeTakeFirstOrThrow();
    if (Number(count) >= MOST_RULES) throw invalid('Validation failed', `an account has at most ${MOST_RULES} rules`);
    await checkConditions(tx, accountId, input, now);
    await checkActions(tx, accountId, input.actions);
    const { id } = await tx.db
      .insertInto('automation_rules')
      .values({
        account_id: accountId,
        name: input.name,
        description: input.description,
        event_name: input.eventName,
        conditions: json(input.conditions),
        actions: json(input.actions),
        active: input.active,
        errors: json([]),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const files = { blobIds: blobIdsIn(input.actions), signedIds: input.signedIds };
    await claimBlobs(tx, accountId, { ruleId: id }, files, now);
    await checkTotal(tx, 'automation_rules', { account_id: accountId });
    await noteRuleEvents(tx, accountId);
    return readRule(tx, id);
  });
}
