import { AppError } from '../../errors.ts';
import type { SignUpBody } from './schema.ts';

/** What a sign-up asks for; `newUser` null = an existing user wants a further account. */
export type SignUp = {
  accountName: string;
  /** Null = English. */
  locale: string | null;
  newUser: { name: string; email: string; password: string } | null;
};

/**
 * The sign-up that the body of a request asks for. `isNewUser` says whether it must describe a user.
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
