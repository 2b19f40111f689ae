import type { WorkingHours } from '../../entities/inbox.ts';
import { SECOND } from '../../time.ts';
import { knownZone, minutesOpen, type OpeningHours } from '../replies/out-of-office.ts';

/** Whole seconds from `start` to `end`, as both are shown: without fractions. */
export function secondsBetween(start: Date, end: Date): number {
  return Math.max(0, Math.floor(end.getTime() / SECOND) - Math.floor(start.getTime() / SECOND));
}

/**
 * How many of the seconds from `start` to `end` lie in the opening hours of the inbox; all of them where it keeps none.
 * It is open from the minute of opening until the minute of closing begins.
 */
export function businessSeconds(inbox: OpeningHours, start: Date, end: Date): number {
  const seconds = secondsBetween(start, end);
  if (!inbox.workingHoursEnabled || seconds === 0) return seconds;
  const from = Math.floor(start.getTime() / SECOND) * SECOND;
  const until = from + seconds * SECOND;
  const zone = knownZone(inbox.timezone);
  let open = 0;
  // Hours past midnight may reach into the hours of the next day.
  let counted = from;
  let day = dayOf(from, zone).subtract({ days: 1 });
  for (;;) {
    const [opens, closes] = openTimes(inbox.workingHours, day, zone);
    open += Math.max(0, Math.min(closes, until) - Math.max(opens, counted));
    counted = Math.max(counted, closes);
    day = day.add({ days: 1 });
    if (startOf(day, zone) >= until) return open / SECOND;
  }
}

const dayOf = (ms: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate();
const startOf = (day: Temporal.PlainDate, zone: string) => day.toZonedDateTime(zone).epochMilliseconds;

/** When the inbox opens and closes on this day, in Unix milliseconds; the same time twice where it stays closed. */
function openTimes(
  week: readonly WorkingHours[],
  day: Temporal.PlainDate,
  zone: string,
): [opens: number, closes: number] {
  // Temporal counts from Monday = 1 to Sunday = 7.
  const span = minutesOpen(week.find(({ day_of_week: weekday }) => weekday === day.dayOfWeek % 7));
  if (span === null) return [0, 0];
  const at = (minutes: number) => day.toPlainDateTime().add({ minutes }).toZonedDateTime(zone).epochMilliseconds;
  return [at(span[0]), at(span[1])];
}
