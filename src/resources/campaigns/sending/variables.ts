import type { Attributes, Json } from '../../../entities/columns.ts';

// Variables in messages of one-off campaigns, in Chatwoot's Liquid syntax: `{{contact.first_name | default: "there"}}`.
// Text between backticks stays unchanged.

/** The values by the names of their objects: `{ contact: { name: 'Carla', custom_attribute: { plan: 'gold' } } }`. */
export type Values = Record<string, Attributes>;

const NAMES: Record<string, readonly string[]> = {
  contact: ['id', 'name', 'first_name', 'last_name', 'email', 'phone_number', 'identifier', 'custom_attribute'],
  agent: ['name', 'first_name', 'last_name', 'email', 'available_name'],
  inbox: ['id', 'name'],
  account: ['id', 'name'],
};
const CODE_OR_TAG = /`[^`]*`|\{\{(.*?)\}\}|\{%/gs;
const VARIABLE = /^([a-z]+)\.([a-z_]+)(?:\.([\w.-]+))?(?:\s*\|\s*default:\s*(?:"([^"]*)"|'([^']*)'))?$/;

/** The problem of variables in a text or in the texts of a JSON value; null = none. */
export function problemOfVariables(value: Json): string | null {
  if (typeof value === 'string') return problemIn(value);
  if (typeof value !== 'object' || value === null) return null;
  const problems = Object.values(value).map((each) => problemOfVariables(each ?? null));
  return problems.find((problem) => problem !== null) ?? null;
}

function problemIn(text: string): string | null {
  for (const [whole, inside] of text.matchAll(CODE_OR_TAG)) {
    if (whole === '{%') return 'has a tag {% ... %}: only variables such as {{contact.name}} are filled in';
    if (inside !== undefined && !isKnown(inside)) return `has an unknown variable ${whole}: there are ${allNames()}`;
  }
  return null;
}

/** The text with its variables filled in; one without a value gives its default, or nothing. */
export function fillVariables(text: string, values: Values): string {
  return text.replaceAll(CODE_OR_TAG, (whole: string, inside: string | undefined) => {
    const [, object = '', name = '', key, double, single] = partsOf(inside) ?? [];
    if (object === '') return whole;
    const named = values[object]?.[name];
    return textOf(key === undefined ? named : valueIn(named, key)) || (double ?? single ?? '');
  });
}

/** The same for all texts in a JSON value. */
export function fillAll(value: Json, values: Values): Json {
  if (typeof value === 'string') return fillVariables(value, values);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => fillAll(each, values));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fillAll(each ?? null, values)]));
}

const partsOf = (inside: string | undefined) => VARIABLE.exec(inside?.trim() ?? '');

function isKnown(inside: string): boolean {
  const [, object = '', name = '', key] = partsOf(inside) ?? [];
  return (NAMES[object] ?? []).includes(name) && (name === 'custom_attribute') === (key !== undefined);
}

function allNames(): string {
  const names = Object.entries(NAMES).flatMap(([object, names]) => names.map((name) => `${object}.${name}`));
  return names.join(', ').replace('custom_attribute', 'custom_attribute.KEY');
}

const valueIn = (object: Json | undefined, key: string): Json | undefined =>
  typeof object === 'object' && object !== null && !Array.isArray(object) ? object[key] : undefined;

function textOf(value: Json | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
