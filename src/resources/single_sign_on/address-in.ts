/** The Kelvin sign, which lower case turns into an ordinary k. */
const KELVIN = /\u212A/;

/**
 * An e-mail address as users have it, in lower case; null for what is none. It is never the address of somebody else, whose
 * letters only look the same.
 */
export function addressIn(given: string | null | undefined): string | null {
  return given && !KELVIN.test(given) ? given.trim().toLowerCase() : null;
}
