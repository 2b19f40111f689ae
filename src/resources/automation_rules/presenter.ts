import { sentFileBlock } from '../../wire/sent-file-block.ts';
import type { Shown } from '../../wire/shape.ts';
import { unixSeconds } from '../../time.ts';
import type { automationRuleShape } from './answers.ts';
import type { ShownRule } from './queries.ts';

/** `publicUrl` is the address of this server. */
export function presentRule(rule: ShownRule, publicUrl: string): Shown<typeof automationRuleShape> {
  const { id, accountId } = rule;
  const files = rule.files.map((file) => ({ automation_rule_id: id, ...sentFileBlock(file, publicUrl) }));
  return {
    id,
    account_id: accountId,
    name: rule.name,
    description: rule.description,
    event_name: rule.eventName,
    conditions: rule.conditions,
    actions: rule.actions.map(({ name, params }) => ({ action_name: name, action_params: params })),
    created_on: unixSeconds(rule.createdAt),
    active: rule.active,
    errors: rule.errors.map(({ at, conversation, action, error, message }) => ({
      at,
      conversation_id: conversation,
      action,
      error,
      message,
    })),
    ...(files.length > 0 && { files }),
  };
}
