import { ASSIGNMENT_ORDERS, CONVERSATION_PRIORITIES } from '../../entities/assignment-policy.ts';
import { flag, integer, object, oneOfOrIndex, requiredText, text } from '../../fields.ts';
import { DAY, SECOND } from '../../time.ts';

const DESCRIPTION_LENGTH = 20_000;
const MOST_CONVERSATIONS = 100_000;
const LONGEST_WINDOW = (365 * DAY) / SECOND;

const optional = {
  description: text(DESCRIPTION_LENGTH).nullable(),
  assignment_order: oneOfOrIndex(ASSIGNMENT_ORDERS),
  conversation_priority: oneOfOrIndex(CONVERSATION_PRIORITIES),
  fair_distribution_limit: integer()
    .min(1, 'must be at least 1 conversation')
    .max(MOST_CONVERSATIONS, `must be at most ${MOST_CONVERSATIONS} conversations`),
  fair_distribution_window: integer()
    .min(1, 'must be at least 1 second')
    .max(LONGEST_WINDOW, `must be at most ${LONGEST_WINDOW} seconds, which is a year`),
  enabled: flag(),
};

export const createAssignmentPolicyBody = object({ name: requiredText(), ...optional });
export const updateAssignmentPolicyBody = object({ name: requiredText().optional(), ...optional });

export const setInboxPolicyBody = object({ assignment_policy_id: integer().required("can't be blank") });
