import { AppError } from '../../errors.ts';
import type { ShortSignUpBody, SignUpBody } from './schema.ts';

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
  refuseMissing(body, needed);
  return {
    accountName: body.account_name ?? '',
    locale: body.locale ?? null,
    newUser: isNewUser
      ? { name: body.user_full_name ?? '', email: body.email ?? '', password: body.password ?? '' }
      : null,
  };
}

/**
 * The same for a short sign-up, which names nothing: the account is called as the domain of the e-mail address until it is
 * given a name, and a new user as what stands before the domain. `existing` is the address of the user who asks; null = a
 * new user.
 * @throws AppError as `completeSignUp`
 */
export function completeShortSignUp(body: ShortSignUpBody, existing: string | null): SignUp {
  if (existing === null) refuseMissing(body, ['email', 'password']);
  const address = existing ?? body.email ?? '';
  const at = address.lastIndexOf('@');
  const newUser = { name: address.slice(0, at), email: address, password: body.password ?? '' };
  return {
    accountName: address.slice(at + 1),
    locale: body.locale ?? null,
    newUser: existing === null ? newUser : null,
  };
}

/** @throws AppError `bad_request`, "Invalid parameters", with the names of the fields that are missing or blank */
function refuseMissing<Field extends string>(
  body: { [Name in Field]?: string | null | undefined },
  needed: readonly Field[],
): void {
  const missing = needed.filter((field) => !body[field]?.trim());
  if (missing.length === 0) return;
  const verb = missing.length === 1 ? 'is' : 'are';
  throw new AppError('bad_request', 'Invalid parameters', {
    detail: `${missing.join(', ')} ${verb} missing`,
    attributes: [...missing],
  });
}
