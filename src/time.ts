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
  return time ? time.toISOString() : null;
}

/** For people, to the minute: "2026-11-21 14:05 UTC" */
export function inWords(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
