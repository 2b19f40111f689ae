import { array, integer, object } from '../../fields.ts';

const MAX_USERS = 1000;

export const inboxMembersBody = object({
  inbox_id: integer().required("can't be blank"),
  user_ids: array(integer().required("can't be blank"))
    .typeError('must be a list of user ids')
    .required("can't be blank")
    .max(MAX_USERS, `may have ${MAX_USERS} ids`),
});
