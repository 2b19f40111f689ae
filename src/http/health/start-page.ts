import type { Tx } from '../../db/tx.ts';
import { fillPage, pagePolicy } from '../../templates.ts';
import { VERSION } from '../../version.ts';
import { isFromThisMachine } from '../client-address.ts';
import { guardedPage } from '../guarded-page.ts';
import type { Ctx } from '../state.ts';
import { hasAccount } from '../../records/access/has-account.ts';
import { type FirstSteps, readFirstSteps } from './read-first-steps.ts';
import type { Readiness } from './readiness.ts';
import { firstCalls } from '../docs/first-calls.ts';
import { isOpenedByBrowser } from '../pages/opened-by-browser.ts';
import { htmlPage, redirected } from '../routes/answer.ts';
import { routes } from '../routes/route.ts';

/** The page at / for those without a browser: whether the server is ready, and what to do next. Browsers go on to the console. */
export function startPage(look: () => Promise<Readiness>) {
  const start = routes('');

  start.get(
    '/',
    {
      permission: 'docs:read',
      summary: 'Show the start page',
      description:
        'Browsers are led to `/app`. Others get the version, whether the server can work, and the first steps with it. On the machine of the server, the page says which of these are done; elsewhere only whether there is an account.',
      answer: htmlPage,
      mayAnswer: [redirected],
    },
    async ({ tx, ctx, publicUrl: url }) => {
      ctx.vary('Accept');
      if (isOpenedByBrowser(ctx)) {
        ctx.status = redirected.status;
        // Stays at the host by which the server was reached.
        ctx.set('Location', '/app');
        return '';
      }
      const { checks, failed } = await look();
      const reasons = failed.map((name) => ({ name, reason: checks[name] }));
      const steps = failed.length > 0 ? [] : await stepsFor(ctx, tx);
      return fillPage('start', { version: VERSION, failed: reasons, steps, calls: firstCalls(url) });
    },
  );
  return start;
}

/** Runs before the page: headers for browsers. */
export const beforeStartPage = [guardedPage(() => pagePolicy('start'))];

/** A step, with the command that takes it, or the guide that says how. */
type Step = { done: boolean; title: string; text: string; command: string | null; href: string | null };

/**
 * The steps that the page lists; none, when all are done. Anyone who asks from elsewhere is told of no step that was taken, and sees
 * the first one while there is no account, which has to be made on the machine itself.
 */
async function stepsFor(ctx: Ctx, tx: Tx): Promise<Step[]> {
  if (!isFromThisMachine(ctx)) return (await hasAccount(tx)) ? [] : [ACCOUNT];
  const done = await readFirstSteps(tx);
  if (Object.values(done).every(Boolean)) return [];
  return Object.entries(STEPS).map(([name, step]) => ({ ...step, done: done[name as keyof FirstSteps] }));
}

const ACCOUNT: Step = {
  done: false,
  title: 'Make an account',
  text: 'It prints an access token, once; "parley demo" makes one to look at. A browser makes one at the address that "parley serve" has printed.',
  command: 'parley create-account --name Acme --email you@example.com',
  href: null,
};

const STEPS: Record<keyof FirstSteps, Step> = {
  account: ACCOUNT,
  inbox: {
    done: false,
    title: 'Make an inbox',
    text: 'for a website, e-mail, WhatsApp, SMS, Telegram, LINE or a program',
    command: null,
    href: '/docs/channels',
  },
  answer: {
    done: false,
    title: 'Answer a message',
    text: 'at /app in a browser, in Chatwoot’s app for phones, by mail, in Slack or with a program',
    command: null,
    href: '/docs/who-answers',
  },
  colleague: {
    done: false,
    title: 'Invite a colleague',
    text: 'They choose a password with the link that it prints.',
    command: 'parley users invite grace@example.com --account 1 --inbox all',
    href: null,
  },
  mail: {
    done: false,
    title: 'Let mails out',
    text: 'with mail.smtp_url; until then, "parley mails" shows them',
    command: null,
    href: '/docs/operating',
  },
};
