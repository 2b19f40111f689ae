import { fillPage, pagePolicy } from '../../templates.ts';
import { VERSION } from '../../version.ts';
import { guardedPage } from '../guarded-page.ts';
import type { Readiness } from './readiness.ts';
import { htmlPage } from '../routes/answer.ts';
import { routes } from '../routes/route.ts';

/** The page at /, for people who open the address of the server: whether it is ready, and what to do next. */
export function startPage(look: () => Promise<Readiness>) {
  const start = routes('');

  start.get(
    '/',
    {
      permission: 'docs:read',
      summary: 'Show the start page',
      description: 'The version, whether the server can work, and the first steps with it.',
      answer: htmlPage,
    },
    async ({ publicUrl: url }) => {
      const { checks, failed } = await look();
      const reasons = failed.map((name) => ({ name, reason: checks[name] }));
      return fillPage('start', { version: VERSION, url, failed: reasons });
    },
  );
  return start;
}

/** Runs before the page: headers for browsers. */
export const beforeStartPage = [guardedPage(() => pagePolicy('start'))];
