import type { Tx } from '../db/tx.ts';
import type { Attributes } from '../entities/columns.ts';
import type { RuleEvent } from '../entities/automation-rule.ts';
import { enqueue } from '../queue.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import { isAutoresponse } from './is-autoresponse.ts';
import type { MessageRecord } from '../records/message.ts';
import type { Changes } from '../wire/changes.ts';

export const RUN_RULES = 'run_rules';

/** Changes that conditions can ask for; others may have what contacts are called. */
const NAMED = ['status', 'assignee_id', 'team_id', 'priority', 'label_list'];

/**
 * Queues a job that runs the automation rules of the account, in the transaction of what has happened; nothing where no
 * active rule waits for it, which the record of the inbox says without a statement, and where a rule has done it: rules that
 * trigger each other could have no end, or a number of ends that grows with each rule.
 */
export async function triggerRules(
  tx: Tx,
  conversation: ConversationRecord,
  event: RuleEvent,
  what: { message?: MessageRecord; changes?: Changes },
  now: Date,
): Promise<void> {
  if (!conversation.inbox.ruleEvents.includes(event) || tx.isRule) return;
  if (what.message && isAutoresponse(what.message)) return;
  const changed: Attributes = {};
  for (const change of what.changes ?? []) {
    for (const [name, values] of Object.entries(change)) if (NAMED.includes(name)) changed[name] = values as Attributes;
  }
  const payload = {
    event,
    conversation_id: conversation.id,
    message_id: what.message?.id ?? null,
    changed,
    rule_id: 0,
    step: 0,
  };
  await enqueue(tx, { kind: RUN_RULES, accountId: conversation.account.id, payload }, now);
}
