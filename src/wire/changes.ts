import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../entities/columns.ts';

/**
 * Previous and new value of each changed field, in wire spelling: `[{ status: { previous_value, current_value } }]`.
 */
export type Changes = { [field: string]: { previous_value: Json; current_value: Json } }[];

/** One entry of `changed_attributes`. */
export function change(field: string, previous: Json, current: Json): Changes[number] {
  return { [field]: { previous_value: previous, current_value: current } };
}

/** The differences between two objects with the same keys, which are in wire spelling; empty = none. */
export function changesBetween<T extends object>(before: T, after: T): Changes {
  return Object.entries(after)
    .map(([field, value]) => ({ field, previous: before[field as keyof T] as Json, current: value as Json }))
    .filter(({ previous, current }) => !isDeepStrictEqual(previous, current))
    .map(({ field, previous, current }) => change(field, previous, current));
}
