import { array, mixed } from 'yup';
import { MACRO_VISIBILITIES } from '../../entities/macro.ts';
import { integer, object, oneOfOrIndex, requiredText } from '../../fields.ts';

const MOST_ACTIONS = 50;
const MOST_CONVERSATIONS = 1000;

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

export const createMacroBody = object({
  name: requiredText(),
  visibility: oneOfOrIndex(MACRO_VISIBILITIES),
  actions: actions().required('is missing: a list of actions'),
});

export const updateMacroBody = object({
  name: requiredText().optional(),
  visibility: oneOfOrIndex(MACRO_VISIBILITIES),
  actions: actions().optional(),
});

export const executeMacroBody = object({
  conversation_ids: array(integer().required('must be the number of a conversation'))
    .typeError('must be a list of numbers of conversations')
    .min(1, "can't be blank")
    .max(MOST_CONVERSATIONS, `must have at most ${MOST_CONVERSATIONS} numbers`)
    .required('is missing: a list of numbers of conversations'),
});
