import type { Attributes, Json } from '../entities/columns.ts';
import { invalidField } from '../errors.ts';

/** Whether a setting says something. */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** @throws AppError `invalid` for the first of `names` that `values` leaves empty; `why` ends the sentence */
export function requireSet(values: Attributes, names: readonly string[], why: string): void {
  const empty = names.find((name) => !isSet(values[name]));
  if (empty !== undefined) throw invalidField(`channel.${empty}`, `can't be blank ${why}`);
}

/** What the request says under any of `names`, the first that it has; undefined = nothing. */
export function givenAs(given: Attributes, ...names: string[]) {
  return names.map((name) => given[name]).find((value) => value !== undefined);
}

/** What a request says, or else what was there before; null = nothing, which a request may say too. */
export function latest(given: Json | undefined, before: Json | undefined): Json {
  return given === undefined ? (before ?? null) : given;
}
