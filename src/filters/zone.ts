import type { Tx } from '../db/tx.ts';
import type { Attributes } from '../entities/columns.ts';
import { invalidField } from '../errors.ts';
import { isTimezone } from '../time.ts';
import type { GivenCondition } from './conditions-field.ts';

/** The time of a request, and the time zone whose days its conditions mean. */
export type Clock = { now: Date; zone: string };

/** Operators that compare days. */
const OF_DAYS: readonly unknown[] = ['is_greater_than', 'is_less_than', 'days_before'];

/** The conditions with the time zone of their request, so that what reads them later means the same days. */
export function inZone(conditions: GivenCondition[], timezone: string | null | undefined): GivenCondition[] {
  return timezone ? conditions.map((condition) => ({ timezone, ...condition })) : conditions;
}

/** The account's time zone, for conditions without their own; no statement if no condition compares days. */
export async function accountZone(tx: Tx, accountId: number, given: readonly GivenCondition[]): Promise<string> {
  const asks = (condition: GivenCondition) => OF_DAYS.includes(condition['filter_operator']) && !condition['timezone'];
  if (!given.some(asks)) return 'UTC';
  const account = await tx.db
    .selectFrom('accounts')
    .select('custom_attributes as attributes')
    .where('id', '=', accountId)
    .executeTakeFirst();
  const zone = (account?.attributes as Attributes | undefined)?.['timezone'];
  return typeof zone === 'string' && isTimezone(zone) ? zone : 'UTC';
}

/** The condition's time zone, or else `otherwise`. @throws AppError `invalid` for an unknown zone */
export function zoneOf({ timezone }: GivenCondition, otherwise: string): string {
  if (timezone === undefined || timezone === null || timezone === '') return otherwise;
  if (typeof timezone === 'string' && isTimezone(timezone)) return timezone;
  throw invalidField('timezone', 'must be the IANA name of a time zone');
}

/** When the day begins there, in Unix milliseconds; `later` days after it. */
export function dayStart(day: string, zone: string, later = 0): number {
  return Temporal.PlainDate.from(day).add({ days: later }).toZonedDateTime(zone).epochMilliseconds;
}

/** The day there, as YYYY-MM-DD, so many days before today. */
export function dayBefore({ now, zone }: Clock, days: number): string {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  return today.subtract({ days }).toString();
}
