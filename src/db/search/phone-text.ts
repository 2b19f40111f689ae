/** The characters of phone numbers as people type them, non-breaking spaces and dashes of other kinds included. */
const PHONE = /^[\d\s+()./\u2010-\u2015-]+$/u;
const FEWEST_DIGITS = 3;

/**
 * The part of an E.164 number that `text` names where it may be one as people type it: "+49 156 055", "(156)", "0156" with
 * the zero of calls within a country, and "0049 156". Null = it is none, or has less than three digits.
 */
export function phoneText(text: string): string | null {
  if (!PHONE.test(text)) return null;
  const plain = text.replaceAll('(0)', '').replaceAll(/[^\d+]/g, '');
  const number = plain.startsWith('00') ? `+${plain.slice(2)}` : plain.replace(/^0/, '');
  return /^\+?\d+$/.test(number) && number.replace('+', '').length >= FEWEST_DIGITS ? number : null;
}
