/** In characters (code points). */
export const PASSWORD_LENGTH = { min: 6, max: 128 };

const LENGTH = {
  pattern: `^.{${PASSWORD_LENGTH.min},${PASSWORD_LENGTH.max}}$`,
  words: `${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters`,
};
const PARTS = [
  { pattern: '\\p{Lu}', words: 'an upper-case letter' },
  { pattern: '\\p{Ll}', words: 'a lower-case letter' },
  { pattern: '\\d', words: 'a digit' },
  { pattern: '[^\\p{L}\\d\\s]', words: 'a special character' },
];

/** The needs of a new password: each as a regular expression with the flags of `PASSWORD_FLAGS`, and in words. */
export const PASSWORD_NEEDS: readonly { pattern: string; words: string }[] = [LENGTH, ...PARTS];
export const PASSWORD_FLAGS = 'su';

/** All needs as one regular expression. */
export const PASSWORD_PATTERN = `${PARTS.map(({ pattern }) => `(?=.*${pattern})`).join('')}${LENGTH.pattern}`;

/** The rule for new passwords. */
export const PASSWORD_RULE = `${LENGTH.words}, among them an upper-case letter, a lower-case letter, a digit and a special character such as ! or -`;

/** The problem of a new password, as the rest of a sentence after "the password"; null = none. */
export function passwordProblem(password: string): string | null {
  const missing = PASSWORD_NEEDS.filter(({ pattern }) => !new RegExp(pattern, PASSWORD_FLAGS).test(password));
  const isShort = [...password].length < PASSWORD_LENGTH.min;
  const needed = missing.map((need) =>
    need !== LENGTH ? need.words : isShort ? 'more characters' : 'fewer characters',
  );
  return needed.length === 0 ? null : `must have ${PASSWORD_RULE}; it needs ${needed.join(', ')}`;
}
