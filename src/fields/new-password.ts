import { randomBytes } from 'node:crypto';
import { passwordProblem } from './password.ts';

/** A random initial password of 16 characters that follows the rule. */
export function newPassword(): string {
  // Two of five contain a special character already.
  const password = randomBytes(12).toString('base64url');
  return passwordProblem(password) === null ? password : newPassword();
}
