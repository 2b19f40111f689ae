import { PASSWORD_LENGTH, PASSWORD_RULE } from '../../fields/password.ts';
import { fillPage, pagePolicy } from '../../templates.ts';

/** What the page shows: a form with what is wrong with the last try (null = nothing was tried), or how it ended. */
export type PasswordPage =
  | { form: { token: string; problem: string | null; revokesTokens: boolean } }
  | { message: { title: string; text: string } };

/** The page on which a password is chosen; it has no script, and reads the same without its style. */
export function passwordPage(page: PasswordPage): Promise<string> {
  return fillPage('password', { form: null, message: null, rule: PASSWORD_RULE, length: PASSWORD_LENGTH, ...page });
}

/** What browsers let the page do. */
export function passwordPagePolicy(): string {
  return pagePolicy('password');
}
