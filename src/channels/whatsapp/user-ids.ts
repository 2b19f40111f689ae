/** The id that people who show no number have at a business: their country, and letters and digits. */
export const USER_ID = /^[A-Z]{2}\.(ENT\.)?[A-Za-z\d]{1,128}$/;

/**
 * The other ways in which WhatsApp writes the same number: mobile numbers in Brazil with or without the 9 behind the area
 * code, in Argentina with or without the 9 behind the country's, in Mexico with or without the 1.
 */
export function aliasesOf(digits: string): string[] {
  for (const [short, long, insert] of FORMS) {
    if (short.test(digits)) return [digits.replace(short, insert)];
    if (long.test(digits)) return [digits.replace(long, '$1$2')];
  }
  return [];
}

const FORMS: [short: RegExp, long: RegExp, insert: string][] = [
  [/^(55\d\d)(\d{8})$/, /^(55\d\d)9(\d{8})$/, '$19$2'],
  [/^(54)(\d{10})$/, /^(54)9(\d{10})$/, '$19$2'],
  [/^(52)(\d{10})$/, /^(52)1(\d{10})$/, '$11$2'],
];
