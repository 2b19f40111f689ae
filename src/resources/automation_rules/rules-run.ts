import { mixed, object } from 'yup';
import { RULE_EVENTS } from '../../entities/automation-rule.ts';
import type { Attributes } from '../../entities/columns.ts';
import { integer, oneOf } from '../../fields.ts';

/** An event, and the progress of the rules that it triggers, as stored in a job (events/trigger-rules.ts). */
export type RulesRun = ReturnType<typeof runOf>;

const payloadOf = object({
  event: oneOf(RULE_EVENTS).required(),
  conversation_id: integer().required(),
  message_id: integer().nullable().defined(),
  changed: mixed<Attributes>().required(),
  rule_id: integer().required(),
  step: integer().required(),
});

export function runOf(payload: Attributes) {
  const run = payloadOf.validateSync(payload);
  return {
    event: run.event,
    conversationId: run.conversation_id,
    messageId: run.message_id,
    changed: run.changed,
    /** The rule that runs, or has run last; 0 = none has. */
    ruleId: run.rule_id,
    /** How many of its actions have been done; 0 = all. */
    step: run.step,
  };
}
