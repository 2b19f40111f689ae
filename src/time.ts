/** Milliseconds in a second, a minute, an hour and a day. */
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Unix seconds of `time`, rounded down; 0 for null (the API's "never"). */
export function unixSeconds(time: Date | null | undefined): number {
  return time ? Math.floor(time.getTime() / SECOND) : 0;
}

/** Unix seconds with milliseconds as fraction. */
export function unixFraction(time: Date): number {
  return time.getTime() / SECOND;
}

/** ISO 8601 in UTC with milliseconds; null stays null. */
export function iso(time: Date): string;
export function iso(time: Date | null | undefined): string | null;
export function iso(time: Date | null | undefined): string | null {
  return time ? textOf(time) : null;
}

/** Texts of recent times by their Unix milliseconds: an answer or an event tells the same few several times. */
const recent = new Map<number, string>();
const MOST_RECENT = 64;

function textOf(time: Date): string {
  const ms = time.getTime();
  const known = recent.get(ms);
  if (known !== undefined) return known;
  const text = time.toISOString();
  if (recent.size >= MOST_RECENT) recent.clear();
  recent.set(ms, text);
  return text;
}

/** For people, to the minute: "2026-11-21 14:05 UTC" */
export function inWords(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/**
 * A time that notes how long what depends on it stays the same, when it is only asked through `isWithin`: after `from` and
 * until `until`, in Unix milliseconds. Asked for anything else, it says that nothing stays.
 */
export class NotedTime extends Date {
  from = -Infinity;
  until = Infinity;

  /** Whether it is not after `end`. */
  isUntil(end: number): boolean {
    const holds = Date.prototype.getTime.call(this) <= end;
    if (holds) this.until = Math.min(this.until, end);
    else this.from = Math.max(this.from, end);
    return holds;
  }

  static {
    for (const name of Object.getOwnPropertyNames(Date.prototype)) {
      if (name === 'constructor') continue;
      const method = Date.prototype[name as 'getTime'];
      Object.defineProperty(NotedTime.prototype, name, {
        value: function noteAndCall(this: NotedTime, ...args: []) {
          this.until = -Infinity;
          return method.apply(this, args);
        },
      });
    }
  }
}

/** Whether at most `ms` milliseconds have passed since `time` at `now`. */
export function isWithin(time: Date, ms: number, now: Date): boolean {
  const end = time.getTime() + ms;
  return now instanceof NotedTime ? now.isUntil(end) : now.getTime() <= end;
}

/** Whether Node.js knows a time zone of this name; false for offsets such as "+01:00". */
export function isTimezone(value: string): boolean {
  try {
    return !/^[+-]/.test(value) && Boolean(new Intl.DateTimeFormat('en', { timeZone: value }));
  } catch {
    return false;
  }
}

/** Whether the text is a day that exists, as YYYY-MM-DD, from the year 1 on. */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(text);
  // February 30 would be March 2.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/**
 * Whether `at` is less than `ms` away from `now`. Times further in the future were written before the clock was set back, and
 * are not recent.
 */
export function isRecent(ms: number, at: Date, now: Date): boolean {
  return Math.abs(now.getTime() - at.getTime()) < ms;
}
