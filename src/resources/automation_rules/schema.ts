import { boolean } from 'yup';
import { actionsField } from '../../conversations/actions/actions-field.ts';
import { RULE_EVENTS } from '../../entities/automation-rule.ts';
import { object, oneOf, requiredText, text } from '../../fields.ts';
import { conditionList } from '../../filters/conditions-field.ts';
import { RULE_OPERATORS } from '../../filters/read-rule-conditions.ts';

const DESCRIPTION_LENGTH = 20_000;

export const createRuleBody = object({
  name: requiredText(),
  description: text(DESCRIPTION_LENGTH).nullable(),
  event_name: oneOf(RULE_EVENTS).required(`is missing: one of ${RULE_EVENTS.join(', ')}`),
  active: boolean(),
  conditions: conditionList(RULE_OPERATORS),
  actions: actionsField().required('is missing: a list of actions'),
});

export const updateRuleBody = object({
  name: requiredText().optional(),
  description: text(DESCRIPTION_LENGTH).nullable(),
  event_name: oneOf(RULE_EVENTS),
  active: boolean(),
  conditions: conditionList(RULE_OPERATORS),
  actions: actionsField().optional(),
});
