import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { givenContact, givenConversation, givenInbox, givenTeam, type TestAccount } from '../../support/factories.ts';
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

const list = (page: Page) => page.getByRole('region', { name: 'Conversations' });
const row = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name });
const box = (page: Page, name: string) => row(page, name).getByRole('checkbox', { name: 'Select' });
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Selected conversations' });
const status = (page: Page, text: string) => list(page).getByRole('status').getByText(text);

type Opened = ConsolePage & { account: TestAccount; numbers: number[] };

/** A new account with so many open conversations, of Guest 1 and so on. */
async function open(count: number, view = 'dashboard?assignee=all'): Promise<Opened> {
  const opened = await consoles.openSignedIn(({ id }) => `/app/accounts/${id}/${view}`);
  const { account, page } = opened;
  await page.mouse.move(0, 0);
  await account.call('POST', '/labels', { title: 'vip', color: '#aa3355' });
  await givenTeam(account, [account.administrator], { name: 'billing' });
  const inbox = await givenInbox(account);
  const numbers: number[] = [];
  for (let at = 1; at <= count; at += 1) {
    const contact = await givenContact(account, { name: `Guest ${at} of many` });
    numbers.push((await givenConversation(account, { inbox_id: inbox.id, contact_id: contact.id })).id);
  }
  await page.reload();
  await row(page, `Guest ${count} of`).waitFor();
  return { ...opened, numbers };
}

async function valuesOf({ account }: Opened, numbers: readonly number[]) {
  const bodies = await Promise.all(numbers.map((id) => account.call('GET', `/conversations/${id}`)));
  return bodies.map(({ body }) => ({
    status: body.status as string,
    priority: body.priority as string | null,
    labels: body.labels as string[],
    team: (body.meta.team?.name ?? null) as string | null,
    assignee: (body.meta.assignee?.id ?? null) as number | null,
  }));
}

async function change(page: Page, kind: string, choice: string | RegExp) {
  await toolbar(page).getByRole('button', { name: kind, exact: true }).click();
  await page.getByRole('dialog', { name: kind }).getByRole('option', { name: choice }).click();
}

describe('selected conversations', () => {
  it('are assigned, labelled, sorted and closed by one job each, which is taken back', async () => {
    const opened = await open(4);
    const { account, page, numbers } = opened;
    const [one = 0, two = 0] = numbers;
    await account.call('POST', `/conversations/${one}/labels`, { labels: ['vip'] });
    await account.call('POST', `/conversations/${one}/toggle_priority`, { priority: 'low' });
    const before = await valuesOf(opened, numbers);
    const chosen = async () => {
      await box(page, 'Guest 1 of').check();
      await box(page, 'Guest 2 of').check();
      await toolbar(page).getByText('2 selected').waitFor();
    };
    const back = async () => {
      await list(page).getByRole('button', { name: 'Undo' }).click();
      await status(page, 'Undone for').waitFor();
    };
    const both = async () => (await valuesOf(opened, numbers)).slice(0, 2);

    await chosen();
    await change(page, 'Label', /^vip/);
    await status(page, '2 conversations changed').waitFor();
    expect((await both()).map(({ labels }) => labels)).toEqual([['vip'], ['vip']]);
    expect(await toolbar(page).count()).toBe(0);
    await list(page).getByRole('checkbox', { name: 'Select all' }).and(page.locator(':focus')).waitFor();
    await back();
    expect(await valuesOf(opened, numbers)).toEqual(before);

    await chosen();
    await change(page, 'Label', 'Remove vip');
    await status(page, '2 conversations changed').waitFor();
    expect((await both()).map(({ labels }) => labels)).toEqual([[], []]);
    await back();

    await chosen();
    await change(page, 'Priority', 'Urgent');
    await status(page, '2 conversations changed').waitFor();
    expect((await both()).map(({ priority }) => priority)).toEqual(['urgent', 'urgent']);
    await back();
    expect(await valuesOf(opened, numbers)).toEqual(before);

    await chosen();
    await change(page, 'Assign', '(you)');
    await status(page, '2 conversations changed').waitFor();
    await chosen();
    await change(page, 'Team', 'billing');
    await status(page, '2 conversations changed').waitFor();
    const expected = { assignee: account.administrator.id, team: 'billing' };
    expect(await both()).toEqual([expect.objectContaining(expected), expect.objectContaining(expected)]);

    await chosen();
    await change(page, 'Status', 'Resolved');
    // Under the pointer, rows stay where they are.
    await page.mouse.move(0, 0);
    await row(page, 'Guest 2 of').waitFor({ state: 'detached' });
    await back();
    await row(page, 'Guest 2 of').waitFor();
    expect((await valuesOf(opened, [one, two])).map(({ status: now }) => now)).toEqual(['open', 'open']);
    const { body } = await account.call('GET', '/bulk_actions');
    expect(body.payload[0].type).toBe('Conversation');
    expect(opened.problems).toEqual([]);
  });

  it('are all that match, also those that the list has not loaded', async () => {
    const opened = await open(48);
    const { page, numbers, account } = opened;

    await list(page).getByRole('checkbox', { name: 'Select all' }).check();
    await toolbar(page).getByRole('button', { name: 'Select all 48 that match' }).click();
    await toolbar(page).getByText('48 selected').waitFor();
    await change(page, 'Priority', 'High');
    await status(page, '48 conversations changed').waitFor();

    expect((await valuesOf(opened, numbers)).every(({ priority }) => priority === 'high')).toBe(true);
    const { body } = await account.call('GET', '/bulk_actions');
    expect(body.payload).toMatchObject([{ total_count: 48, failed_count: 0 }]);
    expect(await list(page).getByRole('button', { name: 'Undo' }).count()).toBe(0);
    expect(opened.problems).toEqual([]);
  });

  it('are all that wait for an answer, in the view of these', async () => {
    const opened = await open(3, 'unattended/conversations');
    const { account, page, numbers } = opened;
    await account.call('POST', `/conversations/${numbers[0]}/messages`, { content: 'Hello', message_type: 'outgoing' });
    await row(page, 'Guest 1 of').waitFor({ state: 'detached' });
    await page.reload();
    await row(page, 'Guest 2 of').waitFor();
    await box(page, 'Guest 2 of').check();
    await toolbar(page).getByRole('button', { name: 'Select all 2 that match' }).click();
    await change(page, 'Label', /^vip/);
    await status(page, '2 conversations changed').waitFor();

    expect((await valuesOf(opened, numbers)).map(({ labels }) => labels)).toEqual([[], ['vip'], ['vip']]);
  });

  it('that could not be changed are counted, with the reason', async () => {
    const opened = await open(2);
    const { account, page, numbers } = opened;
    const [one = 0, two = 0] = numbers;

    await list(page).getByRole('checkbox', { name: 'Select all' }).check();
    await toolbar(page).getByRole('button', { name: 'Priority' }).click();
    const urgent = page.getByRole('dialog', { name: 'Priority' }).getByRole('option', { name: 'Urgent' });
    await urgent.waitFor();
    // Deleted, while somebody chooses.
    await account.call('DELETE', `/conversations/${one}`);
    await urgent.click();
    await status(page, '1 conversation changed. 1 was not changed: Conversation not found').waitFor();
    expect(await valuesOf(opened, [two])).toMatchObject([{ priority: 'urgent' }]);

    await opened.context.route('**/bulk_actions', (route) =>
      route.fulfill({ status: 403, json: { error: 'Your role does not allow it' } }),
    );
    await list(page).getByRole('checkbox', { name: 'Select all' }).check();
    await change(page, 'Priority', 'Low');
    await status(page, 'Not changed: Your role does not allow it').waitFor();
    await list(page).getByRole('button', { name: 'Dismiss' }).click();
    await eventually(
      () => status(page, 'Not changed').count(),
      (count) => count === 0,
    );
  });
});

describe('the selection', () => {
  it('can be used by everyone, and looks as in its pictures', async () => {
    const opened = await open(6);
    const { page } = opened;
    await box(page, 'Guest 5 of').check();
    await box(page, 'Guest 3 of').check();
    const violations = violationsByShape(page.mainFrame());
    const found: string[] = [];
    const look = async (what: string) => {
      for (const [name, width, colorScheme, dir] of LOOKS) {
        await page.setViewportSize({ width, height: 740 });
        await page.emulateMedia({ colorScheme });
        await page.evaluate((dir) => void (document.documentElement.dir = dir), dir);
        found.push(...(await violations()));
        await page.screenshot({ path: `${FOLDER}${what}-${name}.png`, animations: 'disabled' });
      }
      await page.setViewportSize({ width: 1280, height: 740 });
      await page.evaluate(() => void (document.documentElement.dir = 'ltr'));
    };
    await look('bulk');
    await toolbar(page).getByRole('button', { name: 'Label' }).click();
    await page.getByRole('dialog', { name: 'Label' }).getByRole('option').first().waitFor();
    await look('picker');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await look('shortcuts');

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
