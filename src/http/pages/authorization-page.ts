import { fillPage, pagePolicy } from '../../templates.ts';

/** The pages on the way back from a provider: whether to go on in a browser that did not begin, or what went wrong. */
export type AuthorizationPage =
  | { confirm: { provider: string; account: string; user: string; isMail: boolean } }
  | { problem: { title: string; text: string } };

export function authorizationPage(page: AuthorizationPage): Promise<string> {
  return fillPage('authorization', { confirm: null, problem: null, ...page });
}

/** The content security policy of these pages. */
export const authorizationPagePolicy = (): string => pagePolicy('authorization');
