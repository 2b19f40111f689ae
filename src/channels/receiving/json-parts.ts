import type { Attributes, Json } from '../../entities/columns.ts';
import { parseJsonText } from '../../fields/json-text.ts';

// Readers for callbacks of providers, whose shape is not guaranteed: missing values and wrong types read as empty.

/**
 * The text parsed as a storable JSON object.
 * @throws AppError `too_large` beyond the limits of JSON; Error when the text is not a JSON object
 */
export function objectIn(text: string): Attributes {
  const value = parseJsonText(text) as Json;
  if (!isObject(value)) throw new Error('it is no object');
  return value;
}

/** The object under this name; {} = there is none. */
export function objectAt(object: Attributes, name: string): Attributes {
  const value = object[name];
  return isObject(value) ? value : {};
}

/** The objects of the list under this name. */
export function listAt(object: Attributes, name: string): Attributes[] {
  const value = object[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The text or number under this name, as text; '' = there is none. */
export function textAt(object: Attributes, name: string): string {
  const value = object[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function isObject(value: Json | undefined): value is Attributes {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
