import { randomBytes } from 'node:crypto';

/** In characters as people count them. */
export const PASSWORD_LENGTH = { min: 6, max: 128 };

/** What every new password must have, wherever it is chosen. */
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

/** What is wrong with a new password, as it follows "the password"; null = nothing. */
export function passwordProblem(password: string): string | null {
  const needed = NEEDS.filter(([isMet]) => !isMet(password)).map(([, what]) => what);
  return needed.length === 0 ? null : `must have ${PASSWORD_RULE}; it needs ${needed.join(', ')}`;
}

/** A new password for somebody who will change it: 16 characters that nobody can guess, by the rule. */
export function newPassword(): string {
  // Two of five have a special character by themselves.
  const password = randomBytes(12).toString('base64url');
  return passwordProblem(password) === null ? password : newPassword();
}
