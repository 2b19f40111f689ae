/**
 * More combining marks on one character than any script uses: normalizing takes quadratic time in their number (UAX
 * #15, "stream-safe text"). U+FF9E and U+FF9F become marks by normalization.
 */
const EXCESS_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;
/**
 * Marks that people leave out when they type: accents of Latin, Greek and Cyrillic letters, Hebrew points and Arabic vowel
 * signs. Marks of other scripts, such as the vowels of Thai, make other letters, and stay.
 */
const LEFT_OUT = /(?=\p{M})[\p{scx=Inherited}\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Hebrew}\p{scx=Arabic}]/gu;
/** Letters that people type without their stroke, or as two; Unicode does not decompose them. */
const TYPED: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
};
const TYPED_LETTERS = new RegExp(`[${Object.keys(TYPED).join('')}]`, 'gu');
// oxlint-disable-next-line no-control-regex
const ASCII = /^[\0-\x7f]*$/;

/**
 * The text as searches compare it, in the index and in queries alike: in lower case, without the marks that people leave out,
 * and in one form of those that Unicode has (NFKC). Text in ASCII only becomes lower case.
 */
export function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .replaceAll(EXCESS_MARKS, '$1')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(LEFT_OUT, '')
    .replaceAll(TYPED_LETTERS, (letter) => TYPED[letter] ?? letter)
    .normalize('NFKC');
}
