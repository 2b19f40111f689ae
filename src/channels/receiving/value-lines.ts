import type { Attributes, Json } from '../../entities/columns.ts';

/** More than anybody fills into a form. */
const MOST_LINES = 50;
const VALUE_LENGTH = 1000;

/** The values of an object as readable lines, `first name: Carla`; nested values are prefixed with their parents' names. */
export function linesOf(values: Attributes): string[] {
  return pairsOf('', values, 0)
    .slice(0, MOST_LINES)
    .map(([name, value]) => (name === '' ? value : `${name}: ${value}`));
}

const DEEPEST = 4;

function pairsOf(name: string, value: Json, depth: number): [name: string, value: string][] {
  if (value === null || value === '') return [];
  if (typeof value !== 'object') return [[name, String(value).slice(0, VALUE_LENGTH).toWellFormed()]];
  if (depth === DEEPEST) return [];
  if (Array.isArray(value)) {
    if (value.some((item) => typeof item === 'object')) {
      return value.slice(0, MOST_LINES).flatMap((item) => pairsOf(name, item, depth + 1));
    }
    const all = value.map(String).join(', ').slice(0, VALUE_LENGTH).toWellFormed();
    return all === '' ? [] : [[name, all]];
  }
  return Object.entries(value)
    .slice(0, MOST_LINES)
    .flatMap(([key, item]) => pairsOf([name, key.replaceAll('_', ' ')].filter(Boolean).join(' '), item, depth + 1));
}
