import { ROLES } from '../../entities/account-user.ts';
import { integer, needs, object, oneOf } from '../../fields.ts';

export const setMemberBody = object({ user_id: integer().required("can't be blank"), role: oneOf(ROLES) });

/** In the query or in the body. */
export const removeMemberInput = object({ user_id: integer() });
export const removeMemberBody = removeMemberInput.meta(needs({ fields: ['user_id'] }));
