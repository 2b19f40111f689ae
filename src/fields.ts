import { array as arrayOfAny, boolean, date, mixed, number, object, string, type TestContext } from 'yup';
import { itemsOf } from './comma-list.ts';
import type { Attributes } from './entities/columns.ts';
import { EMAIL } from './fields/email.ts';
import { ATTRIBUTES_LENGTH, brokenRule } from './fields/free-keys.ts';
import { MAX_ID } from './fields/id-in.ts';
import { PASSWORD_LENGTH, PASSWORD_RULE, passwordProblem } from './fields/password.ts';
import { toDate } from './fields/to-date.ts';
import { setTypeErrors } from './fields/type-errors.ts';
import { isTimezone } from './time.ts';

// The kinds of fields in schemas. Wrong types are refused, except that numbers and flags may be written as text, because forms
// and queries contain only text. The meta `jsonSchema` adds facts for the API document (http/openapi/) that yup's description
// of a field lacks.

// Before any field is made.
setTypeErrors();

/** Most characters of a text field by default. */
const TEXT_LENGTH = 255;
/** The most items of a list. */
const MOST_ITEMS = 1000;
const WHOLE_NUMBER = /^-?\d+$/;
// Few programs can read ISO 8601 years of more than four digits.
const FOUR_DIGITS = /^\d{4}-/;
// E.164, section 6: "+", a country code that does not begin with 0, 15 digits at most.
const PHONE_NUMBER = /^\+[1-9]\d{1,14}$/;

/**
 * Text of at most `length` characters; it may be empty, but null only with `.nullable()`, as in all fields that do not
 * say otherwise.
 */
export const text = (length = TEXT_LENGTH) =>
  string()
    .strict()
    // Inside a list, yup converts any value to text, even in strict mode.
    .transform(asGiven)
    .typeError('must be text')
    .max(length, `is too long (maximum is ${length} characters)`)
    // PostgreSQL cannot store it.
    .test('nul', 'must not contain the character U+0000', (value) => !value?.includes('\u0000'))
    .test('unicode', 'must be whole Unicode characters, and has half of one', (value) => value?.isWellFormed() ?? true);

/** Required text that is not blank; with `.optional()`, it may be absent but not blank. */
export const requiredText = (length = TEXT_LENGTH) =>
  text(length)
    .required("can't be blank")
    .test('blank', "can't be blank", (value: string | undefined) => value?.trim() !== '');

/** As `requiredText`, trimmed and lower-cased: for names that are unique in any letter case. */
export const lowerCasedText = (length = TEXT_LENGTH) =>
  requiredText(length)
    .transform((_, given: unknown) => (typeof given === 'string' ? given.trim().toLowerCase() : given))
    .strict(false);

/** A list of at most `MOST_ITEMS` things; with `.max()`, of another number. */
export const array: typeof arrayOfAny = (...of: Parameters<typeof arrayOfAny>) =>
  arrayOfAny(...of).max(MOST_ITEMS, `has too many items (maximum is ${MOST_ITEMS})`) as never;

/** A list of texts, or one text with commas: "vip, new" is two. */
export const textList = () =>
  array(text().required("can't be blank")).transform((_, given: unknown) =>
    typeof given === 'string' ? itemsOf(given) : given,
  );

/** A value among `values`, or its index from Chatwoot's clients: 0 is the first. */
export const oneOfOrIndex = <const T extends readonly string[]>(values: T) =>
  oneOf(values)
    .transform((_, given: unknown) => {
      const index = typeof given === 'number' || /^\d+$/.test(String(given)) ? Number(given) : null;
      return index === null ? given : (values[index] ?? String(given));
    })
    .strict(false)
    .meta({ jsonSchema: { enum: [...values, ...values.keys()] } });

/** A whole number from 0 to the greatest key that a row can have, also as text. */
export const integer = () =>
  number()
    .transform((_, given: unknown) => (typeof given === 'string' && WHOLE_NUMBER.test(given) ? Number(given) : given))
    .integer('must be a whole number')
    .typeError('must be a whole number')
    .min(0, 'must not be negative')
    .max(MAX_ID, 'is too large');

/** The id of what is assigned, or null for nothing; blank text becomes null. */
export const idOrNone = () =>
  integer()
    .nullable()
    .transform((value: unknown, given: unknown) => (typeof given === 'string' && given.trim() === '' ? null : value));

/** True or false, also as text. */
export const flag = () =>
  boolean()
    .transform((value: unknown, given: unknown) => (typeof given === 'object' ? given : value))
    .typeError('must be true or false');

/** One of `values`, as text; with `.nullable()`, also null. */
export const oneOf = <const T extends readonly string[]>(values: T) =>
  string()
    .strict()
    .transform(asGiven)
    .typeError('must be text')
    .oneOf([...values, null] as T[number][], `must be one of ${values.join(', ')}`);

/** An e-mail address, trimmed and lower-cased, or null; blank becomes null. */
export const email = () =>
  text()
    .nullable()
    .transform((value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() || null : value))
    .strict(false)
    .matches(EMAIL, { message: 'is not an e-mail address', excludeEmptyString: true })
    .meta({ jsonSchema: { type: 'string', format: 'email', maxLength: TEXT_LENGTH } });

/** A phone number in E.164, trimmed, or null; blank becomes null. */
export const phoneNumber = () =>
  text()
    .nullable()
    .transform((value: unknown) => (typeof value === 'string' ? value.trim() || null : value))
    .strict(false)
    .matches(PHONE_NUMBER, {
      message: 'should be in e164 format: + and country code, then digits only, for example +14155550123',
      excludeEmptyString: true,
    })
    .meta({ jsonSchema: { type: 'string', pattern: PHONE_NUMBER.source, examples: ['+14155550123'] } });

/** A new password (fields/password.ts). */
export const password = () =>
  text(Infinity)
    .test('password', (value, context) => {
      const problem = typeof value === 'string' ? passwordProblem(value) : null;
      return problem === null || context.createError({ message: problem });
    })
    .meta({
      jsonSchema: {
        type: 'string',
        minLength: PASSWORD_LENGTH.min,
        maxLength: PASSWORD_LENGTH.max,
        description: PASSWORD_RULE,
      },
    });

/** An object of free keys with at most `length` characters of JSON, by fields/free-keys.ts; forms send it as JSON text. */
export const attributes = (length = ATTRIBUTES_LENGTH) =>
  mixed<Attributes>()
    .transform((value: unknown) => parsed(value))
    .test('attributes', 'must be an object', (value, context) => {
      const rule = brokenRule(value, length);
      return rule === undefined || context.createError({ message: rule });
    })
    .meta({ jsonSchema: { type: 'object' } });

/** A time of the years 0 to 9999: ISO 8601, in UTC unless it has a zone, or Unix seconds. */
export const moment = () =>
  date()
    .transform((_, given: unknown) => toDate(given))
    .typeError('must be a time: ISO 8601, or Unix seconds')
    .test(
      'year',
      'must be a time of the years 0 to 9999; Unix times are in seconds, not milliseconds',
      (value) => !value || FOUR_DIGITS.test(value.toISOString()),
    )
    .meta({ jsonSchema: { type: ['string', 'integer'], description: 'ISO 8601, or Unix seconds' } });

/** An absolute http or https address, or empty text. */
export const url = (length = 2048) =>
  text(length)
    .test('url', 'must be an address that starts with http:// or https://', (value) =>
      value === undefined || value === null || value === '' ? true : isHttpUrl(value),
    )
    .meta({ jsonSchema: { type: 'string', format: 'uri', maxLength: length } });

/** The IANA name of a time zone, or empty text. */
export const timezone = () =>
  text()
    .test('timezone', 'must be the IANA name of a time zone', (value) => !value || isTimezone(value))
    .meta({
      jsonSchema: { type: 'string', examples: ['Europe/Berlin'] },
    });

/** A set of fields that a body must have; unless `takesNull`, they may be neither null nor blank. */
export type Needed = { fields: readonly string[]; takesNull?: boolean; description?: string };

/**
 * The meta of an object with optional fields in the schema, of which code requires one of these sets.
 */
export const needs = (...ways: Needed[]) => ({ needs: ways });

export { object, type TestContext };

function asGiven(_: unknown, given: unknown): unknown {
  return given;
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);
}
