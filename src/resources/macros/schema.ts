import { actionsField } from '../../conversations/actions/actions-field.ts';
import { MACRO_VISIBILITIES } from '../../entities/macro.ts';
import { array, integer, object, oneOfOrIndex, requiredText } from '../../fields.ts';

const MOST_CONVERSATIONS = 1000;

export const createMacroBody = object({
  name: requiredText(),
  visibility: oneOfOrIndex(MACRO_VISIBILITIES),
  actions: actionsField().required('is missing: a list of actions'),
});

export const updateMacroBody = object({
  name: requiredText().optional(),
  visibility: oneOfOrIndex(MACRO_VISIBILITIES),
  actions: actionsField().optional(),
});

export const executeMacroBody = object({
  conversation_ids: array(integer().required('must be the number of a conversation'))
    .typeError('must be a list of numbers of conversations')
    .min(1, "can't be blank")
    .max(MOST_CONVERSATIONS, `must have at most ${MOST_CONVERSATIONS} numbers`)
    .required('is missing: a list of numbers of conversations'),
});
