import type { Attributes, Json } from '../entities/columns.ts';
import { invalidField } from '../errors.ts';
import { attributes, text } from '../fields.ts';
import { isObject } from '../fields/check.ts';
import { MASK } from '../secrets.ts';

const DESCRIPTION = `Answers show \`${MASK}\` in its place, which leaves it unchanged when it is sent back`;

/** Whether a parameter has a value: anything but undefined, null and the empty text. */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** @throws AppError `invalid` for the first of `names` that `values` leaves empty; `why` ends the sentence */
export function requireSet(values: Attributes, names: readonly string[], why: string): void {
  const empty = names.find((name) => !isSet(values[name]));
  if (empty !== undefined) throw invalidField(`channel.${empty}`, `can't be blank ${why}`);
}

/** The first defined value among `names`; undefined = there is none. */
export function firstGiven(given: Attributes, ...names: string[]) {
  return names.map((name) => given[name]).find((value) => value !== undefined);
}

/** The value in the request, or the one before; null = none, which a request may ask for. */
export function latest(given: Json | undefined, before: Json | undefined): Json {
  return given === undefined ? (before ?? null) : given;
}

/** What answers show of a secret; null = there is none. */
export const masked = (secret: Json | undefined): string | null => (isSet(secret) ? MASK : null);

/** The provider's settings for answers, with the secrets in `names` masked. */
export function maskedIn(config: Attributes, names: readonly string[]): Attributes {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [name, names.includes(name) ? masked(value) : value]),
  );
}

/** A field for a secret of at most `length` characters. */
export const secretText = (length?: number) =>
  text(length)
    .transform((value: unknown, given: unknown) => (given === MASK ? undefined : value))
    .strict(false)
    .meta({ description: DESCRIPTION });

/** The field for the settings of a provider, secret ones among them. */
export const providerConfig = () =>
  attributes()
    .transform((value: unknown) => (isObject(value) ? withoutMasks(value as Attributes) : value))
    .meta({
      description: `Secrets in it: answers show \`${MASK}\` in their place, which leaves them unchanged when it is sent back`,
    });

const withoutMasks = (config: Attributes) =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => value !== MASK));
