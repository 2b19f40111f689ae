/** In characters (code points). */
export const PASSWORD_LENGTH = { min: 6, max: 128 };

/** The rule for new passwords. */
export const PASSWORD_RULE =
  `${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters, among them an upper-case letter, a lower-case letter, ` +
  'a digit and a special character such as ! or -';

const NEEDS: readonly [(password: string) => boolean, string][] = [
  [(password) => [...password].length >= PASSWORD_LENGTH.min, 'more characters'],
  [(password) => [...password].length <= PASSWORD_LENGTH.max, 'fewer characters'],
  [(password) => /\p{Lu}/u.test(password), 'an upper-case letter'],
  [(password) => /\p{Ll}/u.test(password), 'a lower-case letter'],
  [(password) => /\d/.test(password), 'a digit'],
  [(password) => /[^\p{L}\d\s]/u.test(password), 'a special character'],
];

/** The problem of a new password, as the rest of a sentence after "the password"; null = none. */
export function passwordProblem(password: string): string | null {
  const needed = NEEDS.filter(([isMet]) => !isMet(password)).map(([, what]) => what);
  return needed.length === 0 ? null : `must have ${PASSWORD_RULE}; it needs ${needed.join(', ')}`;
}
