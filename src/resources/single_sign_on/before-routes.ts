import { errorPages } from '../../http/errors.ts';
import { guardedPage } from '../../http/guarded-page.ts';
import type { RouteMiddleware } from '../../http/state.ts';
import { authorizationPage, authorizationPagePolicy } from '../../http/pages/authorization-page.ts';

/** Runs before what browsers open to sign in: headers for them, and errors as pages. */
export const beforeSignInPages: readonly RouteMiddleware[] = [
  guardedPage(authorizationPagePolicy),
  errorPages((_, { message, detail }) =>
    authorizationPage({ problem: { title: message, text: `${detail ?? 'Begin again where you came from'}.` } }),
  ),
];
