import type { UserRecord } from '../records/user.ts';
import { AVAILABILITIES, ROLES } from '../entities/account-user.ts';
import { flag, integer, named, nullable, oneOf, type Shown, text } from './shape.ts';
import { availabilityStatus } from '../records/availability.ts';

/** A user as a member of the account. The availability is what `availabilityStatus` gives at `now`. */
export function agentBlock(user: UserRecord, accountId: number, now: Date): Shown<typeof agentShape> {
  return {
    id: user.id,
    account_id: accountId,
    name: user.name,
    available_name: user.displayName || user.name,
    email: user.email,
    provider: 'email',
    role: user.role,
    confirmed: user.invitedEmail === null,
    availability_status: availabilityStatus(user, now),
    auto_offline: user.autoOffline,
    thumbnail: user.avatarUrl ?? '',
    custom_role_id: null,
  };
}

export const agentShape = named('Agent', {
  id: integer,
  account_id: integer,
  name: text,
  available_name: text,
  email: text,
  provider: text,
  role: oneOf(ROLES),
  confirmed: flag,
  availability_status: oneOf(AVAILABILITIES),
  auto_offline: flag,
  thumbnail: text,
  custom_role_id: nullable(integer),
});
