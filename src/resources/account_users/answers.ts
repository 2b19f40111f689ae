import { AVAILABILITIES, ROLES } from '../../entities/account-user.ts';
import { flag, integer, iso, named, nullable, oneOf } from '../../wire/shape.ts';

/** A membership in the Platform API. */
export const accountUserShape = named('AccountUser', {
  id: integer,
  account_id: integer,
  user_id: integer,
  role: oneOf(ROLES),
  inviter_id: nullable(integer),
  availability: oneOf(AVAILABILITIES),
  auto_offline: flag,
  active_at: nullable(iso),
  custom_role_id: nullable(integer),
  agent_capacity_policy_id: nullable(integer),
  created_at: iso,
  updated_at: iso,
});
