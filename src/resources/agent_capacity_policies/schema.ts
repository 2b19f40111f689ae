import { array, integer, lowerCasedText, object, requiredText, text } from '../../fields.ts';

const DESCRIPTION_LENGTH = 20_000;
const MOST_LABELS = 100;
const MOST_HOURS = 24 * 999;

const exclusionRules = object({
  excluded_labels: array(lowerCasedText())
    .typeError('must be a list of labels')
    .max(MOST_LABELS, `must have at most ${MOST_LABELS} labels`),
  exclude_older_than_hours: integer()
    .nullable()
    .min(1, 'must be at least 1 hour, or null')
    .max(MOST_HOURS, `must be at most ${MOST_HOURS} hours`),
})
  .typeError('must be an object')
  .default(undefined);

const optional = { description: text(DESCRIPTION_LENGTH).nullable(), exclusion_rules: exclusionRules };

export const createCapacityPolicyBody = object({ name: requiredText(), ...optional });
export const updateCapacityPolicyBody = object({ name: requiredText().optional(), ...optional });

export const addPolicyUserBody = object({ user_id: integer().required("can't be blank") });

const conversationLimit = () => integer().required("can't be blank");
export const createInboxLimitBody = object({
  inbox_id: integer().required("can't be blank"),
  conversation_limit: conversationLimit(),
});
export const updateInboxLimitBody = object({ conversation_limit: conversationLimit() });
