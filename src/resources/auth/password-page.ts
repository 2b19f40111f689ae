import {
  PASSWORD_FLAGS,
  PASSWORD_LENGTH,
  PASSWORD_NEEDS,
  PASSWORD_PATTERN,
  PASSWORD_RULE,
} from '../../fields/password.ts';
import { fillPage, pagePolicy, scriptPolicy } from '../../templates.ts';
import type { PasswordChooser } from './password-holders.ts';

/** What the page shows: a form with the problem of the last attempt (null = there was none), or the result, with the address to go on at. */
export type PasswordPage =
  | { form: { token: string; for: PasswordChooser; problem: string | null; revokesTokens: boolean } }
  | { message: { title: string; text: string; next: string | null } };

/** Each account more would say little. */
const MOST_ACCOUNTS = 3;

/** The page for choosing a password. It works without its script, which shows while somebody types what is still missing. */
export function passwordPage(page: PasswordPage): Promise<string> {
  return fillPage('password', {
    form: null,
    message: null,
    needs: PASSWORD_NEEDS,
    flags: PASSWORD_FLAGS,
    pattern: PASSWORD_PATTERN,
    rule: PASSWORD_RULE,
    length: PASSWORD_LENGTH,
    accounts: 'form' in page ? accountsInWords(page.form.for.accounts) : '',
    ...page,
  });
}

/** The content security policy of the page. */
export function passwordPagePolicy(): string {
  return pagePolicy('password', scriptPolicy('password'));
}

/** Empty = none. */
function accountsInWords(names: readonly string[]): string {
  const shown = names.slice(0, MOST_ACCOUNTS);
  const more = names.length - shown.length;
  if (more > 0) shown.push(`${more} more`);
  return new Intl.ListFormat('en').format(shown);
}
