import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { givenInbox, type TestAccount } from '../../support/factories.ts';
import { violationsByShape } from '../../support/web/axe.ts';
import { type ConsolePage, Consoles } from '../pages/console-page.ts';

/** Git ignores it. */
const FOLDER = fileURLToPath(new URL('../../../test-results/console/', import.meta.url));

const consoles = new Consoles();
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  await consoles.start({ 'rate_limit.requests_per_minute': '0', 'limits.messages_per_minute': '0' });
});
afterEach(consoles.close);
afterAll(consoles.stop);

/** Busy machines take seconds. */
const LONGEST_MS = 8000;

type Opened = ConsolePage & { account: TestAccount };

/** Opens all conversations of a new account. */
async function openAll(): Promise<Opened> {
  const opened = await consoles.openSignedIn(({ id }) => `/app/accounts/${id}/dashboard?assignee=all`);
  // Signing in leaves the pointer where the list comes, which would hold the order of its rows.
  await opened.page.mouse.move(0, 0);
  opened.page.setDefaultTimeout(LONGEST_MS);
  return opened;
}

const list = (page: Page) => page.getByRole('region', { name: 'Conversations' });
const rows = (page: Page) => list(page).getByRole('listitem');
const link = (page: Page, name: string) => list(page).getByRole('link', { name: new RegExp(`^${name}\\b`) });
const top = (page: Page, name: string) => rows(page).filter({ hasText: name }).and(page.locator('[aria-posinset="1"]'));

async function givenFrom(account: TestAccount, inbox: { id: number }, name: string, more: object = {}) {
  const { body: contact } = await account.call('POST', '/contacts', { name });
  const { body } = await account.call('POST', '/conversations', {
    inbox_id: inbox.id,
    contact_id: contact.payload.contact.id,
    message: { content: `Hello from ${name}` },
    ...more,
  });
  return body as { id: number };
}

const write = (account: TestAccount, { id }: { id: number }, content: string) =>
  account.call('POST', `/conversations/${id}/messages`, { content, message_type: 'incoming' });

describe('the list of conversations', () => {
  it('says what to do where there is nothing, and shows what happens elsewhere as it happens', async () => {
    const opened = await openAll();
    const { account, page } = opened;
    await page.getByText('Nothing can arrive yet').waitFor();
    const inbox = await givenInbox(account);
    const first = await givenFrom(account, inbox, 'Ada');
    await link(page, 'Ada').waitFor();
    await givenFrom(account, inbox, '<img src=x onerror=alert(1)>');
    await link(page, '<img src=x').waitFor();

    await write(account, first, 'Where is my order?');
    await top(page, 'Ada').waitFor();
    await link(page, 'Ada 1 unread Where is my order').waitFor();
    await page.getByRole('link', { name: 'All, 1 unread' }).waitFor();

    // With the pointer inside, the rows stay where they are.
    await link(page, 'Ada').hover();
    const second = await givenFrom(account, inbox, 'Grace');
    await list(page).getByRole('button', { name: '1 newer' }).waitFor();
    await link(page, 'Ada').click({ position: { x: 60, y: 40 } });
    await link(page, 'Ada').and(page.locator('[aria-current=true]')).waitFor();
    expect(opened.path()).toContain(`/conversations/${first.id}?`);
    expect(await link(page, 'Grace').count()).toBe(0);
    await list(page).getByRole('button', { name: '1 newer' }).click();
    await top(page, 'Grace').waitFor();

    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'All' }).focus();
    await page.mouse.move(0, 0);
    await account.call('POST', `/conversations/${second.id}/toggle_status`, { status: 'resolved' });
    await link(page, 'Grace').waitFor({ state: 'detached' });
    await list(page).getByRole('combobox', { name: 'Status' }).selectOption('Resolved');
    await link(page, 'Grace').waitFor();
    await list(page).getByRole('combobox', { name: 'Sort by' }).selectOption('Oldest');
    await page.reload();
    await link(page, 'Grace').waitFor();

    expect(await rows(page).count()).toBe(1);
    expect(opened.path()).toBe(
      `/app/accounts/${account.id}/dashboard?assignee=all&status=resolved&sort=created_at_asc`,
    );
    expect(opened.problems).toEqual([]);
  });
});

describe('a list with all that rows show', () => {
  it('can be used by everyone, and looks as in its pictures', async () => {
    const opened = await openAll();
    const { account, page } = opened;
    await fill(account);
    await page.reload();
    await link(page, 'Ada Lovelace').waitFor();
    const violations = violationsByShape(page.mainFrame());
    const found: string[] = [];
    for (const [name, width, colorScheme, dir] of LOOKS) {
      await page.setViewportSize({ width, height: 740 });
      await page.emulateMedia({ colorScheme });
      await page.evaluate((dir) => void (document.documentElement.dir = dir), dir);
      found.push(...(await violations()));
      await page.screenshot({ path: `${FOLDER}list-${name}.png`, animations: 'disabled' });
    }
    await page.setViewportSize({ width: 1280, height: 740 });
    await link(page, 'Ada Lovelace').click();
    await link(page, 'Ada Lovelace').and(page.locator('[aria-current=true]')).waitFor();
    await page.screenshot({ path: `${FOLDER}list-open.png`, animations: 'disabled' });

    expect(found).toEqual([]);
    expect(opened.problems).toEqual([]);
  });
});

const LOOKS = [
  ['light', 1280, 'light', 'ltr'],
  ['dark', 1280, 'dark', 'ltr'],
  ['phone', 360, 'light', 'ltr'],
  ['rtl', 320, 'dark', 'rtl'],
] as const;

async function fill(account: TestAccount): Promise<void> {
  const inbox = await givenInbox(account, { type: 'api' }, 'Website chat');
  const mail = await givenInbox(account, { type: 'api' }, 'support@example.com');
  for (const [title, color] of [
    ['billing', '#1f93ff'],
    ['vip', '#e5484d'],
    ['shipping', '#30a46c'],
  ]) {
    await account.call('POST', '/labels', { title, color, show_on_sidebar: true });
  }
  await account.call('POST', '/teams', { name: 'Support team' });
  const names = [
    'Grace Hopper',
    'Alan Turing',
    'Katherine Johnson',
    'سارة أحمد',
    'Margaret Hamilton with a very long name indeed',
  ];
  for (const name of names) await givenFrom(account, name.length % 2 ? inbox : mail, name);
  const ada = await givenFrom(account, inbox, 'Ada Lovelace');
  await account.call('POST', `/conversations/${ada.id}/labels`, { labels: ['billing', 'vip', 'shipping'] });
  await account.call('POST', `/conversations/${ada.id}/toggle_priority`, { priority: 'urgent' });
  await account.call('POST', `/conversations/${ada.id}/assignments`, { assignee_id: account.administrator.id });
  await write(account, ada, 'My **invoice** has the wrong address, could you send it again to the new one?');
  const bob = await givenFrom(account, mail, 'Bob');
  await account.call('POST', `/conversations/${bob.id}/messages`, {
    content: 'Ask the warehouse first',
    private: true,
  });
  await account.call('POST', `/conversations/${bob.id}/toggle_priority`, { priority: 'medium' });
}
