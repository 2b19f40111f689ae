import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { givenContact, givenConversation, givenInbox, type TestAccount } from '../../support/factories.ts';
import { type ConsolePage, Consoles } from '../pages/console-page.ts';

const consoles = new Consoles();
beforeAll(() => consoles.start({ 'rate_limit.requests_per_minute': '0', 'limits.messages_per_minute': '0' }));
afterEach(consoles.close);
afterAll(consoles.stop);

const list = (page: Page) => page.getByRole('region', { name: 'Conversations' });
const row = (page: Page, name: string) => list(page).getByRole('link', { name: new RegExp(`^${name}\\b`) });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });

type Opened = ConsolePage & { account: TestAccount; ada: number };

async function open(): Promise<Opened> {
  const opened = await consoles.openSignedIn(({ id }) => `/app/accounts/${id}/dashboard?assignee=all`);
  const { account, page } = opened;
  await page.mouse.move(0, 0);
  await account.call('POST', '/labels', { title: 'vip', color: '#aa3355' });
  await account.call('POST', '/macros', {
    name: 'Close kindly',
    actions: [
      { action_name: 'send_message', action_params: ['Thank you!'] },
      { action_name: 'resolve_conversation', action_params: [] },
    ],
  });
  const inbox = await givenInbox(account);
  const given = async (name: string) => {
    const contact = await givenContact(account, { name, email: `${name.toLowerCase()}@example.com` });
    return (await givenConversation(account, { inbox_id: inbox.id, contact_id: contact.id })).id as number;
  };
  const ada = await given('Ada');
  await given('Grace');
  await page.reload();
  await row(page, 'Ada').waitFor();
  return { ...opened, ada };
}

async function search(page: Page, text: string) {
  await page.keyboard.press('ControlOrMeta+k');
  await palette(page).getByRole('combobox').fill(text);
}
const becomes = ({ account, ada }: Opened, fits: (body: Record<string, unknown>) => boolean) =>
  eventually(async () => (await account.call('GET', `/conversations/${ada}`)).body as Record<string, unknown>, fits);

describe('search and commands', () => {
  it('does everything with the open conversation, and shows the key of each command', async () => {
    const opened = await open();
    const { page } = opened;
    await row(page, 'Ada').click();
    await page.getByRole('region', { name: 'Conversation with Ada' }).waitFor();

    await page.keyboard.press('ControlOrMeta+k');
    await option(page, /^Resolve.*Ada.*E$/).waitFor();
    await option(page, /Snooze.*Ada.*S$/).waitFor();
    await page.keyboard.press('Escape');
    await search(page, 'label: vip');
    await option(page, /^Label: vip/).waitFor();
    await page.keyboard.press('Enter');
    await becomes(opened, ({ labels }) => String(labels) === 'vip');
    await search(page, 'assign ada admin');
    await page.keyboard.press('Enter');
    await becomes(opened, ({ assignee }) => assignee !== null);
    await search(page, 'macro close');
    await option(page, /^Macro: Close kindly/).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Close kindly was run.').waitFor();
    await becomes(opened, ({ status }) => status === 'resolved');
    await page.getByRole('article').filter({ hasText: 'Thank you!' }).waitFor();

    // What was chosen last comes first, also after a reload.
    await page.reload();
    await page.getByRole('region', { name: 'Conversation with Ada' }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await palette(page).locator('[role=option]:first-child').getByText('Macro: Close kindly').waitFor();
    expect(opened.problems).toEqual([]);
  });

  it('finds people, conversations by number and by contact, and asks the server only after typing', async () => {
    const opened = await open();
    const { page, ada, account } = opened;
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/search/')) asked.push(request.url());
    });

    await page.keyboard.press('ControlOrMeta+k');
    await option(page, 'Contacts').waitFor();
    expect(asked).toEqual([]);
    await palette(page).getByRole('combobox').fill(`#${ada}`);
    await option(page, `Conversation ${ada}`).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Conversation with Ada' }).waitFor();

    await search(page, 'grace@exam');
    await option(page, /^Grace.*Contact.*grace@example\.com/).waitFor();
    await option(page, /^Grace.*Support/).click();
    await page.getByRole('region', { name: 'Conversation with Grace' }).waitFor();

    await search(page, 'ada admin');
    await option(page, /^Ada Admin.*Member/).click();
    expect(new URL(page.url()).searchParams.get('filter')).toContain(`"values":[${account.administrator.id}]`);
    await search(page, 'something else');
    await option(page, 'Search for something else').click();
    await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
    expect(opened.path()).toBe(`/app/accounts/${account.id}/search?q=something+else`);
    expect(opened.problems).toEqual([]);
  });
});
