import { mixed } from 'yup';
import type { Attributes } from '../entities/columns.ts';
import { timezone } from '../fields.ts';
import { isObject } from '../fields/check.ts';
import { OPERATORS } from './attributes.ts';

/** A condition as a request has it; read-conditions.ts checks what is in it. */
export type GivenCondition = Attributes;

/** Databases limit the depth of an expression. */
export const MOST_CONDITIONS = 100;

/** The schema of a request's field with a list of conditions, at most 100; the list is required. */
export const conditionsField = () => conditionList().required('is missing: an array of conditions');

/** The schema of a request's time zone, whose days conditions mean that name none themselves. */
export const zoneField = () =>
  timezone()
    .nullable()
    .meta({ description: "Whose days conditions on times mean; without it, those of the account's zone" });

/** As `conditionsField`, where the list may be left out. */
export const conditionList = (operators: readonly string[] = OPERATORS) =>
  mixed<GivenCondition[]>()
    .test('conditions', (value: unknown, context) => {
      const problem = problemWith(value);
      return problem === null || context.createError({ message: problem });
    })
    .meta({
      jsonSchema: {
        type: 'array',
        maxItems: MOST_CONDITIONS,
        items: {
          type: 'object',
          properties: {
            attribute_key: { type: 'string', description: 'Of the thing itself, or a custom attribute of the account' },
            filter_operator: { enum: operators },
            values: { description: 'A list, or one value; none with `is_present` and `is_not_present`' },
            query_operator: {
              type: ['string', 'null'],
              pattern: '^([Aa][Nn][Dd]|[Oo][Rr])?$',
              description: '`AND` or `OR`: how the next condition is joined to this one',
            },
            timezone: {
              type: ['string', 'null'],
              description:
                "The IANA name of the zone whose days count; without it, the request's, or else the account's",
            },
          },
          required: ['attribute_key', 'filter_operator'],
        },
      },
    });

function problemWith(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value)) return 'must be an array of conditions';
  if (value.length > MOST_CONDITIONS) return `has too many conditions (maximum is ${MOST_CONDITIONS})`;
  return value.every(isObject) ? null : 'must be an array of objects: attribute_key, filter_operator, values';
}
