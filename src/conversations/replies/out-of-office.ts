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
/** By the clock, ignoring clock changes. */
const DAY_MINUTES = 24 * MINUTES;
/** As `Intl` names them in English; day_of_week is the place. */
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/**
 * Whether the inbox is closed at `now`. The minutes of opening and closing belong to the opening hours; a day without an
 * entry is closed. Hours that end before they begin last into the next day. An unknown time zone counts as UTC.
 */
export function isOutOfOffice(inbox: OpeningHours, now: Date): boolean {
  if (!inbox.workingHoursEnabled) return false;
  const { weekday, minutes } = clock(inbox.timezone, now);
  const hoursOn = (weekday: number) => inbox.workingHours.find((day) => day.day_of_week === weekday);
  const [today, yesterday] = [hoursOn(weekday), hoursOn((weekday + WEEKDAYS.length - 1) % WEEKDAYS.length)];
  const isOpen = [isOpenAt(today, minutes), isOpenAt(yesterday, minutes + DAY_MINUTES)];
  return !isOpen.includes(true);
}

/**
 * The minutes after the midnight of the day at which the inbox opens and closes; past midnight, more than a day has. Null =
 * it stays closed.
 */
export function minutesOpen(day: WorkingHours | undefined): [opens: number, closes: number] | null {
  if (day === undefined || day.closed_all_day) return null;
  if (day.open_all_day) return [0, DAY_MINUTES];
  const opens = (day.open_hour ?? 0) * MINUTES + (day.open_minutes ?? 0);
  const closes = (day.close_hour ?? 0) * MINUTES + (day.close_minutes ?? 0);
  return [opens, closes < opens ? closes + DAY_MINUTES : closes];
}

/** Whether both times are on the same day in the time zone, or in UTC if there is no such zone. */
export function isSameDay(timezone: string, one: Date, other: Date): boolean {
  const day = new Intl.DateTimeFormat('en', { timeZone: knownZone(timezone), dateStyle: 'short' });
  return day.format(one) === day.format(other);
}

/** The weekday and the minutes since midnight in the time zone. */
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

function isOpenAt(day: WorkingHours | undefined, minutes: number): boolean {
  const span = minutesOpen(day);
  // The minute of closing counts, but a day that is open throughout ends before the midnight after it.
  return span !== null && span[0] <= minutes && minutes <= (day?.open_all_day ? span[1] - 1 : span[1]);
}
