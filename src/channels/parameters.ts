import type { Attributes, Json } from '../entities/columns.ts';
import { invalidField } from '../errors.ts';

/** Whether a parameter has a value: anything but undefined, null and the empty text. */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** @throws AppError `invalid` for the first of `names` that `values` leaves empty; `why` ends the sentence */
export function requireSet(values: Attributes, names: readonly string[], why: string): void {
  const empty = names.find((name) => !isSet(values[name]));
  if (empty !== undefined) throw invalidField(`channel.${empty}`, `can't be blank ${why}`);
}

/** The value of the first of `names` that `given` has; undefined = it has none of them. */
export function firstGiven(given: Attributes, ...names: string[]) {
  return names.map((name) => given[name]).find((value) => value !== undefined);
}

/** The value in the request, or the one before; null = none, which a request may ask for. */
export function latest(given: Json | undefined, before: Json | undefined): Json {
  return given === undefined ? (before ?? null) : given;
}
