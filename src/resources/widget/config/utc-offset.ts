import { isTimezone } from '../../../time.ts';

/** How far clocks in the time zone are from UTC at `now`: "+05:30"; "+00:00" for a zone that does not exist. */
export function utcOffset(timezone: string, now: Date): string {
  const timeZone = isTimezone(timezone) ? timezone : 'UTC';
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', '') || '+00:00';
}
