import type { Presence } from './message.ts';
import type { Availability } from '../entities/account-user.ts';
import { isWithin } from '../time.ts';

/** Whether someone who is online until `onlineUntil` (null = has never been) is so at `now`. */
export function isOnline(onlineUntil: Date | null, now: Date): boolean {
  return onlineUntil !== null && isWithin(onlineUntil, 0, now);
}

/** The availability that the user chose; with `autoOffline`, "offline" while they are not online. */
export function availabilityStatus(user: Presence, now: Date): Availability {
  return user.autoOffline && !isOnline(user.onlineUntil, now) ? 'offline' : user.availability;
}
