import type { UserRecord } from './user.ts';
import type { Availability } from '../entities/account-user.ts';
import { isWithin, MINUTE } from '../time.ts';

/** How long a contact or a user counts as online after being seen, in milliseconds. */
export const ONLINE_MS = 1.5 * MINUTE;

/** Whether someone last seen at `seenAt` (null = never) is online at `now`. */
export function isOnline(seenAt: Date | null, now: Date): boolean {
  return seenAt !== null && isWithin(seenAt, ONLINE_MS, now);
}

/** The availability that the user chose; with `autoOffline`, "offline" while they are not online. */
export function availabilityStatus(
  user: Pick<UserRecord, 'availability' | 'autoOffline' | 'activeAt'>,
  now: Date,
): Availability {
  return user.autoOffline && !isOnline(user.activeAt, now) ? 'offline' : user.availability;
}
