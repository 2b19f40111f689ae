import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { givenContact, givenConversation, givenTeam, type TestAccount } from '../../support/factories.ts';
import { violationsByShape } from '../../support/web/axe.ts';
import { type ConsolePage, Consoles, givenSigner } from '../pages/console-page.ts';

/** For pictures; Git ignores it. */
const FOLDER = fileURLToPath(new URL('../../../test-results/console/', import.meta.url));

const consoles = new Consoles();
let account: TestAccount;
let opened: ConsolePage;
let page: Page;
let id: number;
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  await consoles.start({ 'rate_limit.requests_per_minute': '0', 'limits.messages_per_minute': '0' });
  account = await givenSigner(consoles.test);
  await account.call('POST', '/labels', { title: 'vip', color: '#aa3355' });
  await account.call('POST', '/canned_responses', { short_code: 'thanks', content: 'Thank you for writing.' });
  await givenTeam(account, [account.administrator], { name: 'billing' });
  const contact = await givenContact(account, { name: 'Carla Contact', email: 'carla@example.com' });
  ({ id } = await givenConversation(account, { contact_id: contact.id }));
  opened = await consoles.open(pathOf(id));
  ({ page } = opened);
  await opened.signIn(account.administrator.email);
});
afterAll(async () => {
  await consoles.close();
  await consoles.stop();
});

const pathOf = (number: number) => `/app/accounts/${account.id}/conversations/${number}`;
const region = () => page.getByRole('region', { name: /^Conversation with/ });
const log = () => page.getByRole('log', { name: 'Messages' });
const article = (text: string) => log().getByRole('article').filter({ hasText: text });
const field = () => page.getByRole('textbox', { name: 'Message' });
const button = (name: string, inside: Page | Locator = page) => inside.getByRole('button', { name, exact: true });
const writes = (content: string, number = id) =>
  account.call('POST', `/conversations/${number}/messages`, { content, message_type: 'incoming' });
async function storedIn(number = id) {
  const { body } = await account.call('GET', `/conversations/${number}/messages`);
  return body.payload as { content: string; private: boolean; content_attributes: Record<string, unknown> }[];
}
const stored = (content: string) =>
  eventually(
    async () => (await storedIn()).filter((message) => message.content === content),
    (found) => found.length > 0,
  );
const conversationIs = (fits: (body: Record<string, unknown>) => boolean) =>
  eventually(async () => (await account.call('GET', `/conversations/${id}`)).body as Record<string, unknown>, fits);

/** Goes to another conversation as a link does. */
async function go(number: number) {
  await page.goto(`${consoles.test.url}${pathOf(number)}`);
  await region().waitFor();
}

describe('an open conversation', () => {
  it('shows what the contact writes, says it once, and is seen by that', async () => {
    await region().waitFor();
    await page.getByRole('main', { name: 'Conversation with Carla Contact' }).waitFor();

    await writes('Where is **it**?');
    await article('Where is it?').waitFor();

    expect(await article('Where is it?').getAttribute('aria-label')).toMatch(/^Carla Contact, \d+:\d+/);
    expect(await page.locator('[aria-live=polite]').allInnerTexts()).toEqual(['Carla Contact: Where is it?']);
    await conversationIs((body) => body['unread_count'] === 0);
    expect(opened.problems).toEqual([]);
  });

  it('takes an answer with Enter, shows it at once, and sends it', async () => {
    await field().fill('In the post');
    await field().press('Shift+Enter');
    await field().pressSequentially('since Monday');
    await field().press('Enter');

    const sent = article('In the post');
    await sent.getByRole('status').getByText('Sending').waitFor();
    expect(await field().inputValue()).toBe('');
    await stored('In the post\nsince Monday');
    await sent.getByText('Sent').waitFor();
    expect(await article('In the post').count()).toBe(1);
  });

  it('takes back what was sent', async () => {
    await field().fill('Too early');
    await button('Send').click();
    const status = page.getByRole('status').filter({ hasText: 'Sent' });
    await button('Undo', status).click();
    await article('Too early').waitFor({ state: 'detached' });

    await eventually(
      () => field().inputValue(),
      (text) => text === 'Too early',
    );
    await field().fill('');
    expect((await storedIn()).map(({ content }) => content)).not.toContain('Too early');
  });

  it('takes notes, and answers to a message', async () => {
    await page.getByRole('radio', { name: 'Private note' }).check();
    await field().fill('They are in a hurry');
    await field().press('ControlOrMeta+Enter');
    await page.getByRole('article', { name: /private note$/ }).waitFor();
    await article('Where is it?').hover();
    await article('Where is it?')
      .getByRole('button', { name: /^Reply to/ })
      .click();
    await field().fill('Here it is');
    await field().press('Enter');

    const [note] = await stored('They are in a hurry');
    const [answer] = await stored('Here it is');
    expect([note?.private, answer?.private]).toEqual([true, false]);
    await article('Here it is').getByText('Where is it?').waitFor();
  });

  it('fills in a canned response', async () => {
    await field().fill('');
    await field().pressSequentially('Hello. /tha');
    await page.getByRole('option', { name: /thanks/ }).waitFor();
    await field().press('Enter');

    expect(await field().inputValue()).toBe('Hello. Thank you for writing.');
    await field().fill('');
  });

  it('says why a message was refused, and sends it again when asked to', async () => {
    const messages = `**/conversations/${id}/messages`;
    await opened.context.route(messages, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 422, json: { message: 'The channel refuses it' } })
        : route.continue(),
    );
    await field().fill('Refused first');
    await field().press('Enter');
    const refused = article('Refused first');
    await refused.getByText('Not sent').waitFor();
    await refused.getByText('The channel refuses it').waitFor();

    await opened.context.unroute(messages);
    await button('Try again', refused).click();

    expect(await stored('Refused first')).toHaveLength(1);
    await refused.getByText('Not sent').waitFor({ state: 'detached' });
  });

  it('is resolved, opened, snoozed, assigned, sorted and labelled', async () => {
    const choose = async (name: string, option: string) => {
      await page.getByRole('combobox', { name, exact: true }).click();
      await page.getByRole('option', { name: option }).click();
    };
    const { name } = account.administrator;
    await button('Resolve').click();
    await conversationIs(({ status }) => status === 'resolved');
    await button('Reopen').click();
    await conversationIs(({ status }) => status === 'open');
    await button('Snooze').click();
    await page.getByRole('menuitem', { name: 'Until they reply' }).click();
    await conversationIs(({ status }) => status === 'snoozed');
    await region().getByText('Snoozed until they reply').waitFor();
    await button('Reopen').click();
    await choose('Assignee', name);
    await choose('Team', 'billing');
    await choose('Priority', 'Urgent');
    await choose('Labels', 'vip');

    const body = await conversationIs(({ labels }) => (labels as string[]).length > 0);
    expect(body).toMatchObject({
      status: 'open',
      priority: 'urgent',
      labels: ['vip'],
      meta: { assignee: { name }, team: { name: 'billing' } },
    });
    await page.keyboard.press('Escape');
  });

  it('is muted, and marked as unread, which it stays', async () => {
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Mute' }).click();
    await conversationIs(({ muted }) => muted === true);
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Mark as unread' }).click();
    await conversationIs((body) => body['unread_count'] === 1);

    await button('More').click();
    await page.getByRole('menuitem', { name: 'Unmute' }).click();
    const body = await conversationIs(({ muted }) => muted === false);
    expect(body['unread_count']).toBe(1);
  });

  it('says what the server refuses, until it is dismissed', async () => {
    const priority = `**/conversations/${id}/toggle_priority`;
    await opened.context.route(priority, (route) => route.fulfill({ status: 403, json: { error: 'Not yours' } }));
    await page.getByRole('combobox', { name: 'Priority' }).click();
    await page.getByRole('option', { name: 'Low', exact: true }).click();
    const alert = region().getByRole('alert').getByText('Not changed: Not yours');
    await alert.waitFor();
    await opened.context.unroute(priority);

    expect(await page.getByRole('combobox', { name: 'Priority' }).inputValue()).toBe('Urgent');
    await button('Dismiss', region()).click();
    await alert.waitFor({ state: 'detached' });
  });

  it('shows who the contact is, and their other conversations', async () => {
    const details = page.getByRole('complementary', { name: 'Details' });

    await details.getByRole('heading', { name: 'Contact' }).waitFor();
    await details.getByRole('heading', { name: 'Previous conversations' }).waitFor();
    await details.getByText('carla@example.com').waitFor();
    await details.getByText('There are none.').waitFor();
    expect(opened.problems).toEqual([]);
  });

  it('keeps a draft while the page is loaded again', async () => {
    await field().fill('Half a sent');
    await page.getByRole('status').getByText('Draft saved').waitFor();
    await page.reload();
    await region().waitFor();

    await expect(
      eventually(
        () => field().inputValue(),
        (text) => text !== '',
      ),
    ).resolves.toBe('Half a sent');
    await field().fill('');
  });

  it('sends what was written without a connection when it is back', async () => {
    await opened.context.setOffline(true);
    await field().fill('Written offline');
    await field().press('Enter');
    await article('Written offline').getByText('Sending').waitFor();
    await opened.context.setOffline(false);

    expect(await stored('Written offline')).toHaveLength(1);
    await article('Written offline').getByText('Sent').waitFor();
    // Chromium has complained of each request.
    opened.problems.length = 0;
  });

  it('shows hostile words as words', async () => {
    const name = '<img src=x onerror=alert(1)>';
    const contact = await givenContact(account, { name });
    const other = await givenConversation(account, { contact_id: contact.id });
    await writes('<script>alert(2)</script> [x](javascript:alert(3)) <img src=y onerror=alert(4)>', other.id);
    await go(other.id);

    await article('<script>alert(2)</script>').waitFor();
    expect(await page.getByRole('heading', { level: 1, name }).count()).toBe(1);
    expect(await page.locator('#app :is(img, script)').count()).toBe(0);
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
    expect(opened.problems).toEqual([]);
  });

  it('loads older messages, and keeps the place', async () => {
    const other = await givenConversation(account);
    for (let n = 1; n <= 200; n += 1) await writes(`number ${n} of many`, other.id);
    await go(other.id);
    await article('number 200 of many').waitFor();
    // Above its beginning, the name of its sender goes when it follows another message of them.
    const endOf = async (text: string) => {
      const box = await article(text).boundingBox();
      return box ? box.y + box.height : Number.NaN;
    };
    const first = (await log().getByRole('article').first().innerText()).match(/number \d+ of many/)?.[0] ?? '';
    await log().evaluate((element) => element.scrollTo({ top: -(element.scrollHeight - element.clientHeight) + 200 }));
    const before = await endOf(first);

    await button('Load older messages').evaluate((element: HTMLElement) => element.click());
    await eventually(
      () => log().getByRole('article').count(),
      (count) => count > 20,
    );

    expect(Math.abs((await endOf(first)) - before)).toBeLessThan(3);
    for (let more = true; more; more = (await button('Load older messages').count()) > 0) {
      await button('Load older messages')
        .click({ timeout: 1000 })
        .catch(() => {});
    }
    await article('number 1 of many').waitFor();
    expect(await log().getByRole('article').count()).toBeLessThanOrEqual(150);
  });

  it('can be used by everyone, light and dark, from both sides and on a phone', async () => {
    await go(id);
    await article('Here it is').waitFor();
    await field().fill('A draft');
    const violations = violationsByShape(page.mainFrame());
    const found: string[] = [];
    for (const width of [1280, 320]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const direction of ['ltr', 'rtl']) {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia({ colorScheme });
          await page.evaluate((dir) => void (document.documentElement.dir = dir), direction);
          if (direction === 'ltr') await page.screenshot({ path: `${FOLDER}thread-${width}-${colorScheme}.png` });
          found.push(...(await violations()).map((one) => `${width} ${colorScheme} ${direction}: ${one}`));
        }
      }
    }
    await page.evaluate(() => document.documentElement.removeAttribute('dir'));
    await page.setViewportSize({ width: 1280, height: 800 });
    await field().fill('');

    expect(found).toEqual([]);
  });

  it('says that it was deleted, with a way on, also when opened by its address', async () => {
    await account.call('DELETE', `/conversations/${id}`);
    const sentence = page.getByRole('alert').getByText('It was deleted, or you may not see it.');
    await sentence.waitFor({ timeout: 1000 });
    await page.getByRole('link', { name: 'Go to your conversations' }).click();
    await sentence.waitFor({ state: 'detached' });

    await page.goto(`${consoles.test.url}${pathOf(id)}`);
    await sentence.waitFor();
    expect(opened.problems).toEqual([]);
  });
});
