import type { Attributes } from '../entities/columns.ts';
import { invalidField } from '../errors.ts';
import { brokenRule } from './free-keys.ts';

/**
 * `known` together with `added`, whose values replace those under the same key. The result is checked, because many
 * small additions can become too large.
 * @throws AppError `invalid` for `field` when the result breaks a rule of free keys
 */
export function mergedAttributes(field: string, known: Attributes, added: Attributes): Attributes {
  if (Object.keys(added).length === 0) return known;
  return checkedAttributes(field, { ...known, ...added });
}

/** The attributes. @throws AppError `invalid` for `field` when they break a rule of free keys */
export function checkedAttributes(field: string, attributes: Attributes): Attributes {
  const rule = brokenRule(attributes);
  if (rule !== undefined) throw invalidField(field, rule);
  return attributes;
}
