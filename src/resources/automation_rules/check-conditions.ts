import type { Tx } from '../../db/tx.ts';
import type { RuleEvent } from '../../entities/automation-rule.ts';
import type { GivenCondition } from '../../filters/conditions-field.ts';
import { definitionsFor, readRuleConditions } from '../../filters/read-rule-conditions.ts';

/** @throws AppError `invalid` for conditions that a rule for the event cannot have */
export async function checkConditions(
  tx: Tx,
  accountId: number,
  { conditions, eventName }: { conditions: GivenCondition[]; eventName: RuleEvent },
  now: Date,
): Promise<void> {
  readRuleConditions(conditions, eventName, await definitionsFor(tx, accountId, conditions), now);
}
