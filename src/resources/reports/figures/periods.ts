import { QUARTER } from '../../../conversations/reporting/facts.ts';
import { invalidField } from '../../../errors.ts';
import { DAY, HOUR } from '../../../time.ts';
import type { Range } from './read-figures.ts';

/** What time is divided into. Weeks begin with Sunday, as in Chatwoot. */
export const PERIODS = ['hour', 'day', 'week', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

/** As many as the hours of a year, and some more. */
const MOST_PERIODS = 10_000;

/**
 * When the periods that the range touches begin by the clocks of the zone, in Unix milliseconds: the first at or before
 * `since`. An hour that clocks show twice is one period.
 * @throws AppError `invalid` when they are too many
 */
export function periodsIn({ since, until }: Range, period: Period, zone: string): number[] {
  const starts: number[] = [];
  let start = startOf(timeAt(since.getTime(), zone), period);
  while (start.epochMilliseconds < until.getTime() && starts.length <= MOST_PERIODS) {
    starts.push(start.epochMilliseconds);
    start = startOfNext(addAlike(starts, start, period, until.getTime()), period);
  }
  if (starts.length > MOST_PERIODS) {
    throw invalidField('group_by', `makes more than ${MOST_PERIODS} periods of this range`);
  }
  return starts;
}

/** How long periods are as long as nobody sets the clocks; months and years differ. */
const LENGTHS: Partial<Record<Period, number>> = { hour: HOUR, day: DAY, week: 7 * DAY };

/**
 * Adds the periods after `start` up to the next change of the clocks: asking the calendar for each hour of a year takes half a
 * second. Returns the last of them.
 */
function addAlike(starts: number[], start: Zoned, period: Period, until: number): Zoned {
  const length = LENGTHS[period];
  const isWhole = start.minute === 0 && (period === 'hour' || start.hour === 0);
  if (length === undefined || !isWhole) return start;
  const end = Math.min(until, start.getTimeZoneTransition('next')?.epochMilliseconds ?? until);
  let at = start.epochMilliseconds;
  for (; at + length < end && starts.length <= MOST_PERIODS; at += length) starts.push(at + length);
  return timeAt(at, start.timeZoneId);
}

const timeAt = (at: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);

/** The place in `starts` of the period that the time lies in; the first for an earlier one. */
export function placeOf(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  return low;
}

/** The zone of this distance from UTC, in hours. */
export function zoneOfOffset(hours: number): string {
  const minutes = Math.round(Math.abs(hours) * 60);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${hours < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

type Zoned = Temporal.ZonedDateTime;

function startOf(time: Zoned, period: Period): Zoned {
  const day = time.toPlainDate();
  const zone = time.timeZoneId;
  switch (period) {
    case 'hour':
      // Of an hour that there is twice the first, and of one that begins in a gap the end of the gap.
      return time.toPlainDateTime().round({ smallestUnit: 'hour', roundingMode: 'floor' }).toZonedDateTime(zone);
    case 'day':
      return day.toZonedDateTime(zone);
    case 'week':
      return day.subtract({ days: day.dayOfWeek % 7 }).toZonedDateTime(zone);
    case 'month':
      return day.with({ day: 1 }).toZonedDateTime(zone);
    case 'year':
      return day.with({ day: 1, month: 1 }).toZonedDateTime(zone);
  }
}

function startOfNext(start: Zoned, period: Period): Zoned {
  if (period !== 'hour') {
    const next = start.toPlainDate().add({ [`${period}s`]: 1 });
    return startOf(next.toZonedDateTime(start.timeZoneId), period);
  }
  let time = start;
  let next = start;
  while (next.epochMilliseconds <= start.epochMilliseconds) {
    time = time.add({ milliseconds: QUARTER });
    next = startOf(time, 'hour');
  }
  return next;
}
