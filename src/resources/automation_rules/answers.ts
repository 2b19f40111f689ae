import { RULE_EVENTS } from '../../entities/automation-rule.ts';
import { sentFileShapes } from '../../wire/sent-file-block.ts';
import {
  attributes,
  anything,
  flag,
  integer,
  iso,
  list,
  named,
  nullable,
  oneOf,
  shape,
  text,
  seconds,
} from '../../wire/shape.ts';

const fileShape = shape({ automation_rule_id: integer, ...sentFileShapes });

const errorShape = shape({
  at: iso,
  conversation_id: nullable(integer),
  action: nullable(text),
  error: text,
  message: nullable(text),
});

export const automationRuleShape = named(
  'AutomationRule',
  {
    id: integer,
    account_id: integer,
    name: text,
    description: nullable(text),
    event_name: oneOf(RULE_EVENTS),
    conditions: list(attributes),
    actions: list(shape({ action_name: text, action_params: list(anything) })),
    created_on: seconds,
    active: flag,
    errors: list(errorShape),
  },
  { files: list(fileShape) },
);
