import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { givenAgent, givenConversation, type TestAccount } from '../../support/factories.ts';
import { violationsByShape } from '../../support/web/axe.ts';
import { type ConsolePage, Consoles } from '../pages/console-page.ts';

/** For pictures; Git ignores it. */
const FOLDER = fileURLToPath(new URL('../../../test-results/console/', import.meta.url));

const consoles = new Consoles();
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  await consoles.start({ 'rate_limit.requests_per_minute': '0', 'limits.messages_per_minute': '0' });
});
afterEach(consoles.close);
afterAll(consoles.stop);

type Opened = ConsolePage & { account: TestAccount; colleague: { token: string } };

/** Opens the list of notifications of a new account, in which a colleague works. */
async function openNotifications(browser: object = {}): Promise<Opened> {
  const opened = await consoles.openSignedIn(({ id }) => `/app/accounts/${id}/notifications`, { browser });
  const colleague = await givenAgent(consoles.test, opened.account, 'Gus');
  await opened.page.getByText('You are up to date').waitFor();
  return { ...opened, colleague };
}

/** A new conversation that the colleague assigns to the user. */
async function assigned({ account, colleague }: Opened): Promise<number> {
  const { id } = await givenConversation(account);
  const body = { assignee_id: account.administrator.id };
  const path = `/api/v1/accounts/${account.id}/conversations/${id}/assignments`;
  await consoles.test.request('POST', path, { token: colleague.token, body });
  return id;
}

const rows = (page: Page) => page.getByRole('main').getByRole('listitem');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ });
const unreadOf = async ({ account }: Opened) =>
  (await account.call('GET', '/notifications/unread_count')).body as unknown as number;

describe('notifications', () => {
  it('appear as they come, in the list, the name of the link, and the title', async () => {
    const opened = await openNotifications();
    const { page } = opened;
    const number = await assigned(opened);

    await page.getByText(`Conversation #${number} was assigned to you`).waitFor();

    expect(await bell(page).innerText()).toContain('Notifications, 1 unread');
    expect(await page.title()).toBe('(1) Notifications');
    expect(opened.problems).toEqual([]);
  });

  it('lead to their conversation, and are read then', async () => {
    const opened = await openNotifications();
    const { page, account } = opened;
    const number = await assigned(opened);

    await rows(page).getByRole('link').click();

    await page.getByRole('region', { name: 'Conversation with Carla Contact' }).waitFor();
    expect(opened.path()).toBe(`/app/accounts/${account.id}/conversations/${number}`);
    await page.waitForFunction(() => !document.title.startsWith('('));
    await eventually(
      () => unreadOf(opened),
      (count) => count === 0,
    );
  });

  it('are marked as read and unread, one or all, snoozed and deleted', async () => {
    const opened = await openNotifications();
    const { page } = opened;
    const [first, second] = [await assigned(opened), await assigned(opened)];
    const row = (number: number) => rows(page).filter({ hasText: `#${number} ` });
    await row(second).waitFor();

    await button(page, 'Mark all as read').click();
    await eventually(
      () => unreadOf(opened),
      (count) => count === 0,
    );
    await row(first).getByRole('button', { name: 'Mark as unread' }).click();
    await eventually(
      () => unreadOf(opened),
      (count) => count === 1,
    );
    await row(second).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Tomorrow' }).click();
    await row(second)
      .getByText(/Snoozed until/)
      .waitFor();
    await row(first).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await row(first).waitFor({ state: 'detached' });

    const { body } = await opened.account.call('GET', '/notifications?includes[]=read&includes[]=snoozed');
    const kept = body.data.payload as { primary_actor_id: number; snoozed_until: string | null }[];
    expect(kept.map(({ primary_actor_id: number }) => number)).toEqual([second]);
    expect(kept[0]?.snoozed_until).not.toBeNull();
  });

  it('are chosen by kind and way, and the choice is taken back when it is refused', async () => {
    const opened = await openNotifications();
    const { page, account } = opened;
    const box = page.getByRole('checkbox', { name: 'Mentions of me, E-mail' });
    const flags = async () =>
      (await account.call('GET', '/notification_settings')).body.selected_email_flags as string[];

    await box.check();
    await eventually(flags, (found) => found.includes('email_conversation_mention'));
    await page.route('**/notification_settings', (route) => route.abort());
    await box.uncheck({ force: true }).catch(() => {});
    await page.getByRole('alert').getByText('The server cannot be reached').waitFor();

    expect(await box.isChecked()).toBe(true);
    expect(await flags()).toContain('email_conversation_mention');
  });

  it('make a sound where the user wants so, which the browser first has to be allowed', async () => {
    const opened = await openNotifications();
    const { page, account } = opened;

    await page.getByRole('switch', { name: 'Play a sound' }).check();
    await eventually(
      async () =>
        (await consoles.test.request('GET', '/api/v1/profile', { token: account.administrator.token })).body
          .ui_settings,
      (settings) => settings.enable_audio_alerts === 'mine',
    );
    const again = await consoles.open(opened.path(), { context: opened.context });
    await again.page.getByRole('button', { name: /^Turn on sounds/ }).click();

    expect(await again.page.getByRole('button', { name: /^Turn on sounds/ }).count()).toBe(0);
    expect(again.problems).toEqual([]);
  });

  it('are shown by the system while no page of the console is visible', async () => {
    const opened = await openNotifications();
    const { page } = opened;
    // Without a screen, Chromium allows no notifications and hides no page.
    await opened.context.addInitScript(() => {
      const shown: string[] = [];
      class System extends EventTarget {
        static permission = 'granted';
        constructor(title: string) {
          super();
          shown.push(title);
        }
        close() {}
      }
      Object.assign(globalThis, { shown, Notification: System });
      Object.defineProperty(document, 'visibilityState', {
        get: () => Reflect.get(globalThis, 'visibility') ?? 'visible',
      });
    });
    await page.reload();
    const shown = () => page.evaluate(() => Reflect.get(globalThis, 'shown') as string[]);
    await page.getByText('They are shown while Parley is open.').waitFor();
    const first = await assigned(opened);
    await page.getByText(`Conversation #${first} was assigned to you`).waitFor();

    await page.evaluate(() => {
      Object.assign(globalThis, { visibility: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    const second = await assigned(opened);

    expect(await eventually(shown, ({ length }) => length > 0)).toEqual([
      `Conversation #${second} was assigned to you`,
    ]);
  });

  it('can be used by everyone, in each look', async () => {
    const opened = await openNotifications();
    const { page } = opened;
    await assigned(opened);
    await rows(page).first().waitFor();
    await page.getByRole('table').waitFor();

    const violations = violationsByShape(page.mainFrame());
    const found: unknown[] = [];
    for (const [width, scheme] of [
      [1280, 'light'],
      [1280, 'dark'],
      [320, 'light'],
      [320, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: `${FOLDER}notifications-${width}-${scheme}.png` });
      found.push(...(await violations()));
    }
    expect(found).toEqual([]);
  });
});
