import type { Attributes } from '../entities/columns.ts';
import { invalidField } from '../errors.ts';
import { brokenRule } from './free-keys.ts';

/**
 * What there is in `field` with what is added to it: each addition may be small enough, and all of them never end.
 * @throws AppError `invalid` when the whole is not
 */
export function mergedAttributes(field: string, known: Attributes, added: Attributes): Attributes {
  if (Object.keys(added).length === 0) return known;
  const merged = { ...known, ...added };
  const rule = brokenRule(merged);
  if (rule !== undefined) throw invalidField(field, rule);
  return merged;
}
