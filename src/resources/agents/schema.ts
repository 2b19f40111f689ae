import { AVAILABILITIES, ROLES } from '../../entities/account-user.ts';
import { array, email, flag, integer, object, oneOf, requiredText } from '../../fields.ts';

const MAX_EMAILS = 100;
const MAX_INBOXES = 1000;

const optional = {
  name: requiredText().optional(),
  role: oneOf(ROLES),
  availability: oneOf(AVAILABILITIES),
  auto_offline: flag(),
};

const inboxIds = array(integer().required("can't be blank"))
  .typeError('must be a list of inbox ids')
  .max(MAX_INBOXES, `may have ${MAX_INBOXES} ids`);

export const createAgentBody = object({ email: email().required("can't be blank"), ...optional, inbox_ids: inboxIds });

export const updateAgentBody = object(optional);

export const bulkCreateAgentsBody = object({
  emails: array(email().required("can't be blank"))
    .typeError('must be a list of e-mail addresses')
    .required('is missing: a list of e-mail addresses')
    .min(1, 'must have at least one e-mail address')
    .max(MAX_EMAILS, `must have at most ${MAX_EMAILS} e-mail addresses`),
  inbox_ids: inboxIds,
});
