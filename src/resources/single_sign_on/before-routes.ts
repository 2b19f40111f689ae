import { errorPages } from '../../http/errors.ts';
import { guardedPage } from '../../http/guarded-page.ts';
import type { RouteMiddleware } from '../../http/state.ts';
import { fill } from '../../templates.ts';

/** Runs before what browsers open to sign in: headers for them, and errors as pages. */
export const beforeSignInPages: readonly RouteMiddleware[] = [
  guardedPage(() => "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
  errorPages((_, { message, detail }) =>
    fill('authorization/problem.html', { title: message, text: `${detail ?? 'Begin again where you came from'}.` }),
  ),
];
