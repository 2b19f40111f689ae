import type { Json } from '../entities/columns.ts';
import type { AttributeDisplayType } from '../entities/custom-attribute-definition.ts';
import { isDay } from '../time.ts';

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const DATE = /^(\d{4}-\d\d-\d\d)(?=$|[T ])/;
const FLAGS: Record<string, boolean> = { true: true, yes: true, 1: true, false: false, no: false, 0: false };

/** The kind of value of each attribute type. */
const KINDS = {
  text: 'text',
  link: 'text',
  list: 'text',
  number: 'number',
  currency: 'number',
  percent: 'number',
  date: 'date',
  checkbox: 'flag',
} as const satisfies Record<AttributeDisplayType, string>;

const RULES = {
  text: 'must be a text',
  number: 'must be a number',
  date: 'must be a date such as 2026-03-31',
  flag: 'must be true or false',
};

/**
 * The value of a custom attribute in the kind of its type: numbers and true or false written as text become such, and numbers
 * text where the type is one of text. A date may be followed by a time. Blank text is null where the type is none of text.
 * Undefined = it cannot be such a value.
 */
export function typedValue(type: AttributeDisplayType, value: Json): Json | undefined {
  if (value === null) return null;
  if (typeof value === 'object') return undefined;
  const kind = KINDS[type];
  if (kind === 'text') return String(value);
  if (typeof value === 'number' && kind === 'number') return value;
  if (typeof value === 'boolean') return kind === 'flag' ? value : undefined;
  const text = String(value).trim();
  if (text === '') return null;
  if (kind === 'number') return numberIn(text);
  if (kind === 'flag') return FLAGS[text.toLowerCase()];
  return isDay(DATE.exec(text)?.[1] ?? '') ? text : undefined;
}

/** The rule for values of the type, for refusals. */
export function ruleOf(type: AttributeDisplayType): string {
  return RULES[KINDS[type]];
}

function numberIn(text: string): number | undefined {
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}
