import type { AppError } from '../../errors.ts';
import { asksForJson } from '../../http/pages/asks-for-json.ts';
import { errorPages } from '../../http/errors.ts';
import { guardedPage } from '../../http/guarded-page.ts';
import type { RouteMiddleware } from '../../http/state.ts';
import { fillPage, pagePolicy } from '../../templates.ts';
import { NO_PORTAL } from './page.ts';
import { wordsFor } from './words.ts';

const showErrors = errorPages(async (ctx, { code, message, detail }: AppError) => {
  const { words, language } = wordsFor(ctx.acceptsLanguages()[0] ?? '');
  const title = code === 'not_found' ? words.missing : message;
  return fillPage('help_centre', { ...NO_PORTAL, language, words, title, problem: { title, text: detail ?? '' } });
});

/** Runs before the pages: headers for browsers, and errors as pages, unless JSON is asked for. */
export const beforePages: readonly RouteMiddleware[] = [
  guardedPage(() => pagePolicy('help_centre')),
  function errorsAsAsked(ctx, next) {
    return asksForJson(ctx) ? next() : showErrors(ctx, next);
  },
];
