import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { quickHash } from '../../support/quick-hash.ts';
import { theBrowser } from '../../support/web/browser.ts';

export const PASSWORD = 'Correct-horse-1';
const passwordHash = quickHash(PASSWORD);

/** The console in a browser. */
export type ConsolePage = {
  page: Page;
  context: BrowserContext;
  /** What the browser has complained of: errors, and what the page's policy has forbidden. */
  problems: string[];
  /** The path of the page, with its query. */
  path(): string;
  /** Fills in the form, and sends it. */
  signIn(email: string, password?: string): Promise<void>;
};

export type ConsoleOptions = {
  browser?: BrowserContextOptions;
  /** Another tab of this browser. */
  context?: BrowserContext;
  /** Where the browser reaches the server, if not at its own address. */
  origin?: string;
};

/** Answers with a status of refusal are errors for Chromium. */
const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/;
/** Without a service worker, which requests what tests look for, and has pages ready that tests expect to fail. */
const STILL: BrowserContextOptions = { reducedMotion: 'reduce', serviceWorkers: 'block' };

/** What the tests of a file open the console with; they call `start` before the first of them. */
export class Consoles {
  test!: TestApp;
  readonly #contexts: BrowserContext[] = [];

  /** With arguments, as `givenApp`, there is a server of its own. */
  readonly start = async (...given: Parameters<typeof givenApp>): Promise<void> => {
    this.test = await givenApp(...given);
  };

  readonly open = async (path: string, options: ConsoleOptions = {}): Promise<ConsolePage> => {
    const { browser, context: known, origin = this.test.url } = options;
    const context = known ?? (await (await theBrowser()).newContext({ ...STILL, ...browser }));
    if (!known) this.#contexts.push(context);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !REFUSED.test(message.text())) problems.push(message.text());
    });
    await page.addInitScript(() =>
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`forbidden by the policy: ${violatedDirective} ${blockedURI}`),
      ),
    );
    await page.goto(`${origin}${path}`);
    return {
      page,
      context,
      problems,
      path: () => page.url().slice(origin.length),
      async signIn(email, password = PASSWORD) {
        await page.getByRole('textbox', { name: 'Email' }).fill(email);
        await page.getByRole('textbox', { name: 'Password' }).fill(password);
        await page.getByRole('button', { name: 'Sign in' }).click();
      },
    };
  };

  /** Opens it as the administrator of a new account, who signs in first. */
  readonly openSignedIn = async (
    pathIn: (account: TestAccount) => string = () => '/app',
    options: ConsoleOptions = {},
  ): Promise<ConsolePage & { account: TestAccount }> => {
    const account = await givenSigner(this.test);
    const opened = await this.open(pathIn(account), options);
    await opened.signIn(account.administrator.email);
    await opened.page.getByRole('navigation', { name: 'Main' }).waitFor();
    return { ...opened, account };
  };

  /** Closes the pages, after each test. */
  readonly close = async (): Promise<void> => {
    for (const context of this.#contexts.splice(0)) await context.close();
  };

  readonly stop = (): Promise<void> => this.test.stop();
}

/** An account whose administrator can sign in with `PASSWORD`. */
export async function givenSigner(test: TestApp, name?: string): Promise<TestAccount> {
  const account = await givenAccount(test, name);
  await letSignIn(test, account.administrator);
  return account;
}

/** Gives the user `PASSWORD`. */
export async function letSignIn(test: TestApp, { id }: { id: number }): Promise<void> {
  await test.rows().updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute();
}
