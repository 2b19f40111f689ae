import type { Browser } from 'playwright-core';
import { startBrowser } from '../../support/web/browser.ts';
import type { Website } from '../../support/web/website.ts';
import type { Options } from '../options.ts';
import { type Program, serve, stop, UNLIMITED } from '../support/processes.ts';
import { postTo } from '../support/seed.ts';
import { printMachine } from '../support/tables.ts';
import { withInstallation } from '../support/with-installation.ts';
import { benchLoading } from './loading.ts';
import { benchOpening } from './opening-rows.ts';
import { openSite } from './site.ts';

/**
 * Frames run in the process of their page, as on phones with little memory: so whatever slows a page down slows its frames
 * down, too.
 */
const ARGS = ['--disable-site-isolation-trials', '--disable-features=IsolateOrigins,site-per-process'];

/** A website with the widget, in a browser. */
export type Place = { browser: Browser; site: Website; server: string; websiteToken: string };

/** Measures what a website and its visitors wait for because of the widget, and prints. */
export function benchWidget(program: Program, { rounds }: Options): Promise<void> {
  return withInstallation(program, UNLIMITED, async ({ installation, token }) => {
    const server = await serve(program, installation);
    const browser = await startBrowser(ARGS);
    const channel = { type: 'web_widget', website_url: 'https://shop.example' };
    const inbox = (await postTo(server.url, token, '/inboxes', { name: 'Shop', channel })) as {
      website_token?: string;
    };
    const websiteToken = inbox.website_token ?? '';
    const site = await openSite(server.url, websiteToken);
    const place = { browser, site, server: server.url, websiteToken };
    try {
      printMachine(`Chromium ${browser.version()}, medians and the worst of ${rounds} rounds`);
      await benchLoading(place, rounds);
      await benchOpening(place, rounds);
    } finally {
      await browser.close();
      await site.stop();
      await stop(server);
    }
  });
}
