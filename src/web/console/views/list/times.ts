const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Earlier days have a date. */
const LONGEST_AGO = 7 * DAY;

type Amount = { count: number; unit: 'minute' | 'hour' | 'day' };

function amountOf(seconds: number): Amount {
  if (seconds < HOUR) return { count: Math.floor(seconds / MINUTE), unit: 'minute' };
  if (seconds < DAY) return { count: Math.floor(seconds / HOUR), unit: 'hour' };
  return { count: Math.floor(seconds / DAY), unit: 'day' };
}

/** How long ago something was, in few letters: "now", "5m ago", "Mar 4". Both times are Unix seconds. */
export function shortTime(language: string, at: number, now: number): string {
  const seconds = Math.max(0, now - at);
  if (seconds >= LONGEST_AGO) {
    const date = new Date(at * 1000);
    const isThisYear = date.getFullYear() === new Date(now * 1000).getFullYear();
    const parts: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' };
    if (!isThisYear) parts.year = 'numeric';
    return new Intl.DateTimeFormat(language, parts).format(date);
  }
  const format = new Intl.RelativeTimeFormat(language, { style: 'narrow', numeric: 'auto' });
  const { count, unit } = amountOf(seconds);
  return count === 0 ? format.format(0, 'second') : format.format(-count, unit);
}

/** How long something has lasted, in few letters, at least a minute: "2h". */
export function shortSpan(language: string, from: number, now: number): string {
  const { count, unit } = amountOf(Math.max(MINUTE, now - from));
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'narrow' }).format(count);
}
