import { isDeeper, MAX_DEPTH, TOO_DEEP } from './depth.ts';

/** Most characters of an object with free keys, as JSON. */
export const ATTRIBUTES_LENGTH = 100_000;
// An escaped U+0000 or surrogate in JSON text, with an even number of backslashes before it.
const UNSTORABLE = /(?<!\\)(\\\\)*\\u(0000|d[89a-f][0-9a-f]{2})/;

/**
 * The rule that an object of free keys breaks: it may have 100 levels and `most` characters of JSON, without U+0000
 * and halves of characters. Undefined = none, as for undefined and null.
 */
export function brokenRule(value: unknown, most = ATTRIBUTES_LENGTH): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) return 'must be an object';
  if (isDeeper(value, MAX_DEPTH)) return TOO_DEEP;
  const json = JSON.stringify(value);
  if (json.length > most) return `is too large (maximum is ${most} characters of JSON)`;
  return UNSTORABLE.test(json) ? 'must be whole Unicode characters without U+0000' : undefined;
}
