import type { Attributes } from '../entities/columns.ts';
import { invalidField } from '../errors.ts';

/**
 * The provider's settings after a request changed some of them: it gives `provider_config`, or single keys of `names`
 * at the top level, which count before those in it. Null and blank remove a key.
 * @throws AppError `invalid` when a key of `names` is not text
 */
export function changeProviderConfig(before: Attributes, given: Attributes, names: readonly string[]): Attributes {
  const inside = (given['provider_config'] ?? {}) as Attributes;
  const atTop = names.filter((name) => given[name] !== undefined).map((name) => [name, given[name] as string | null]);
  const all: Attributes = { ...before, ...inside, ...Object.fromEntries(atTop) };
  for (const name of names) {
    const value = all[name] ?? null;
    if (value !== null && typeof value !== 'string') {
      throw invalidField(`channel.provider_config.${name}`, 'must be text');
    }
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== ''));
}
