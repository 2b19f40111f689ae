import type { WorkingHours } from '../../entities/inbox.ts';
import { isTimezone } from '../../time.ts';

/** When an inbox is open. */
export type OpeningHours = {
  /** False = always. */
  workingHoursEnabled: boolean;
  workingHours: WorkingHours[];
  /** The IANA name of the zone whose clocks the hours are read on. */
  timezone: string;
};

const MINUTES = 60;
/** As `Intl` names them in English; day_of_week is the place. */
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/**
 * Whether the inbox is closed at `now`. The minutes of opening and of closing both belong to the opening hours; a day
 * without an entry is closed. For a time zone that does not exist, UTC counts.
 */
export function isOutOfOffice(inbox: OpeningHours, now: Date): boolean {
  if (!inbox.workingHoursEnabled) return false;
  const { weekday, minutes } = clock(inbox.timezone, now);
  const hours = inbox.workingHours.find((day) => day.day_of_week === weekday);
  return hours === undefined || !isOpen(hours, minutes);
}

/** Whether both times are on the same day in the time zone, or in UTC if there is no such zone. */
export function isSameDay(timezone: string, one: Date, other: Date): boolean {
  const day = new Intl.DateTimeFormat('en', { timeZone: knownZone(timezone), dateStyle: 'short' });
  return day.format(one) === day.format(other);
}

/** What clocks in the time zone show: the weekday, and the minutes since midnight. */
function clock(timezone: string, now: Date): { weekday: number; minutes: number } {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: knownZone(timezone),
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return {
    weekday: WEEKDAYS.indexOf(parts['weekday'] ?? ''),
    minutes: Number(parts['hour']) * MINUTES + Number(parts['minute']),
  };
}

/** UTC in place of a time zone that no longer exists: no change may fail for that. */
export function knownZone(timezone: string): string {
  return isTimezone(timezone) ? timezone : 'UTC';
}

function isOpen(day: WorkingHours, minutes: number): boolean {
  if (day.closed_all_day) return false;
  if (day.open_all_day) return true;
  const opens = (day.open_hour ?? 0) * MINUTES + (day.open_minutes ?? 0);
  const closes = (day.close_hour ?? 0) * MINUTES + (day.close_minutes ?? 0);
  return opens <= minutes && minutes <= closes;
}
