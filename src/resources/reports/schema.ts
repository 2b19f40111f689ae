import { type InferType, number } from 'yup';
import { array, flag, integer, moment, object, oneOf, timezone } from '../../fields.ts';
import type { Range } from './figures/periods.ts';
import { METRIC_NAMES } from './figures/metrics.ts';
import { PERIODS, zoneOfOffset } from './figures/periods.ts';

/** What reports are about. */
export const TYPES = ['account', 'inbox', 'agent', 'label', 'team'] as const;
export type ReportType = (typeof TYPES)[number];
/** What several figures are grouped by. */
export const GROUPS = ['agent', 'team', 'inbox', 'label'] as const;
export type Group = (typeof GROUPS)[number];

const FARTHEST_OFFSET = 14;
const BEGINNING = new Date(0);

const word = <const T extends readonly string[]>(values: T) => oneOf(values).strict(false);
const required = <const T extends readonly string[]>(values: T) =>
  word(values).required(`is missing: one of ${values.join(', ')}`);

const offset = () =>
  number()
    .typeError('must be a number of hours')
    .min(-FARTHEST_OFFSET, `must be at least -${FARTHEST_OFFSET}`)
    .max(FARTHEST_OFFSET, `must be at most ${FARTHEST_OFFSET}`)
    .test('quarter', 'must be a multiple of a quarter of an hour', (value) => Number.isInteger((value ?? 0) * 4));

const range = { since: moment(), until: moment() };
const zone = { timezone: timezone(), timezone_offset: offset() };
const whose = { type: required(TYPES), id: integer() };

export const rangeQuery = object(range);
export const zoneQuery = object({ ...range, ...zone });
export const timedQuery = object({ ...range, business_hours: flag() });
export const totalsQuery = object({ ...whose, ...range, ...zone, business_hours: flag() });
export const seriesQuery = object({
  ...whose,
  ...range,
  ...zone,
  metric: required(METRIC_NAMES),
  group_by: word(PERIODS).default('day'),
  business_hours: flag(),
});
export const liveQuery = object({ type: required(['account', 'agent'] as const), page: integer() });
export const groupQuery = object({ ...range, group_by: required(GROUPS) });

const ids = (what: string) =>
  array(integer().required(`must be the id of ${what}`))
    .typeError(`must be a list of ids of ${what}`)
    .transform((_, given: unknown) => (given === undefined || given === null ? given : [given].flat()));
export const matrixQuery = object({ ...range, inbox_ids: ids('an inbox'), label_ids: ids('a label') });

/** The range that a query asks for; what it leaves out is not limited. */
export function rangeOf(query: InferType<typeof rangeQuery>, now: Date): Range {
  // The range includes the millisecond of the request.
  const since = query.since && query.since > BEGINNING ? query.since : BEGINNING;
  return { since, until: query.until ?? new Date(now.getTime() + 1) };
}

/** The time zone that a query names, or gives the distance from UTC of; UTC unless it does. */
export function zoneOf(query: { timezone?: string | undefined; timezone_offset?: number | undefined }): string {
  return query.timezone || zoneOfOffset(query.timezone_offset ?? 0);
}
