import { PASSWORD_LENGTH, PASSWORD_RULE } from '../../fields/password.ts';
import { fillPage, pagePolicy } from '../../templates.ts';

/** What the page shows: a form with the problem of the last attempt (null = there was none), or the result, with the address to go on at. */
export type PasswordPage =
  | { form: { token: string; problem: string | null; revokesTokens: boolean } }
  | { message: { title: string; text: string; next: string | null } };

/** The page for choosing a password; it needs no script. */
export function passwordPage(page: PasswordPage): Promise<string> {
  return fillPage('password', { form: null, message: null, rule: PASSWORD_RULE, length: PASSWORD_LENGTH, ...page });
}

/** The content security policy of the page. */
export function passwordPagePolicy(): string {
  return pagePolicy('password');
}
