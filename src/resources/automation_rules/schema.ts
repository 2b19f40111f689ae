import { array, boolean, mixed } from 'yup';
import { RULE_EVENTS } from '../../entities/automation-rule.ts';
import { object, oneOf, requiredText, text } from '../../fields.ts';
import { conditionList } from '../../filters/conditions-field.ts';
import { RULE_OPERATORS } from '../../filters/read-rule-conditions.ts';

const MOST_ACTIONS = 50;
const DESCRIPTION_LENGTH = 20_000;

const action = object({
  action_name: requiredText(),
  action_params: mixed()
    .nullable()
    .test('list', 'must be a list', (value) => value === undefined || value === null || Array.isArray(value))
    .meta({ jsonSchema: { type: 'array', description: 'What the action needs: texts, ids, or nothing' } }),
});

const actions = () =>
  array(action)
    .typeError('must be a list of actions')
    .min(1, "can't be blank")
    .max(MOST_ACTIONS, `must have at most ${MOST_ACTIONS} actions`);

export const createRuleBody = object({
  name: requiredText(),
  description: text(DESCRIPTION_LENGTH).nullable(),
  event_name: oneOf(RULE_EVENTS).required(`is missing: one of ${RULE_EVENTS.join(', ')}`),
  active: boolean(),
  conditions: conditionList(RULE_OPERATORS),
  actions: actions().required('is missing: a list of actions'),
});

export const updateRuleBody = object({
  name: requiredText().optional(),
  description: text(DESCRIPTION_LENGTH).nullable(),
  event_name: oneOf(RULE_EVENTS),
  active: boolean(),
  conditions: conditionList(RULE_OPERATORS),
  actions: actions().optional(),
});
