import { isStorable } from '../fields/storable.ts';
import { invalid } from '../errors.ts';
import { idIn } from '../fields/id-in.ts';
import { isDay } from '../time.ts';
import type { Attribute, Operator } from './attributes.ts';
import { type Clock, dayBefore, dayStart } from './zone.ts';

/**
 * A value ready to compare: texts with A to Z in lower case, names all in lower case, labels and choices as they are,
 * times as Unix milliseconds, dates as YYYY-MM-DD.
 */
export type Value = string | number | boolean;

const MOST_VALUES = 500;
const VALUE_LENGTH = 1000;
/** About 270 years. */
const MOST_DAYS = 100_000;
const DATE = /^(?!0000)\d{4}-\d\d-\d\d(?=$|[T ])/;

/**
 * The values of a condition on `attribute`, ready to compare. Days are in the clock's zone, and days_before counts from its
 * time. [] for an operator without values; only the first if the attribute or the operator takes a single value.
 * @throws AppError `invalid`, "Invalid value. ...", for no values, more than 500, a value with more than 1000 characters, or a
 *   value that does not fit the attribute
 */
export function readValues(attribute: Attribute, operator: Operator, given: unknown, clock: Clock): Value[] {
  if (operator === 'is_present' || operator === 'is_not_present') return [];
  const all = [given].flat().filter((value) => value !== null && value !== undefined && !isBlank(value));
  if (all.length === 0 || all.length > MOST_VALUES || !all.every(isPlain)) throw refusal(attribute);

  const compares = operator === 'is_greater_than' || operator === 'is_less_than' || operator === 'days_before';
  const values = attribute.firstOnly || compares ? all.slice(0, 1) : all;
  return values.flatMap((value) => readValue(attribute, operator, value, clock));
}

function readValue(attribute: Attribute, operator: Operator, value: Value, clock: Clock): Value[] {
  if (operator === 'days_before') return [daysBefore(attribute, value, clock)];
  switch (attribute.kind) {
    case 'choice':
      return readChoice(attribute, value);
    case 'id':
      return [looksInside(operator) ? String(value) : wholeNumber(attribute, value)];
    case 'moment':
      // "Greater" starts with the next day.
      return [dayStart(date(attribute, value), clock.zone, operator === 'is_greater_than' ? 1 : 0)];
    case 'date':
      return [date(attribute, value)];
    case 'number':
      return [number(attribute, value)];
    case 'flag':
      return [flag(attribute, value)];
    case 'labels':
      return [String(value)];
    case 'text':
      return [folded(attribute, operator, String(value))];
  }
}

/** Whether the operator compares parts of the text. */
export function looksInside(operator: Operator): boolean {
  return operator === 'contains' || operator === 'does_not_contain';
}

/** For a status, `all` means every status. */
function readChoice(attribute: Attribute, value: Value): string[] {
  const choices = attribute.choices ?? [];
  if (attribute.key === 'status' && value === 'all') return [...choices];
  if (!choices.includes(String(value))) throw refusal(attribute);
  return [String(value)];
}

/** Names are lowered in full; other text only from A to Z, as the databases do. */
function folded(attribute: Attribute, operator: Operator, text: string): string {
  if (attribute.at.column === 'name_key') return text.toLowerCase();
  const lower = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  const isNumber = attribute.key === 'phone_number' && attribute.at.column === 'phone_number';
  return isNumber && !looksInside(operator) && !lower.startsWith('+') ? `+${lower}` : lower;
}

function wholeNumber(attribute: Attribute, value: Value): number {
  const id = idIn(String(value));
  if (id === null) throw refusal(attribute);
  return id;
}

function number(attribute: Attribute, value: Value): number {
  const parsed = typeof value === 'boolean' ? Number.NaN : Number(value);
  if (!Number.isFinite(parsed)) throw refusal(attribute);
  return parsed;
}

function flag(attribute: Attribute, value: Value): boolean {
  const text = String(value).toLowerCase();
  if (text !== 'true' && text !== 'false') throw refusal(attribute);
  return text === 'true';
}

/** The day of an ISO 8601 date or time. */
function date(attribute: Attribute, value: Value): string {
  const [day] = DATE.exec(String(value)) ?? [];
  if (day === undefined || !isDay(day)) throw refusal(attribute);
  return day;
}

/** The beginning of the day so many days before today; as a date for an attribute that is a date. */
function daysBefore(attribute: Attribute, value: Value, clock: Clock): Value {
  const days = number(attribute, value);
  if (!Number.isInteger(days) || days < 0 || days > MOST_DAYS) throw refusal(attribute);
  const day = dayBefore(clock, days);
  return attribute.kind === 'date' ? day : dayStart(day, clock.zone);
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function isPlain(value: unknown): value is Value {
  if (typeof value !== 'string') return typeof value === 'number' || typeof value === 'boolean';
  return value.length <= VALUE_LENGTH && isStorable(value);
}

function refusal(attribute: Attribute) {
  return invalid(`Invalid value. The values provided for ${attribute.key} are invalid`, undefined, ['values']);
}
