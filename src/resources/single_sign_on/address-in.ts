/** The Kelvin sign, which lower case turns into an ordinary k. */
const KELVIN = /\u212A/;

/**
 * A user's e-mail address in lower case; null = invalid. Letters that merely look alike never become the address of another
 * person.
 */
export function addressIn(given: string | null | undefined): string | null {
  return given && !KELVIN.test(given) ? given.trim().toLowerCase() : null;
}
