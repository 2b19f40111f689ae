import { mixed } from 'yup';
import { array, object, requiredText } from '../../fields.ts';

const MOST_ACTIONS = 50;
/** Labels, ids or texts of one action. */
const MOST_PARAMS = 100;

const action = object({
  action_name: requiredText(),
  action_params: mixed()
    .nullable()
    .test('list', 'must be a list', (value) => value === undefined || value === null || Array.isArray(value))
    .test(
      'max',
      `has too many items (maximum is ${MOST_PARAMS})`,
      (value) => !Array.isArray(value) || value.length <= MOST_PARAMS,
    )
    .meta({
      jsonSchema: {
        type: 'array',
        maxItems: MOST_PARAMS,
        description: 'What the action needs: texts, ids, or nothing',
      },
    }),
});

/** The schema of a request's field with a list of actions, at least one; `readActions` checks what is in them. */
export const actionsField = () =>
  array(action)
    .typeError('must be a list of actions')
    .min(1, "can't be blank")
    .max(MOST_ACTIONS, `must have at most ${MOST_ACTIONS} actions`);
