import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { givenConversation } from '../../support/factories.ts';
import { Consoles } from '../pages/console-page.ts';

const consoles = new Consoles();
beforeAll(() => consoles.start({ 'rate_limit.requests_per_minute': '0' }));
afterEach(consoles.close);
afterAll(consoles.stop);

const WITH_WORKER = { serviceWorkers: 'allow' } as const;

const list = (page: Page) => page.getByRole('region', { name: 'Conversations' });

/** Waits for the service worker, and for the page that it keeps. */
async function workerOf(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForFunction(async () => {
    const cache = await caches.open('shell');
    return navigator.serviceWorker.controller !== null && (await cache.match('/app')) !== undefined;
  });
}

/** Hands a push message to the worker while no page of the console is open. */
async function deliver(page: Page, context: BrowserContext, message: object): Promise<void> {
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    }),
  );
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registered;
  await page.goto('about:blank');
  const data = JSON.stringify(message);
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: consoles.test.url, registrationId, data });
}

describe('the service worker', () => {
  it('shows a push message, with the address of its conversation', async () => {
    const { page, account, context } = await consoles.openSignedIn(undefined, { browser: WITH_WORKER });
    const { id } = await givenConversation(account);
    await workerOf(page);
    const [worker] = context.serviceWorkers();
    // Without a screen, Chromium shows no notifications.
    await worker!.evaluate(() => {
      const shown: object[] = [];
      const registration = Reflect.get(globalThis, 'registration') as ServiceWorkerRegistration;
      registration.showNotification = async (title, { body, tag, data } = {}) =>
        void shown.push({ title, body, tag, data });
      Object.assign(globalThis, { shown });
    });
    const path = `/app/accounts/${account.id}/conversations/${id}`;
    const told = { title: 'New message', body: 'Carla: Hello', tag: 'notification_1' };

    await deliver(page, context, { ...told, url: `https://chat.example.com${path}` });

    const shown = () => worker!.evaluate(() => Reflect.get(globalThis, 'shown') as object[]);
    expect(await eventually(shown, ({ length }) => length > 0)).toEqual([{ ...told, data: path }]);
  });

  it('opens the console without a connection, as it was at the last visit, for the user who is signed in', async () => {
    const own = new Consoles();
    await own.start({ 'rate_limit.requests_per_minute': '0' });
    const { page, account, problems } = await own.openSignedIn(
      ({ id }) => `/app/accounts/${id}/dashboard?assignee=all`,
      { browser: WITH_WORKER },
    );
    await givenConversation(account);
    await list(page)
      .getByRole('link', { name: /^Carla/ })
      .waitFor();
    await workerOf(page);
    await list(page)
      .getByRole('link', { name: /^Carla/ })
      .waitFor();

    await own.stop();
    await page.reload();

    await list(page)
      .getByRole('link', { name: /^Carla/ })
      .waitFor();
    await page.getByRole('status').getByText('Connection lost. Trying again ...').waitFor();
    expect(problems.filter((problem) => !problem.includes('ERR_'))).toEqual([]);
    await own.close();
  });

  it('keeps the page of the console, not those of its frames', async () => {
    const { page, account } = await consoles.openSignedIn(undefined, { browser: WITH_WORKER });
    const content = [{ type: 'frame', url: 'https://orders.example.com/' }];
    const { body: app } = await account.call('POST', '/dashboard_apps', { title: 'Orders', content });
    await workerOf(page);

    await page.evaluate(async (path) => {
      const frame = document.createElement('iframe');
      frame.src = path;
      const isLoaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      document.body.append(frame);
      await isLoaded;
    }, `/app/accounts/${account.id}/dashboard_apps/${app.id}`);
    await page.reload();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();

    const kept = await page.evaluate(async () => (await (await caches.open('shell')).match('/app'))?.text());
    expect(kept).toContain('id="parley-console"');
  });

  it('keeps nothing of the user after they have signed out', async () => {
    const { page } = await consoles.openSignedIn(undefined, { browser: WITH_WORKER });
    await workerOf(page);

    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();

    const kept = await page.evaluate(async () => {
      const cached = (await (await caches.open('shell')).keys()).map(({ url }) => new URL(url).pathname);
      const opened = indexedDB.open('parley');
      await new Promise((resolve) => opened.addEventListener('success', resolve));
      const values = opened.result.transaction('values').objectStore('values').getAllKeys();
      await new Promise((resolve) => values.addEventListener('success', resolve));
      return {
        other: cached.filter((path) => path !== '/app' && !path.startsWith('/packs/js/')),
        values: values.result,
      };
    });
    expect(kept).toEqual({ other: [], values: [] });
  });
});
