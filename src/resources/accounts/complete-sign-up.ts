import { AppError } from '../../errors.ts';
import type { SignUpBody } from './schema.ts';

/** The data of a sign-up: of a new user, or of an existing one. */
export type SignUp = {
  accountName: string;
  /** Null = English. */
  locale: string | null;
  newUser: { name: string; email: string; password: string } | null;
};

/**
 * The body of the request with all required fields.
 * @throws AppError `bad_request`, "Invalid parameters", with the names of the missing fields
 */
export function completeSignUp(body: SignUpBody, isNewUser: boolean): SignUp {
  const needed = isNewUser
    ? (['account_name', 'email', 'user_full_name', 'password'] as const)
    : (['account_name'] as const);
  const missing = needed.filter((field) => !body[field]?.trim());
  if (missing.length > 0) {
    const verb = missing.length === 1 ? 'is' : 'are';
    throw new AppError('bad_request', 'Invalid parameters', {
      detail: `${missing.join(', ')} ${verb} missing`,
      attributes: missing,
    });
  }
  return {
    accountName: body.account_name ?? '',
    locale: body.locale ?? null,
    newUser: isNewUser
      ? { name: body.user_full_name ?? '', email: body.email ?? '', password: body.password ?? '' }
      : null,
  };
}
