import type { Channel, WorkingHours } from './channel.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const WEEK_MINUTES = 7 * DAY_MINUTES;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const SOON_MINUTES = 12 * 60;

export type Hours = {
  isOpen: boolean;
  /** When it opens next; null = it is open, or never opens. */
  opensAt: Date | null;
};

/** Whether the inbox is open, by the hours in its own time zone. */
export function hoursOf(channel: Channel, now: Date): Hours {
  const minute = minuteOfWeek(now, channel.timezone || 'UTC');
  const spans = (channel.working_hours ?? []).flatMap(spansOf);
  const isIn = ([from, until]: Span) => [minute, minute + WEEK_MINUTES].some((at) => from <= at && at < until);
  if (spans.some(isIn) || spans.length === 0) return { isOpen: spans.length > 0, opensAt: null };
  const wait = Math.min(...spans.map(([from]) => (from - minute + WEEK_MINUTES) % WEEK_MINUTES));
  return { isOpen: false, opensAt: new Date((Math.floor(now.getTime() / MINUTE_MS) + wait) * MINUTE_MS) };
}

/** "in 3 hours", or "Monday, 9:00 AM" in the time zone of the visitor. */
export function whenInWords(moment: Date, now: Date, language: string): string {
  const minutes = Math.max(1, Math.round((moment.getTime() - now.getTime()) / MINUTE_MS));
  if (minutes > SOON_MINUTES) {
    return new Intl.DateTimeFormat(language, { weekday: 'long', hour: 'numeric', minute: '2-digit' }).format(moment);
  }
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return minutes < 60 ? words.format(minutes, 'minute') : words.format(Math.round(minutes / 60), 'hour');
}

type Span = [from: number, until: number];

/** Minutes of the week from and until; where it closes before it opens, it is open past midnight. */
function spansOf(day: WorkingHours): Span[] {
  const midnight = day.day_of_week * DAY_MINUTES;
  if (day.closed_all_day) return [];
  if (day.open_all_day) return [[midnight, midnight + DAY_MINUTES]];
  const opens = (day.open_hour ?? 0) * 60 + (day.open_minutes ?? 0);
  const closes = (day.close_hour ?? 0) * 60 + (day.close_minutes ?? 0);
  return [[midnight + opens, midnight + closes + (closes <= opens ? DAY_MINUTES : 0)]];
}

function minuteOfWeek(now: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(now);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '0';
  return WEEKDAYS.indexOf(of('weekday')) * DAY_MINUTES + Number(of('hour')) * 60 + Number(of('minute'));
}
