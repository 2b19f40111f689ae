import type { Tx } from '../../db/tx.ts';
import { blobIdsIn } from '../../conversations/actions/actions.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { checkTotal } from '../../db/check-total.ts';
import { claimBlobs } from '../../storage/claim-blobs.ts';
import { checkConditions } from './check-conditions.ts';
import type { NewRule } from './create-rule.ts';
import { lockRules, noteRuleEvents } from './note-rule-events.ts';
import { checkActions } from './possible-part.ts';
import { lockRule, readRule, type RuleRow } from './queries.ts';

/** The changes; undefined leaves a value as it is. */
export type RuleChanges = { [K in keyof NewRule]: NewRule[K] | undefined };

/** Changes a rule, and forgets what it could not do. @throws AppError `not_found` when it is gone; as `createRule` */
export function updateRule(tx: Tx, accountId: number, id: number, changes: RuleChanges, now: Date): Promise<RuleRow> {
  return inTransaction(tx, async (tx) => {
    await lockRules(tx, accountId);
    const before = found(await lockRule(tx, accountId, id), 'Automation rule');
    const { name, description, eventName, conditions, active, actions, signedIds = [] } = changes;
    const after = { eventName: eventName ?? before.eventName, conditions: conditions ?? before.conditions };
    // Also when it is only switched on: an attribute may have been deleted since.
    if (active || conditions || eventName) await checkConditions(tx, accountId, after, now);
    if (actions) {
      await checkActions(tx, accountId, actions);
      await claimBlobs(tx, accountId, { ruleId: id }, { blobIds: blobIdsIn(actions), signedIds }, now);
    }
    await tx.db
      .updateTable('automation_rules')
      .set({
        name,
        description,
        event_name: eventName,
        conditions: conditions && json(conditions),
        actions: actions && json(actions),
        active,
        errors: json([]),
        updated_at: now,
      })
      .where('id', '=', id)
      .execute();
    if (conditions || actions) await checkTotal(tx, 'automation_rules', { account_id: accountId });
    await noteRuleEvents(tx, accountId);
    return readRule(tx, id);
  });
}
