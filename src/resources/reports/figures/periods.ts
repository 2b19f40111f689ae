import { QUARTER } from '../../../conversations/reporting/facts.ts';
import { invalidField } from '../../../errors.ts';
import { DAY, HOUR } from '../../../time.ts';

/** From `since` on, until just before `until`. */
export type Range = { since: Date; until: Date };

/** What time is divided into. Weeks begin with Sunday, as in Chatwoot. */
export const PERIODS = ['hour', 'day', 'week', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

const NANOSECONDS_OF_MS = 1_000_000;
/** Somewhat more than the hours of a year. */
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

/** The usual lengths of periods; clock changes shorten or lengthen them. Months and years vary. */
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

/** The zone of this distance from UTC, in hours. */
export function zoneOfOffset(hours: number): string {
  const minutes = Math.round(Math.abs(hours) * 60);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${hours < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/**
 * Gives what clocks of the zone show at a time, both in Unix milliseconds, as if they showed UTC. It asks the calendar only
 * where clocks are set: for times that follow each other.
 */
export function clocksOf(zone: string): (at: number) => number {
  let known = { from: 0, until: 0, ahead: 0 };
  return (at) => {
    if (at < known.from || at >= known.until) {
      const time = timeAt(at, zone);
      const next = time.getTimeZoneTransition('next')?.epochMilliseconds;
      known = { from: at, until: next ?? Infinity, ahead: time.offsetNanoseconds / NANOSECONDS_OF_MS };
    }
    return at + known.ahead;
  };
}

type Zoned = Temporal.ZonedDateTime;

function startOf(time: Zoned, period: Period): Zoned {
  const day = time.toPlainDate();
  const zone = time.timeZoneId;
  switch (period) {
    case 'hour':
      return startOfHour(time);
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

/** The start of the hour: the first one of a repeated hour, and the end of a skipped beginning. */
function startOfHour(time: Zoned): Zoned {
  const shown = time.toPlainDateTime().round({ smallestUnit: 'hour', roundingMode: 'floor' });
  const start = shown.toZonedDateTime(time.timeZoneId);
  if (start.epochMilliseconds <= time.epochMilliseconds) return start;
  // The last change at or before the time.
  return time.add({ nanoseconds: 1 }).getTimeZoneTransition('previous') ?? start;
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
