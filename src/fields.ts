import { boolean, date, mixed, number, object, string, type TestContext } from 'yup';
import type { Attributes } from './entities/columns.ts';

// The kinds of field that schemas are made of. A wrong type is refused rather than guessed at; only forms, whose values
// are all text, may write a number or a flag as text.

/** Longest text without a rule of its own. */
const TEXT_LENGTH = 255;
/** Largest object of free keys, as JSON. */
const ATTRIBUTES_LENGTH = 100_000;
const MAX_INTEGER = 2 ** 31 - 1;
// One "@" with text on both sides and no spaces: what upstream accepts.
const EMAIL = /^[^@\s]+@[^@\s]+$/;
// E.164, section 6: "+", a country code that does not begin with 0, 15 digits at most.
const PHONE_NUMBER = /^\+[1-9]\d{1,14}$/;
// PostgreSQL cannot store it in text, and nothing that a person writes needs it.
const NUL = '\u0000';

/** Text of at most `length` characters; null when the caller says null. */
export const text = (length = TEXT_LENGTH) =>
  string()
    .strict()
    .typeError('must be text')
    .max(length, `is too long (maximum is ${length} characters)`)
    .test('nul', 'must not contain the character U+0000', (value) => !value?.includes(NUL));

/** Text that must be there and not blank; with `.optional()` after it, text that may be absent but not blank. */
export const requiredText = (length = TEXT_LENGTH) =>
  text(length)
    .required("can't be blank")
    .test('blank', "can't be blank", (value: string | undefined) => value?.trim() !== '');

/** A whole number that fits a row's key. */
export const integer = () =>
  number().integer('must be a whole number').typeError('must be a whole number').min(0, 'must not be negative').max(MAX_INTEGER, 'is too large');

export const flag = () => boolean().typeError('must be true or false');

/** One of `values`. */
export const oneOf = <const T extends readonly string[]>(values: T) =>
  string()
    .strict()
    .typeError('must be text')
    .oneOf([...values, null] as T[number][], `must be one of ${values.join(', ')}`);

/** Lower-cased; blank becomes null. */
export const email = () =>
  text()
    .nullable()
    .transform((value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() || null : value))
    .strict(false)
    .matches(EMAIL, { message: 'is not an e-mail address', excludeEmptyString: true });

/** Blank becomes null. */
export const phoneNumber = () =>
  text()
    .nullable()
    .transform((value: unknown) => (typeof value === 'string' ? value.trim() || null : value))
    .strict(false)
    .matches(PHONE_NUMBER, {
      message: 'should be in e164 format: + and country code, then digits only, for example +14155550123',
      excludeEmptyString: true,
    });

/** An object of free keys; a form gives it as JSON text. */
export const attributes = () =>
  mixed<Attributes>()
    .transform((value: unknown) => parsed(value))
    .test('object', 'must be an object', (value) => value === undefined || value === null || isObject(value))
    .test('size', `is too large (maximum is ${ATTRIBUTES_LENGTH} characters of JSON)`, (value) =>
      value ? JSON.stringify(value).length <= ATTRIBUTES_LENGTH : true,
    )
    .test('nul', 'must not contain the character U+0000', (value) => !value || !JSON.stringify(value).includes('\\u0000'));

/** A moment: ISO 8601, or Unix seconds. */
export const moment = () =>
  date()
    .transform((_, given: unknown) => toDate(given))
    .typeError('must be a time: ISO 8601, or Unix seconds');

/** An absolute http or https address. */
export const url = (length = 2048) =>
  text(length).test('url', 'must be an address that starts with http:// or https://', (value) =>
    value === undefined || value === null || value === '' ? true : isHttpUrl(value),
  );

/** The IANA name of a time zone. */
export const timezone = () => text().test('timezone', 'must be the IANA name of a time zone', (value) => !value || isTimezone(value));

export { object, type TestContext };

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toDate(given: unknown): Date | null | undefined {
  if (given === null || given === undefined || given === '') return null;
  if (given instanceof Date) return given;
  const seconds = typeof given === 'number' ? given : /^\d+$/.test(String(given)) ? Number(given) : undefined;
  return new Date(seconds === undefined ? String(given) : seconds * 1000);
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);
}

function isTimezone(value: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }));
  } catch {
    return false;
  }
}
