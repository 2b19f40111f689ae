import { AVAILABILITIES } from '../../entities/account-user.ts';
import { availabilityStatus } from '../../records/availability.ts';
import type { UserRecord } from '../../records/user.ts';
import { integer, named, oneOf, type Shown, text } from '../../wire/shape.ts';

export const widgetAgentShape = named('WidgetAgent', {
  id: integer,
  name: text,
  avatar_url: text,
  availability_status: oneOf(AVAILABILITIES),
});

/** A member of the team for visitors, with the name for contacts. */
export function widgetAgentBlock(user: UserRecord, now: Date): Shown<typeof widgetAgentShape> {
  return {
    id: user.id,
    name: user.displayName || user.name,
    avatar_url: user.avatarUrl ?? '',
    availability_status: availabilityStatus(user, now),
  };
}
