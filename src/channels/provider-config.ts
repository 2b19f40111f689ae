import type { Attributes } from '../entities/columns.ts';
import { invalidField } from '../errors.ts';

/**
 * What a provider wants to know, after a request gave some of it: as an object, or key by key at the top, where `names`
 * says which; null or blank takes a key away.
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
